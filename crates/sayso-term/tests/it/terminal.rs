//! A real terminal: modes, type-ahead, signals, and the way back.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize};
use sayso_core::question::Question;
use sayso_term::line::{PipedLines, TtyLines, ask_in_lines};
use sayso_term::{Asked, Ended, Ends, Escape, Terminal, Watch};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::low_level::raise;

use crate::questions::{auth, deploy, name, token};
use crate::script::brief;

/// Signals go to the whole process: one terminal at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The person's side of a pseudo terminal.
struct Person {
    keyboard: File,
    screen: Vec<u8>,
}

impl Person {
    fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the screen ends with this.
    fn sees(&mut self, text: &str) {
        let patience = Timespec {
            tv_sec: 20,
            tv_nsec: 0,
        };
        while !self.screen().ends_with(text) {
            let mut fds = [PollFd::new(&self.keyboard, PollFlags::IN)];
            let came = poll(&mut fds, Some(&patience)).unwrap();
            assert!(came > 0, "no {text:?} in {:?}", self.screen());
            let mut bytes = [0; 4096];
            let read = self.keyboard.read(&mut bytes).unwrap();
            self.screen.extend(&bytes[..read]);
        }
    }

    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.screen).replace("\r\n", "\n")
    }
}

fn open() -> (Terminal, Person) {
    let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&keyboard).unwrap();
    unlockpt(&keyboard).unwrap();
    let path = ptsname(&keyboard, Vec::new()).unwrap();
    let tty = rustix::fs::open(path, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let size = Winsize {
        ws_row: 24,
        ws_col: 60,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&tty, size).unwrap();
    let keyboard = File::from(keyboard);
    let person = Person {
        keyboard,
        screen: Vec::new(),
    };
    (Terminal::from_file(File::from(tty)).unwrap(), person)
}

/// Asks on the terminal while the person does this beside it.
fn ask(
    terminal: &Terminal,
    questions: &[Question],
    watch: Watch<'_>,
    person: impl FnOnce() + Send,
) -> Ended {
    let asked = Asked {
        width: terminal.width(),
        ..Asked::new(questions)
    };
    let mut lines = TtyLines::start(terminal, watch).unwrap();
    thread::scope(|scope| {
        scope.spawn(person);
        let mut out = terminal;
        ask_in_lines(&asked, &mut lines, &mut out)
    })
}

