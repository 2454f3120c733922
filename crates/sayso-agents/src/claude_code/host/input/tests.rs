use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::thread;

use rustix::io::ioctl_fionread;
use serde_json::{Value, json};

use super::{Input, PIPE_BYTES};
use crate::claude_code::host::HostFolder;

const SESSION: &str = "6f1c2a34-0000-4000-8000-000000000001";

/// An agent's pipe, and the lock that says that the agent lives.
struct Stage {
    _data: tempfile::TempDir,
    folder: HostFolder,
    /// The agent has its input open for as long as it lives.
    _input: File,
    lock: Option<File>,
}

impl Stage {
    fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        let folder = HostFolder::of(data.path(), SESSION).unwrap();
        folder.make().unwrap();
        Self {
            _input: folder.input().unwrap(),
            lock: Some(folder.complaints().unwrap()),
            _data: data,
            folder,
        }
    }

    /// What the agent reads, line by line, until one that is `last`.
    fn reads(&self, last: &Value) -> thread::JoinHandle<Vec<String>> {
        let mut pipe = BufReader::new(self.folder.input().unwrap());
        let last = format!("{last}\n");
        thread::spawn(move || {
            let mut lines = Vec::new();
            loop {
                let mut line = String::new();
                pipe.read_line(&mut line).unwrap();
                lines.push(line);
                if lines.last() == Some(&last) {
                    return lines;
                }
            }
        })
    }
}

fn long(bytes: usize) -> Value {
    json!({ "text": "x".repeat(bytes) })
}

/// Lines of any length come out as they went in, whether the pipe has room for them or not.
#[test]
fn lines_are_whole() {
    let stage = Stage::new();
    let mut input = Input::of(&stage.folder).unwrap();
    let lengths = [1, 4_096, 100_000, PIPE_BYTES - 1, PIPE_BYTES * 3, 1];
    let (last, lines) = (json!("the last"), lengths.map(long));
    let read = stage.reads(&last);
    for line in &lines {
        input.line(line).unwrap();
    }
    input.line(&last).unwrap();
    let read: Vec<Value> = read
        .join()
        .unwrap()
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(read[..lengths.len()], lines);
}

/// While the agent has not read what is there, not a byte of a long line is in the pipe: whoever
/// is killed before there is room leaves nothing behind.
#[test]
fn no_part_of_a_line_waits_in_the_pipe() {
    let mut stage = Stage::new();
    let mut input = Input::of(&stage.folder).unwrap();
    input.line(&json!("first")).unwrap();
    let before = ioctl_fionread(&input.pipe).unwrap();
    // It is gone: nobody waits for room any more, and what was left is as it was.
    stage.lock = None;
    for bytes in [PIPE_BYTES - 5_000, PIPE_BYTES * 2] {
        input.line(&long(bytes)).unwrap();
        assert_eq!(ioctl_fionread(&input.pipe).unwrap(), before);
    }
}

/// What is left of a line that was cut off stays alone.
#[test]
fn nothing_is_glued_to_half_a_line() {
    let stage = Stage::new();
    let mut killed = Input::of(&stage.folder).unwrap();
    killed.pipe.write_all(b"{\"text\":\"xxx").unwrap();
    drop(killed);
    let mut input = Input::of(&stage.folder).unwrap();
    let next = json!({ "text": "next" });
    let read = stage.reads(&next);
    input.take_over().unwrap();
    input.line(&next).unwrap();
    let half = "{\"text\":\"xxx\n".to_owned();
    assert_eq!(read.join().unwrap(), [half, format!("{next}\n")]);
}
