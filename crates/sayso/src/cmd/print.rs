//! Printing. Standard output is the asker's; everything else goes to standard error.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal, Write};

use sayso_core::safe_text;

/// One line of what was asked for. Says whether it went out.
pub(crate) fn say(line: &str) -> bool {
    let mut out = io::stdout().lock();
    let line = if out.is_terminal() {
        for_terminal(line)
    } else {
        Cow::Borrowed(line)
    };
    writeln!(out, "{line}").and_then(|()| out.flush()).is_ok()
}

/// One line for whoever looks on. It may quote what came from a model.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", safe_text::shown(line));
}

/// Whether the person at the terminal says yes. Without a terminal the answer is no.
pub(crate) fn agreed(question: &str) -> bool {
    if !io::stdin().is_terminal() {
        return false;
    }
    let mut out = io::stderr().lock();
    let _ = write!(out, "{question}").and_then(|()| out.flush());
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    read.is_ok() && matches!(line.trim(), "y" | "Y" | "yes" | "是")
}

/// Whatever would act on the terminal, written as JSON writes it: JSON stays the same JSON.
fn for_terminal(line: &str) -> Cow<'_, str> {
    if let Cow::Borrowed(harmless) = safe_text::shown(line) {
        return Cow::Borrowed(harmless);
    }
    let mut safe = String::with_capacity(line.len() + 16);
    for c in line.chars() {
        let mut bytes = [0; 4];
        match safe_text::shown(c.encode_utf8(&mut bytes)) {
            Cow::Owned(_) if c != '\t' => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(safe, "\\u{unit:04x}");
                }
            }
            _ => safe.push(c),
        }
    }
    Cow::Owned(safe)
}