#[test]
fn a_person_answers() {
    let _alone = alone();
    let (terminal, mut person) = open();
    assert_eq!(terminal.width(), 60);
    let ended = ask(&terminal, &[auth(), name()], Watch::Nothing, || {
        person.sees("custom: ");
        person.types("x\n");
        person.sees("cancels).\nEnter number or 0 for custom: ");
        person.types("0\n");
        person.sees("Enter your answer: ");
        person.types("Passwörd\u{7f}\u{7f}\u{7f}\u{7f}keys\r");
        person.sees(
            "called?\n└─────────────────────────────────────────────────┘\nEnter your answer: ",
        );
        person.types("小明小\u{7f}\n");
    });
    assert_eq!(brief(&ended), r#"auth={"other":"Passkeys"} name="小明""#);
}

#[test]
fn keys_typed_before_the_question_are_dropped() {
    let _alone = alone();
    let (terminal, mut person) = open();
    person.types("1\n1\n");
    person.sees("1\n1\n");
    let ended = ask(&terminal, &[auth(), deploy()], Watch::Nothing, || {
        person.sees("custom: ");
        person.types("2\ny\n");
        person.sees("Enter y or n: ");
        person.types("n\n");
    });
    assert_eq!(brief(&ended), r#"auth="JWT" deploy=false"#);
}

/// Somebody who types blindly, when the box is drawn.
struct Blind<'t> {
    terminal: &'t Terminal,
    keyboard: File,
    keys: &'static str,
}

impl Write for Blind<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        (&mut &*self.terminal).write_all(bytes)?;
        if bytes.ends_with("┘\n".as_bytes()) || bytes.ends_with(b": ") {
            let keys = std::mem::take(&mut self.keys);
            self.keyboard.write_all(keys.as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What a line began with before the question could be read belongs to the whole line.
#[test]
fn keys_typed_through_the_draw_are_no_answer() {
    let _alone = alone();
    // What is typed before the terminal is taken, after that, right when the box is drawn, and at
    // last where Enter is asked for.
    let rows: [[&str; 4]; 8] = [
        ["", "", "2\n", ""],
        ["", "", "\n", ""],
        ["", "2\n", "", ""],
        ["2\n", "2\n", "2\n", ""],
        ["1", "", "", "2\n"],
        ["", "1", "", "2\n"],
        ["", "", "1", "2\n"],
        ["2\n", "2", "\n2", "\n"],
    ];
    for [before, taken, drawn, rest] in rows {
        let (terminal, mut person) = open();
        let questions = [auth()];
        let asked = Asked::new(&questions);
        person.types(before);
        let mut lines = TtyLines::start(&terminal, Watch::Nothing).unwrap();
        person.types(taken);
        let mut screen = Blind {
            terminal: &terminal,
            keyboard: person.keyboard.try_clone().unwrap(),
            keys: drawn,
        };
        let ended = thread::scope(|scope| {
            scope.spawn(move || {
                if !rest.is_empty() {
                    person.sees("read. Press Enter to go on: ");
                    person.types(rest);
                }
                person.sees("custom: ");
                person.types("1\n");
            });
            ask_in_lines(&asked, &mut lines, &mut screen)
        });
        let expected = r#"auth="OAuth 2.0""#;
        assert_eq!(brief(&ended), expected, "{before:?} {taken:?} {drawn:?}");
    }
}

#[test]
fn the_modes_are_put_back_and_a_raw_terminal_is_made_to_edit_lines() {
    let _alone = alone();
    let (terminal, mut person) = open();
    let mut raw = tcgetattr(&terminal).unwrap();
    raw.make_raw();
    tcsetattr(&terminal, OptionalActions::Now, &raw).unwrap();
    let ended = ask(&terminal, &[token(), name()], Watch::Nothing, || {
        person.sees("(not shown): ");
        person.types("hunter2\r");
        person.sees("Enter your answer: ");
        person.types("Otto\r");
        person.sees("Otto\n");
    });
    assert_eq!(brief(&ended), r#"token="hunter2" name="Otto""#);
    assert!(!person.screen().contains("hunter"));
    let after = tcgetattr(&terminal).unwrap();
    assert_eq!(after.local_modes, raw.local_modes);
    assert_eq!(after.input_modes, raw.input_modes);
    assert_eq!(after.output_modes, raw.output_modes);
}

#[test]
fn signals_end_the_wait_and_the_echo_comes_back() {
    let _alone = alone();
    for (signal, expected) in [
        (SIGINT, Ended::Interrupted),
        (SIGTERM, Ended::Gone),
        (SIGHUP, Ended::Gone),
        (SIGQUIT, Ended::Gone),
    ] {
        let (terminal, mut person) = open();
        let ended = ask(&terminal, &[token()], Watch::Nothing, || {
            person.sees("(not shown): ");
            person.types("hunt");
            raise(signal).unwrap();
        });
        assert_eq!(ended, expected);
        let modes = tcgetattr(&terminal).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ECHO | LocalModes::ICANON));
    }
}

#[test]
fn a_process_that_was_stopped_asks_on() {
    let _alone = alone();
    let (terminal, mut person) = open();
    let ended = ask(&terminal, &[auth()], Watch::Nothing, || {
        person.sees("custom: ");
        raise(SIGCONT).unwrap();
        person.sees("custom: \nEnter number or 0 for custom: ");
        person.types("2\n");
    });
    assert_eq!(brief(&ended), r#"auth="JWT""#);
}

#[test]
fn ctrl_d_is_no_answer_and_a_lost_terminal_is_no_cancel() {
    let _alone = alone();
    let (terminal, mut person) = open();
    let ended = ask(&terminal, &[auth()], Watch::Nothing, || {
        person.sees("custom: ");
        person.types("\u{4}");
        person.sees("go on: ");
        person.types("y\n");
        person.sees("none): ");
        person.types("not now\n");
    });
    assert_eq!(brief(&ended), "cancelled: not now");

    let (terminal, mut person) = open();
    let ended = ask(&terminal, &[auth()], Watch::Nothing, || {
        person.sees("custom: ");
        person.types("2\u{4}\u{4}");
        person.sees("go on: ");
        person.types("n\n");
        person.sees("custom: ");
        person.types("\u{4}");
        person.sees("go on: ");
        person.types("\u{4}");
    });
    assert_eq!(ended, Ended::Gone);

    let (terminal, mut person) = open();
    let ended = ask(&terminal, &[auth()], Watch::Nothing, move || {
        person.sees("custom: ");
        drop(person);
    });
    assert_eq!(ended, Ended::Gone);
}

#[test]
fn an_answer_given_elsewhere_ends_the_wait() {
    let _alone = alone();
    let (ours, theirs) = UnixStream::pair().unwrap();
    let (terminal, mut person) = open();
    let ended = ask(&terminal, &[auth()], Watch::Fd(ours.as_fd()), || {
        person.sees("custom: ");
        person.types("half a li");
        drop(theirs);
    });
    assert_eq!(ended, Ended::Elsewhere);

    let (terminal, mut person) = open();
    let mut asked = 0;
    let often = Watch::Every(
        Duration::from_millis(5),
        Box::new(|| {
            asked += 1;
            asked > 3
        }),
    );
    let ended = ask(&terminal, &[auth()], often, || person.sees("┘\n\n"));
    assert_eq!(ended, Ended::Elsewhere);
}

#[test]
fn a_pipe_is_waited_for_together_with_signals() {
    let _alone = alone();
    let questions = [auth(), deploy()];
    let asked = Asked::new(&questions);
    let (ours, mut theirs) = UnixStream::pair().unwrap();
    let mut lines = PipedLines::from_fd(OwnedFd::from(ours), Watch::Nothing).unwrap();
    let ended = thread::scope(|scope| {
        scope.spawn(move || {
            theirs.write_all(b"2\ny").unwrap();
        });
        ask_in_lines(&asked, &mut lines, &mut std::io::sink())
    });
    assert_eq!(brief(&ended), r#"auth="JWT" deploy=true"#);

    let (ours, _theirs) = UnixStream::pair().unwrap();
    let mut lines = PipedLines::from_fd(OwnedFd::from(ours), Watch::Nothing).unwrap();
    raise(SIGINT).unwrap();
    let ended = ask_in_lines(&asked, &mut lines, &mut std::io::sink());
    assert_eq!(ended, Ended::Interrupted);
}

#[test]
fn a_file_is_no_terminal() {
    let file = File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
    assert!(Terminal::from_file(file).is_err());
}

/// Something breaks while a line is waited for, a secret at that.
#[test]
fn a_panic_gives_the_terminal_back() {
    let _alone = alone();
    let (terminal, mut person) = open();
    let before = tcgetattr(&terminal).unwrap().local_modes;
    let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut looks = 0;
        let watch = Watch::Every(
            Duration::from_millis(10),
            Box::new(move || {
                looks += 1;
                assert!(looks < 3, "it broke here");
                false
            }),
        );
        ask(&terminal, &[token()], watch, || person.types("half"))
    }));
    assert!(broken.is_err());
    assert_eq!(tcgetattr(&terminal).unwrap().local_modes, before);
}

/// While an agent works, Esc stops it; but not the Esc that was meant for a question which has just
/// gone.
#[test]
fn esc_counts_once_the_keyboard_was_quiet() {
    let _alone = alone();
    let (terminal, mut person) = open();
    let ends = Ends::listen(true).unwrap();
    let mut escape = Escape::listen(&terminal, &ends).unwrap();
    let patience = Duration::from_secs(60);
    let quiet = Duration::from_millis(700);
    person.types("\u{1b}");
    assert!(!escape.pressed(patience).unwrap());
    assert!(!escape.pressed(quiet).unwrap());
    person.types("\u{1b}");
    assert!(escape.pressed(patience).unwrap());
}
