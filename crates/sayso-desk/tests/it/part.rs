//! This test program again, as another process that plays one part.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;

use sayso_core::id::InteractionId;
use sayso_core::moment::Moment;
use sayso_core::state::State;
use sayso_desk::store::SealedStore;
use sayso_desk::store::StoreError;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::{Desk, DeskError, Handle, Options};
use uuid::Uuid;

use crate::words::{ann, answer, bob, draft, given, keyed, long, requested, yes_no};

/// Which part to play, and on which store.
const PART: &str = "SAYSO_TEST_PART";
const STORE: &str = "SAYSO_TEST_STORE";
/// What a line of the part begins with; others are the test program's own.
const MARK: &str = "> ";

/// The command that plays a part.
pub(crate) fn plain(part: &str, store: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(ARGUMENTS).env(PART, part).env(STORE, store);
    command
}

/// The command that plays a part in a shell, after this preparation.
pub(crate) fn in_shell(preparation: &str, part: &str, store: &Path) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{preparation}; exec \"$0\" \"$@\"");
    command
        .args(["-c", &script])
        .arg(std::env::current_exe().unwrap());
    command.args(ARGUMENTS).env(PART, part).env(STORE, store);
    command
}

/// The command that plays a part under strace, which does something to its system calls and
/// writes down what it did.
pub(crate) fn traced(settings: &[&str], log: &Path, part: &str, store: &Path) -> Command {
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-o"]).arg(log).args(settings);
    command.arg("--").arg(std::env::current_exe().unwrap());
    command.args(ARGUMENTS).env(PART, part).env(STORE, store);
    command
}

const ARGUMENTS: [&str; 4] = [
    "--exact",
    "part::plays_its_part",
    "--nocapture",
    "--test-threads=1",
];

/// A process that plays a part, and what it said.
pub(crate) struct Player {
    child: Child,
    output: BufReader<ChildStdout>,
    /// Whole lines only: what it did not finish saying it did not say.
    pub(crate) said: Vec<String>,
}

impl Player {
    #[track_caller]
    pub(crate) fn start(mut command: Command) -> Self {
        let program = command.get_program().to_owned();
        let spawned = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = spawned.unwrap_or_else(|error| {
            panic!("{program:?} cannot be started ({error}); `cargo xtask setup` installs it")
        });
        let output = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            output,
            said: Vec::new(),
        }
    }

    /// Listens to the next thing it says; false when it is gone.
    pub(crate) fn listen(&mut self) -> bool {
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            let Some(line) = line.strip_suffix('\n') else {
                return false;
            };
            if let Some(said) = line.strip_prefix(MARK) {
                self.said.push(said.to_owned());
                return true;
            }
        }
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
    }

    /// Everything it said until it was gone, and how it went.
    pub(crate) fn finish(mut self) -> (Vec<String>, ExitStatus) {
        while self.listen() {}
        let status = self.child.wait().unwrap();
        (self.said, status)
    }
}

/// Not a test of its own: what the other process runs.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "this is how the other process learns its part"
)]
fn plays_its_part() {
    let (Ok(part), Ok(store)) = (std::env::var(PART), std::env::var(STORE)) else {
        return;
    };
    // The test program has not ended its own line yet.
    std::io::stdout().write_all(b"\n").unwrap();
    let store = Path::new(&store);
    match part.as_str() {
        "crowd" => crowd(store),
        "stubborn" => stubborn(store, 24),
        "stubborn for long" => stubborn(store, 400),
        other => panic!("no part is called {other}"),
    }
}

/// Says it in one write: whoever reads it can rely on it.
fn say(words: &str) {
    let line = format!("{MARK}{words}\n");
    let _ = std::io::stdout().lock().write_all(line.as_bytes());
}

/// Several threads ask, answer, cancel and draft until they are stopped, and say what was
/// acknowledged.
fn crowd(store: &Path) {
    let store = SqliteStore::open(store).unwrap();
    let desk = Desk::start(
        SealedStore::with_key(store, [7; 32]),
        Options {
            ahead: 2,
            ..Options::default()
        },
    )
    .unwrap();
    let run = Uuid::now_v7().simple().to_string();
    thread::scope(|scope| {
        for n in 0..4 {
            let (handle, name) = (desk.handle(), format!("{run}-{n}"));
            scope.spawn(move || {
                for n in 0..1_000 {
                    one_of_the_crowd(&handle, &name, n).unwrap();
                }
            });
        }
    });
}

