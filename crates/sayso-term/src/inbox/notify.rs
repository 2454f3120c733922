//! Calling the person when something new comes.

/// How the person is called when a question comes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notify {
    /// Not at all; the title still counts.
    Off,
    /// By the terminal's bell.
    #[default]
    Bell,
    /// By a notification of the desktop's, which most terminals know as OSC 9.
    Osc9,
    /// The same where the terminal knows it as OSC 777.
    Osc777,
}

impl Notify {
    /// The bytes that call. `text` is ours: nothing that an agent wrote gets here.
    pub(super) fn bytes(self, text: &str) -> String {
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        match self {
            Self::Off => String::new(),
            Self::Bell => "\x07".into(),
            Self::Osc9 => format!("\x1b]9;{text}\x1b\\"),
            Self::Osc777 => {
                let text = text.replace(';', ",");
                format!("\x1b]777;notify;Sayso;{text}\x1b\\")
            }
        }
    }
}
