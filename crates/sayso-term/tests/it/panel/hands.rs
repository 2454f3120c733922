//! Hands on a panel, as a test writes them.

use std::time::Duration;

use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::Asked;
use sayso_term::panel::{Input, Key, Panel, Then};

/// A panel for these questions at 80×24.
pub(crate) fn panel(questions: &[Question]) -> Panel {
    sized(Panel::new(&Asked::new(questions)))
}

/// A panel for an approval.
pub(crate) fn approval(questions: &[Question]) -> Panel {
    sized(Panel::new(&Asked {
        source: Source::Approval,
        ..Asked::new(questions)
    }))
}

fn sized(mut panel: Panel) -> Panel {
    draw(&mut panel, (80, 24));
    panel
}

/// Puts the panel on a screen of this size.
pub(crate) fn draw(panel: &mut Panel, (width, height): (u16, u16)) {
    panel.resize(width, height);
    panel.picture(width, height);
    panel.drawn(width, height);
}

/// Presses keys: names of keys between spaces, `'words'` that are typed, `"words"` that are pasted.
/// Says what followed from the last one that had a consequence.
pub(crate) fn press(panel: &mut Panel, keys: &str) -> Then {
    press_at(panel, keys, (80, 24))
}

/// The same on a screen of this size.
pub(crate) fn press_at(panel: &mut Panel, keys: &str, size: (u16, u16)) -> Then {
    let mut then = Then::Nothing;
    for input in inputs(keys) {
        let next = panel.press(&input, Duration::ZERO);
        if next != Then::Nothing {
            then = next;
        }
        // Whatever was pressed, there is a picture.
        draw(panel, size);
    }
    then
}

/// What followed from these keys, in a few words.
pub(crate) fn after(panel: &mut Panel, keys: &str) -> String {
    brief(&press(panel, keys))
}

pub(crate) fn brief(then: &Then) -> String {
    match then {
        Then::Nothing => "-".into(),
        Then::Answer(answers) => {
            let words = answers.iter().map(|one| {
                let note = one.note.as_ref().map(|note| format!(" ({note})"));
                format!("{}={}{}", one.question, one.value, note.unwrap_or_default())
            });
            words.collect::<Vec<_>>().join(" ")
        }
        Then::Cancel { reason } => format!("cancel {}", reason.clone().unwrap_or_default()),
        then => format!("{then:?}").to_lowercase(),
    }
}

pub(crate) fn inputs(keys: &str) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut rest = keys.trim_start();
    while !rest.is_empty() {
        if let Some(words) = rest.strip_prefix('\'') {
            let (words, after) = words.split_once('\'').unwrap();
            inputs.extend(words.chars().map(|c| Input::Key(Key::char(c))));
            rest = after;
        } else if let Some(words) = rest.strip_prefix('"') {
            let (words, after) = words.split_once('"').unwrap();
            inputs.push(Input::Paste(words.into()));
            rest = after;
        } else {
            let (key, after) = rest.split_once(' ').unwrap_or((rest, ""));
            inputs.push(Input::Key(key.parse().unwrap()));
            rest = after;
        }
        rest = rest.trim_start();
    }
    inputs
}
