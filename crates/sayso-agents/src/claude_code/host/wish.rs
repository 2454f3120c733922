//! What others want of a hosted agent, told to its holder.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::mpsc::{Sender, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::folder::HostFolder;
use super::prompt::Prompt;

/// How long a holder may take to hear a wish, and to do it.
const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes of one wish.
const MOST: u64 = 16 * 1024 * 1024;

/// Says that a wish was done.
pub(super) type Done = SyncSender<()>;

/// What others want of a hosted agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "wish", rename_all = "snake_case")]
pub enum Wish {
    /// Go on with this.
    Prompt(Prompt),
    /// Stop the turn.
    Interrupt,
    /// End, once the turn is over.
    End,
    /// End now. It is done when the agent is gone.
    Stop,
}

impl Wish {
    /// Tells the holder of this folder, and waits until it is done; an error when there is none, or
    /// when it ended before.
    pub fn tell(&self, folder: &HostFolder) -> io::Result<()> {
        let mut stream = UnixStream::connect(folder.socket())?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        serde_json::to_writer(&mut stream, self)?;
        stream.write_all(b"\n")?;
        let mut done = [0];
        stream.read_exact(&mut done)
    }

    /// Listens for wishes and hands them on.
    pub(super) fn listen<T: Send + 'static>(
        folder: &HostFolder,
        sender: Sender<T>,
        wrap: fn(Self, Done) -> T,
    ) -> io::Result<()> {
        let socket = folder.socket();
        match std::fs::remove_file(&socket) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let listener = UnixListener::bind(socket)?;
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let sender = sender.clone();
                thread::spawn(move || hear(stream, &sender, wrap));
            }
        });
        Ok(())
    }
}

fn hear<T>(stream: UnixStream, sender: &Sender<T>, wrap: fn(Wish, Done) -> T) -> Option<()> {
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let mut line = String::new();
    let mut reader = BufReader::new((&stream).take(MOST));
    reader.read_line(&mut line).ok()?;
    let wish = serde_json::from_str(&line).ok()?;
    let (done, is_done) = sync_channel(1);
    sender.send(wrap(wish, done)).ok()?;
    is_done.recv().ok()?;
    (&stream).write_all(b".").ok()
}
