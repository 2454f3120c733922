//! `sayso audit`.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Duration;

use sayso_core::lang::Lang;
use sayso_core::moment::Moment;
use sayso_desk::audit::{Verifier, export_line, read_export_line};
use sayso_desk::clock::{Clock, SystemClock};
use sayso_desk::store::Reader;
use sayso_desk::{DeskError, Handle};

use super::{agreed, complain, desk_failed, local_desk, say};
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
        Audit::Verify { against } => verify(handle.reader(), against.as_deref(), config.lang),
        Audit::Export => export(handle.reader()).map(|()| Exit::Done),
        Audit::Forget { older_than, yes } => forget(&handle, *older_than, *yes, config.lang),
    };
    done.unwrap_or_else(|error| desk_failed(&error, config))
}

fn verify(reader: &dyn Reader, against: Option<&Path>, lang: Lang) -> Result<Exit, DeskError> {
    let mut verifier = Verifier::new(reader.forgotten()?);
    if let Some(path) = against {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) => {
                complain(&format!("{}: {error}", path.display()));
                return Ok(Exit::BadInput);
            }
        };
        let mut expected = 0;
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
            expected += 1;
        }
        if expected == 0 {
            let path = path.display();
            complain(&lang.pick(
                format!("{path}: there is no fact in it; make an export with `sayso audit export`"),
                format!("{path}：其中没有任何记录；请用 `sayso audit export` 导出"),
            ));
            return Ok(Exit::BadInput);
        }
    }
    pages(reader, |line| verifier.take(line))?;
    let report = verifier.finish();
    for problem in &report.problems {
        complain(&problem.to_string());
    }
    if let (Some(path), 0) = (against, report.compared) {
        let path = path.display();
        complain(&lang.pick(
            format!(
                "{path}: nothing of this export is in the log: no session of it is there any more, \
                 or it was forgotten, or it is the export of another store. Nothing was compared."
            ),
            format!(
                "{path}：日志中没有该导出文件的任何内容：其中的会话已不存在、已被清除，或者它来自其他存储。\
                 没有可比对的内容。"
            ),
        ));
        return Ok(Exit::BadInput);
    }
    if report.problems.is_empty() {
        say(&format!(
            "{} facts of {} sessions: every hash fits. Head: {}",
            report.facts, report.sessions, report.head
        ));
        if report.forgotten > 0 {
            let forgotten = report.forgotten;
            say(&lang.pick(
                format!(
                    "{forgotten} sessions were forgotten (sayso audit forget). Of each the log keeps \
                     only the last number and hash."
                ),
                format!("已清除 {forgotten} 个会话（sayso audit forget），日志只保留其末尾序号与哈希。"),
            ));
        }
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

/// Less than this, and what people are still at work on would go: that must be typed out.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn forget(handle: &Handle, older_than: Duration, yes: bool, lang: Lang) -> Result<Exit, DeskError> {
    let age = i64::try_from(older_than.as_millis()).unwrap_or(i64::MAX);
    let now = SystemClock::new().now().millis();
    let before = Moment::from_millis(now.saturating_sub(age));
    let (old, all) = count(handle.reader(), before)?;
    let question = lang.pick(
        format!("Forget {old} of {all} sessions for good? [y/N] "),
        format!("永久清除 {all} 个会话中的 {old} 个？[y/N] "),
    );
    if !yes && (older_than < A_DAY || !agreed(&question)) {
        complain(&lang.pick(
            format!(
                "Nothing was forgotten. {old} of {all} sessions would go for good; add --yes to \
                 forget them."
            ),
            format!("未清除任何内容。将永久清除 {all} 个会话中的 {old} 个；如确认，请加上 --yes。"),
        ));
        return Ok(Exit::Cancelled);
    }
    let forgotten = handle.forget_before(before).wait()?;
    say(&format!("{forgotten} of {all} sessions forgotten"));
    Ok(Exit::Done)
}

/// How many sessions have nothing open and a last fact before this moment, and how many there are.
fn count(reader: &dyn Reader, before: Moment) -> Result<(usize, usize), DeskError> {
    let mut sessions: HashMap<_, (Moment, i64)> = HashMap::new();
    pages(reader, |line| {
        let session = sessions.entry(line.session.clone());
        let (last, open) = session.or_insert((line.at, 0));
        *last = line.at;
        *open += i64::from(line.kind == "asked") - i64::from(line.kind == "closed");
    })?;
    let old = sessions
        .values()
        .filter(|(last, open)| *open == 0 && *last < before);
    Ok((old.count(), sessions.len()))
}