fn one_of_the_crowd(handle: &Handle, name: &str, n: usize) -> Result<(), DeskError> {
    let (session, key) = (format!("{name}-{}", n / 6), format!("{name}-{n}"));
    say(&format!("wishes {session} {key}"));
    let (ticket, waiter) = handle.ask_and_wait(keyed(&session, &key, yes_no(&key)));
    let id = ticket.wait()?.interaction;
    say(&format!("asked {id} {key}"));
    match n % 6 {
        0..3 => {
            // Two people at once: one of them wins.
            let by = |actor, value| requested(answer(id, &key, value), actor, value);
            let (one, two) = (by(ann(), "yes"), by(bob(), "no"));
            let (one, two) = (handle.answer(one), handle.answer(two));
            let values = [one.wait(), two.wait()].map(|result| result.is_ok());
            assert_ne!(values[0], values[1]);
            let value = if values[0] { "yes" } else { "no" };
            say(&format!("answered {id} {value}"));
            let woken = given(&*waiter.wait()?, &key);
            say(&format!("answered {id} {}", woken.as_str().unwrap()));
        }
        3 => {
            handle.cancel(id, None, ann(), None).wait()?;
            say(&format!("cancelled {id} -"));
        }
        4 => {
            handle.save_draft(id, draft(&key, &key)).wait()?;
            say(&format!("drafted {id} {key}"));
        }
        _ => {}
    }
    Ok(())
}

/// One thread that asks again and again whatever happens, reads in between, and says how
/// everything went.
fn stubborn(store: &Path, times: usize) {
    let desk = match SqliteStore::open(store) {
        Ok(store) => {
            let store = SealedStore::with_key(store, [7; 32]);
            Desk::start(store, Options::default()).unwrap()
        }
        Err(error) => return say(&format!("failed {} open", kind(&error.into()))),
    };
    let handle = desk.handle();
    let run = Uuid::now_v7().simple().to_string();
    let mut first: Option<(InteractionId, String)> = None;
    for n in 0..times {
        let (session, key) = (format!("{run}-{}", n / 6), format!("{run}-{n}"));
        match handle.ask(keyed(&session, &key, long(&key, 4_000))).wait() {
            Ok(ticket) => {
                say(&format!("asked {} {key}", ticket.interaction));
                first.get_or_insert((ticket.interaction, key));
            }
            Err(error) => {
                say(&format!("failed {} ask", kind(&error)));
                read_everything(&handle);
                if let Some((id, key)) = &first {
                    try_to_write(&handle, *id, key);
                }
            }
        }
    }
    read_everything(&handle);
    drop(desk);
    say("stopped - -");
}

fn read_everything(handle: &Handle) {
    let reader = handle.reader();
    let pending = reader.pending(usize::MAX).map(|list| list.len());
    let log = reader.log(0, usize::MAX).map(|list| list.len());
    match (pending, log) {
        (Ok(pending), Ok(log)) => say(&format!("read {pending} {log}")),
        (pending, log) => say(&format!("unreadable: {pending:?}, {log:?}")),
    }
}

/// A draft, and forgetting what is old, of which there is nothing: how each went, in a word.
fn try_to_write(handle: &Handle, id: InteractionId, key: &str) {
    let drafted = handle.save_draft(id, draft(key, "words")).wait().map(drop);
    let forgotten = handle
        .forget_before(Moment::from_millis(0))
        .wait()
        .map(drop);
    let word = |result: Result<(), DeskError>| result.map_or_else(|e| kind(&e), |()| "done");
    say(&format!("tried {} {}", word(drafted), word(forgotten)));
}

/// The word for an error.
fn kind(error: &DeskError) -> &'static str {
    match error {
        DeskError::Store(StoreError::Full(_)) => "full",
        DeskError::Store(StoreError::Io(_)) => "io",
        DeskError::Store(StoreError::Damaged(_)) => "damaged",
        DeskError::Store(_) => "store",
        DeskError::Refused(_) => "refused",
        DeskError::Stopped => "stopped",
        DeskError::Busy | DeskError::TooManyWaiters => "busy",
    }
}

/// What a receipt of the other process would mean; here so that the words stay in one place.
pub(crate) fn state_of(word: &str) -> Option<State> {
    match word {
        "answered" => Some(State::Answered),
        "cancelled" => Some(State::Cancelled),
        _ => None,
    }
}
