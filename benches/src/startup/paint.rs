use std::io::{Read, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use portable_pty::{ChildKiller, PtySize, native_pty_system};

use super::program::{Program, QUESTION};
use crate::resident::resident;

/// No program takes this long, unless it waits for something we do not give it.
const PATIENCE: Duration = Duration::from_secs(5);

/// The first of two options, however a program wants it chosen.
pub(super) const FIRST_OPTION: &[u8] = b"1\r";
/// One row down.
const DOWN: &[u8] = b"\x1b[B";

/// What one start showed.
pub(super) struct Seen {
    /// From exec to the question.
    pub(super) paint: Duration,
    /// From a key to the change on the screen, of a program that says when it takes keys.
    pub(super) repaint: Option<Duration>,
    /// Bytes resident when the question was shown.
    pub(super) resident: f64,
}

/// Starts a program, sees how long it takes to show the question, and answers it.
pub(super) fn paint(program: &Program) -> Result<Seen> {
    let mut command = program.command.clone();
    let fresh = program.fresh_data_in.as_ref().map(tempfile::tempdir_in);
    let fresh = fresh.transpose()?;
    if let Some(folder) = &fresh {
        command.env("SAYSO_DATA", folder.path());
    }
    let pty = native_pty_system().openpty(PtySize::default())?;
    let mut screen = pty.master.try_clone_reader()?;
    let mut keyboard = pty.master.take_writer()?;

    let started = Instant::now();
    let mut child = pty.slave.spawn_command(command)?;
    drop(pty.slave);
    let _watched = kill_unless_dropped(child.clone_killer());
    let mut seen = Vec::new();
    let painted = read_until(&mut *screen, QUESTION.as_bytes(), &mut seen);
    let paint = started.elapsed();
    let pid = child.process_id().unwrap_or_default().to_string();
    let resident = resident(&pid).unwrap_or_default();

    let mut repaint = None;
    if painted {
        if let Some(ready) = program.ready {
            ensure!(
                read_until(&mut *screen, ready.as_bytes(), &mut seen),
                "it never took keys"
            );
            let pressed = Instant::now();
            keyboard.write_all(DOWN)?;
            ensure!(read_some(&mut *screen, &mut Vec::new()), "nothing moved");
            repaint = Some(pressed.elapsed());
        }
        keyboard.write_all(program.answer)?;
        while read_some(&mut *screen, &mut Vec::new()) {}
    }
    let status = child.wait()?;
    ensure!(painted, "it never showed the question ({status:?})");
    if !status.success() {
        bail!("it did not end well after the answer ({status:?})");
    }
    Ok(Seen {
        paint,
        repaint,
        resident,
    })
}

/// Reads until `text` was seen; false when the output ended before.
fn read_until(screen: &mut dyn Read, text: &[u8], seen: &mut Vec<u8>) -> bool {
    while !seen.windows(text.len()).any(|part| part == text) {
        if !read_some(screen, seen) {
            return false;
        }
    }
    true
}

/// Reads what is there; false at the end, which a terminal may also announce as an error.
fn read_some(screen: &mut dyn Read, seen: &mut Vec<u8>) -> bool {
    let mut buffer = [0; 4096];
    match screen.read(&mut buffer) {
        Ok(0) | Err(_) => false,
        Ok(count) => {
            seen.extend_from_slice(&buffer[..count]);
            true
        }
    }
}

/// Ends a program that does not end by itself. The watch is over when the sender is dropped.
fn kill_unless_dropped(mut killer: Box<dyn ChildKiller + Send + Sync>) -> Sender<()> {
    let (watch, over) = channel();
    thread::spawn(move || {
        if over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            // It may have ended this very moment.
            let _ = killer.kill();
        }
    });
    watch
}
