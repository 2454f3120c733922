//! Bytes from a terminal to keys.

use crate::panel::{Code, Input, Key};

/// What starts and ends a pasted block.
const PASTE: &[u8] = b"\x1b[200~";
const PASTED: &[u8] = b"\x1b[201~";
/// The longest sequence that can be a key.
const LONGEST: usize = 32;
/// More than this is no paste that anyone could use; the rest of it is dropped.
const MOST: usize = 1 << 20;
/// What longer keys begin with.
const ESC: u8 = 0x1b;
/// Ctrl-C.
const INTERRUPT: u8 = 0x03;
/// This many characters at once with a line's end among them were not typed.
const BURST: usize = 4;

/// Bytes from a terminal to keys. What is not understood is left out, never taken for a character.
#[derive(Debug, Default)]
pub struct Keyboard {
    bytes: Vec<u8>,
    /// What came of a paste so far, while it lasts.
    paste: Option<Vec<u8>>,
    /// Whether the last thing was an Esc that may have been the start of a longer key.
    escaped: bool,
    /// Whether the key whose bytes come now was given up before: it is not one any more.
    late: bool,
}

impl Keyboard {
    /// Takes what was read at once.
    pub fn take(&mut self, bytes: &[u8]) {
        if std::mem::take(&mut self.escaped) && is_rest(bytes) {
            self.bytes.push(ESC);
            self.late = true;
        }
        // A terminal that does not mark pastes still sends them at once.
        let lines = bytes.split(|byte| *byte == b'\r' || *byte == b'\n');
        let plain = |byte: &u8| matches!(byte, b'\r' | b'\n' | b'\t' | b' '..=b'~' | 0x80..);
        let burst = bytes.len() >= BURST
            && self.bytes.is_empty()
            && self.paste.is_none()
            && bytes.iter().all(plain)
            && lines.filter(|line| !line.is_empty()).count() > 1;
        if burst {
            self.bytes.extend_from_slice(PASTE);
            self.bytes.extend_from_slice(bytes);
            self.bytes.extend_from_slice(PASTED);
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// The next key, if the bytes of it are all there.
    pub fn next_input(&mut self) -> Option<Input> {
        loop {
            if self.paste.is_some() {
                return self.pasted();
            }
            if self.bytes.starts_with(PASTE) {
                self.bytes.drain(..PASTE.len());
                self.late = false;
                self.paste = Some(Vec::new());
                continue;
            }
            let (key, used) = read(&self.bytes)?;
            self.bytes.drain(..used);
            let late = std::mem::take(&mut self.late);
            if let Some(key) = key.filter(|_| !late) {
                return Some(Input::Key(key));
            }
        }
    }

    /// Whether the start of a key is there that may be a key by itself: Esc. The rest of any other
    /// is waited for however long it takes: taken for characters it could answer.
    pub fn is_waiting(&self) -> bool {
        self.paste.is_none() && self.bytes == [ESC]
    }

    /// Nothing more came: a lone Esc is what it looks like.
    pub fn give_up_waiting(&mut self) -> Option<Input> {
        if !self.is_waiting() {
            return None;
        }
        self.bytes.clear();
        self.escaped = true;
        Some(Input::Key(Key::plain(Code::Esc)))
    }

    /// Forgets what was read.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    fn pasted(&mut self) -> Option<Input> {
        let block = self.paste.as_mut()?;
        let end = self
            .bytes
            .windows(PASTED.len())
            .position(|part| part == PASTED);
        match end {
            Some(at) => {
                block.extend(self.bytes.drain(..at));
                self.bytes.drain(..PASTED.len());
                let block = self.paste.take().unwrap_or_default();
                let text = String::from_utf8_lossy(&block).into_owned();
                Some(Input::Paste(text))
            }
            None => {
                // The end mark may be cut in two.
                let whole = self.bytes.len().saturating_sub(PASTED.len() - 1);
                block.extend(self.bytes.drain(..whole));
                block.truncate(MOST);
                None
            }
        }
    }
}

/// One key and how many bytes it took; none when they are not all there. A key of none was read
/// and means nothing here.
fn read(bytes: &[u8]) -> Option<(Option<Key>, usize)> {
    match *bytes.first()? {
        ESC => escape(bytes),
        b'\r' => Some((Some(Key::plain(Code::Enter)), 1)),
        b'\t' => Some((Some(Key::plain(Code::Tab)), 1)),
        0x7f | 0x08 => Some((Some(Key::plain(Code::Backspace)), 1)),
        byte @ 0x01..=0x1a => Some((Some(Key::ctrl(char::from(byte - 1 + b'a'))), 1)),
        0x00 | 0x1c..=0x1f => Some((None, 1)),
        _ => character(bytes).map(|(c, used)| (c.map(Key::char), used)),
    }
}

/// A character of UTF-8; none when it is not whole, and of none when it is not UTF-8.
fn character(bytes: &[u8]) -> Option<(Option<char>, usize)> {
    let wide = match bytes[0] {
        0x00..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return Some((None, 1)),
    };
    let part = &bytes[..wide.min(bytes.len())];
    match std::str::from_utf8(part) {
        Ok(text) => {
            let c = text.chars().next().filter(|c| !c.is_control());
            Some((c, wide))
        }
        Err(error) if error.error_len().is_none() && bytes.len() < wide => None,
        Err(error) => Some((None, error.error_len().unwrap_or(1).max(1))),
    }
}

/// Whether this, behind an Esc, is the rest of a longer key. Nobody types so much at once.
fn is_rest(bytes: &[u8]) -> bool {
    match bytes {
        [b'[', ..] => true,
        [b'O', last, ..] => matches!(last, b'A'..=b'S'),
        _ => false,
    }
}

/// A key that was broken off at this byte: what came so far is dropped. A new key begins there, and
/// the way out is open; anything else goes with it.
fn broken_off(bytes: &[u8], at: usize) -> (Option<Key>, usize) {
    match bytes[at] {
        ESC | INTERRUPT => (None, at),
        _ => (None, at + 1),
    }
}

fn escape(bytes: &[u8]) -> Option<(Option<Key>, usize)> {
    match bytes.get(1)? {
        b'[' => control(bytes),
        b'O' => {
            let code = match bytes.get(2)? {
                byte if *byte < b' ' => return Some(broken_off(bytes, 2)),
                b'A' => Some(Code::Up),
                b'B' => Some(Code::Down),
                b'C' => Some(Code::Right),
                b'D' => Some(Code::Left),
                b'H' => Some(Code::Home),
                b'F' => Some(Code::End),
                b'M' => Some(Code::Enter),
                byte @ b'P'..=b'S' => Some(Code::F(byte - b'P' + 1)),
                _ => None,
            };
            Some((code.map(Key::plain), 3))
        }
        // A reply of the terminal's that nobody asked for here: up to its end.
        b']' | b'P' | b'_' | b'^' | b'X' => string(bytes),
        &ESC => Some((Some(Key::plain(Code::Esc)), 1)),
        _ => {
            let (key, used) = read(&bytes[1..])?;
            let key = key.map(|key| Key { alt: true, ..key });
            Some((key, used + 1))
        }
    }
}

fn string(bytes: &[u8]) -> Option<(Option<Key>, usize)> {
    let Some(at) = bytes[2..].iter().position(|byte| *byte < b' ') else {
        return (bytes.len() > MOST).then_some((None, bytes.len()));
    };
    let at = at + 2;
    match (bytes[at], bytes.get(at + 1)) {
        (ESC, None) => None,
        (ESC, Some(b'\\')) => Some((None, at + 2)),
        _ => Some(broken_off(bytes, at)),
    }
}

/// `ESC [ parameters final`.
fn control(bytes: &[u8]) -> Option<(Option<Key>, usize)> {
    let body = &bytes[2..];
    let Some(at) = body.iter().position(|byte| !matches!(byte, 0x20..=0x3f)) else {
        return (body.len() > LONGEST).then_some((None, bytes.len()));
    };
    if !matches!(body[at], 0x40..=0x7e) {
        return Some(broken_off(bytes, 2 + at));
    }
    // The console's own function keys: one more byte.
    if body[at] == b'[' {
        let key = bytes.get(2 + at + 1)?;
        let code = matches!(key, b'A'..=b'E').then(|| Code::F(key - b'A' + 1));
        return Some((code.map(Key::plain), 2 + at + 2));
    }
    let text = std::str::from_utf8(&body[..at]).unwrap_or_default();
    let mut numbers = text.split(';').map(|part| {
        let part = part.split(':').next().unwrap_or_default();
        part.parse::<u32>().ok()
    });
    let first = numbers.next().flatten();
    let held = numbers.next().flatten().unwrap_or(1).saturating_sub(1);
    let code = match body[at] {
        b'A' => Some(Code::Up),
        b'B' => Some(Code::Down),
        b'C' => Some(Code::Right),
        b'D' => Some(Code::Left),
        b'H' => Some(Code::Home),
        b'F' => Some(Code::End),
        b'Z' => {
            let back = Key {
                shift: true,
                ..Key::plain(Code::Tab)
            };
            return Some((Some(back), 2 + at + 1));
        }
        // Else it is the terminal's word on where the cursor is.
        byte @ b'P'..=b'S' if matches!(first, None | Some(1)) => Some(Code::F(byte - b'P' + 1)),
        b'~' => match first {
            Some(1 | 7) => Some(Code::Home),
            Some(3) => Some(Code::Delete),
            Some(4 | 8) => Some(Code::End),
            Some(5) => Some(Code::PageUp),
            Some(6) => Some(Code::PageDown),
            Some(n @ 11..=15) => u8::try_from(n - 10).ok().map(Code::F),
            Some(n @ 17..=21) => u8::try_from(n - 11).ok().map(Code::F),
            Some(n @ 23..=24) => u8::try_from(n - 12).ok().map(Code::F),
            _ => None,
        },
        b'u' => match first {
            Some(13) => Some(Code::Enter),
            Some(9) => Some(Code::Tab),
            Some(27) => Some(Code::Esc),
            Some(127 | 8) => Some(Code::Backspace),
            Some(n) => char::from_u32(n)
                .filter(|c| !c.is_control())
                .map(Code::Char),
            None => None,
        },
        _ => None,
    };
    let key = code.map(|code| Key {
        code,
        shift: held & 1 != 0 && !matches!(code, Code::Char(_)),
        alt: held & 2 != 0,
        ctrl: held & 4 != 0,
    });
    Some((key, 2 + at + 1))
}
