//! The panel on a real terminal, with a desk that does what a test says.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use sayso_core::form::Draft;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::inline::{Face, Keeper, ask_in_panel};
use sayso_term::panel::{AtZero, Clock, Earlier, Panel};
use sayso_term::{Asked, Ended, Terminal};

use crate::questions::auth;
use crate::script::brief;

/// What the hints start with once keys are taken.
const READY: &str = "↑↓ move";

/// The person's side of a terminal of 80×24.
struct Person {
    keyboard: File,
    window: Arc<Mutex<vt100::Parser>>,
}

impl Person {
    fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Somebody else writes to the screen.
    fn told(&self, text: &str) {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        window.process(format!("{text}\r\n").as_bytes());
    }

    fn sees(&self, text: &str) -> bool {
        let window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        window.screen().contents().contains(text)
    }
}

/// A desk that lets the person act whenever it is asked something.
struct Scene<F> {
    person: Person,
    play: F,
    /// How often it was looked whether the question is closed: ten times a second.
    looks: u32,
}

/// After this many looks nothing is waited for any more: the question closes, and the test fails.
const PATIENCE: u32 = 900;

/// What the desk is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    Clock,
    IsClosed,
}

impl<F: FnMut(&mut Person, Asks) -> bool> Keeper for Scene<F> {
    fn is_closed(&mut self) -> bool {
        self.looks += 1;
        (self.play)(&mut self.person, Asks::IsClosed) || self.looks > PATIENCE
    }

    fn keep(&mut self, _draft: &Draft) {}

    fn clock(&mut self) -> Option<Clock> {
        (self.play)(&mut self.person, Asks::Clock);
        Some(Clock {
            left: Duration::from_secs(600),
            held: false,
            at_zero: AtZero::Nothing,
        })
    }

    fn hold(&mut self, _hold: bool) -> Result<Option<Clock>, String> {
        Ok(None)
    }

    fn earlier(&mut self) -> Vec<Earlier> {
        Vec::new()
    }
}

/// Asks in a panel. `play` is called whenever the desk is asked something, and says whether the
/// question was closed elsewhere.
fn ask(
    question: &Question,
    source: Source,
    play: impl FnMut(&mut Person, Asks) -> bool,
) -> (Ended, String) {
    let (ended, screen) = try_to_ask(question, source, play);
    (ended.unwrap(), screen)
}

/// The same, when it may end in a panic. However it ends, the terminal is as it was.
fn try_to_ask(
    question: &Question,
    source: Source,
    play: impl FnMut(&mut Person, Asks) -> bool,
) -> (thread::Result<Ended>, String) {
    let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&keyboard).unwrap();
    unlockpt(&keyboard).unwrap();
    let path = ptsname(&keyboard, Vec::new()).unwrap();
    let tty = rustix::fs::open(path, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let (rows, columns) = (24, 80);
    let size = Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&tty, size).unwrap();
    let cells = |count: u16| NonZeroU16::new(count).unwrap();
    let window = vt100::Parser::new(cells(rows), cells(columns), 0);
    let window = Arc::new(Mutex::new(window));
    let keyboard = File::from(keyboard);
    let watched = thread::spawn({
        let (mut keyboard, window) = (keyboard.try_clone().unwrap(), Arc::clone(&window));
        move || {
            let mut bytes = [0; 4096];
            loop {
                match keyboard.read(&mut bytes) {
                    Ok(0) => return,
                    Ok(read) => {
                        let mut window = window.lock().unwrap_or_else(PoisonError::into_inner);
                        window.process(&bytes[..read]);
                    }
                    Err(error) if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => return,
                    Err(error) => panic!("{error}"),
                }
            }
        }
    });
    let person = Person {
        keyboard,
        window: Arc::clone(&window),
    };
    let mut scene = Scene {
        person,
        play,
        looks: 0,
    };
    let terminal = Terminal::from_file(File::from(tty)).unwrap();
    let mut panel = Panel::new(&Asked {
        source,
        ..Asked::new(std::slice::from_ref(question))
    });
    let face = Face {
        terminal: &terminal,
        editor: None,
        reflows: true,
    };
    let before = tcgetattr(&terminal).unwrap().local_modes;
    let asking = AssertUnwindSafe(|| ask_in_panel(&mut panel, &face, &mut scene));
    let ended = catch_unwind(asking);
    let modes = tcgetattr(&terminal).unwrap().local_modes;
    assert_eq!(modes, before);
    assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG));
    drop(terminal);
    watched.join().unwrap();
    let window = window.lock().unwrap_or_else(PoisonError::into_inner);
    let screen = window.screen();
    assert!(!screen.hide_cursor() && !screen.bracketed_paste());
    (ended, screen.contents())
}

/// Something breaks in the middle of it: the terminal is given back all the same, and what the
/// panic said stays to be read.
#[test]
fn a_panic_gives_the_terminal_back() {
    let (ended, screen) = try_to_ask(&auth(), Source::Tool, |person, asks| {
        if asks == Asks::IsClosed && person.sees(READY) {
            // As the message of a panic does, where standard error is the terminal.
            person.told("it broke here");
            panic!("it broke here");
        }
        false
    });
    assert!(ended.is_err());
    assert!(screen.contains("it broke here"), "{screen}");
}

/// The desk is slow to tell the time, and somebody types meanwhile.
#[test]
fn what_is_typed_while_the_desk_is_slow_does_not_answer() {
    let mut pressed = false;
    let (ended, _) = ask(&auth(), Source::Tool, |person, asks| {
        match asks {
            Asks::Clock => {
                person.types("1\r1\r");
                // Longer than the moment in which no key is taken: that begins when it is drawn.
                thread::sleep(Duration::from_millis(700));
                person.types("1\r");
            }
            Asks::IsClosed if !pressed && person.sees(READY) => {
                pressed = true;
                person.types("2");
            }
            Asks::IsClosed => {}
        }
        false
    });
    assert!(pressed);
    assert_eq!(brief(&ended), r#"auth="JWT""#);
}

/// A key that is pressed as the question closes elsewhere: whoever is first has it, and nobody
/// hears of the other.
#[test]
fn a_key_pressed_as_it_closes_wins_or_loses() {
    let mut closed = false;
    let (ended, screen) = ask(&auth(), Source::Tool, |person, asks| {
        if asks == Asks::IsClosed && !closed && person.sees(READY) {
            closed = true;
            person.types("2");
        }
        closed
    });
    assert_eq!(brief(&ended), "elsewhere");
    assert_eq!(screen.trim(), "");
}
