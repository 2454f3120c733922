//! `sayso audit`.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Duration;

use sayso_core::moment::Moment;
use sayso_desk::audit::{Verifier, export_line, read_export_line};
use sayso_desk::clock::{Clock, SystemClock};
use sayso_desk::store::Reader;
use sayso_desk::{DeskError, Handle};

use super::{complain, desk_failed, local_desk, say};
use crate::cli::Audit;
use crate::config::Config;
use crate::exit::Exit;

/// Facts read at once.
const PAGE: usize = 1_000;

/// Checks, exports or forgets.
pub(crate) fn run(audit: &Audit, config: &Config) -> Exit {
    let desk = match local_desk(config) {
        Ok(desk) => desk,
        Err(error) => return desk_failed(&error, config),
    };
    let handle = desk.handle();
    let done = match audit {
        Audit::Verify { against } => verify(handle.reader(), against.as_deref()),
        Audit::Export => export(handle.reader()).map(|()| Exit::Done),
        Audit::Forget { older_than } => forget(&handle, *older_than),
    };
    done.unwrap_or_else(|error| desk_failed(&error, config))
}

fn verify(reader: &dyn Reader, against: Option<&Path>) -> Result<Exit, DeskError> {
    let mut verifier = Verifier::new(reader.forgotten()?);
    if let Some(path) = against {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) => {
                complain(&format!("{}: {error}", path.display()));
                return Ok(Exit::BadInput);
            }
        };
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let read = line.ok().as_deref().and_then(read_export_line);
            let Some((session, seq, hash)) = read else {
                complain(&format!(
                    "{}:{}: no line of an export",
                    path.display(),
                    number + 1
                ));
                return Ok(Exit::BadInput);
            };
            verifier.expect(session, seq, hash);
        }
    }
    pages(reader, |line| verifier.take(line))?;
    let report = verifier.finish();
    for problem in &report.problems {
        complain(&problem.to_string());
    }
    if report.problems.is_empty() {
        say(&format!(
            "{} facts of {} sessions: every hash fits. Head: {}",
            report.facts, report.sessions, report.head
        ));
        Ok(Exit::Done)
    } else {
        complain(&format!("{} problems found", report.problems.len()));
        Ok(Exit::BadInput)
    }
}

fn export(reader: &dyn Reader) -> Result<(), DeskError> {
    pages(reader, |line| {
        say(&export_line(line));
    })
}

fn pages(
    reader: &dyn Reader,
    mut take: impl FnMut(&sayso_desk::store::RecordLine),
) -> Result<(), DeskError> {
    let mut after = 0;
    loop {
        let page = reader.log(after, PAGE)?;
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = last.place;
        page.iter().for_each(&mut take);
    }
}

fn forget(handle: &Handle, older_than: Duration) -> Result<Exit, DeskError> {
    let age = i64::try_from(older_than.as_millis()).unwrap_or(i64::MAX);
    let now = SystemClock::new().now().millis();
    let before = Moment::from_millis(now.saturating_sub(age));
    let forgotten = handle.forget_before(before).wait()?;
    say(&format!("{forgotten} sessions forgotten"));
    Ok(Exit::Done)
}
