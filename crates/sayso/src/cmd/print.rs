//! Printing. Standard output is the asker's; everything else goes to standard error.

use std::io::{self, Write};

/// One line of what was asked for. A reader that has gone is no error.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// One line for whoever looks on.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
