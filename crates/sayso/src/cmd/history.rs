//! `sayso history`.

use sayso_core::asker::AskerKind;
use sayso_core::given::Given;
use sayso_core::id::SessionId;
use sayso_core::interaction::shown;
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::pick::Pick;
use sayso_core::question::Question;
use sayso_core::render::{outcome_wire, spoken};
use sayso_core::safe_text::{shown as safe, shown_on_one_line};
use sayso_core::texts;
use sayso_desk::store::HistoryEntry;
use serde_json::json;

use super::{complain, say, transcript};
use crate::asking::{Trouble, Window, ending};
use crate::cli::History;
use crate::config::Config;
use crate::exit::Exit;

/// Entries looked through at once.
const PAGE: usize = 500;

/// Shows what was asked and answered, newest first.
pub(crate) fn run(history: &History, config: &Config) -> Exit {
    if history.list {
        return transcript::list(history, config);
    }
    match history.session.as_deref() {
        Some(named) if history.credential.is_none() && transcript::is_meant(named, history) => {
            transcript::run(named, history, config)
        }
        _ => of_the_desk(history, config),
    }
}

fn of_the_desk(history: &History, config: &Config) -> Exit {
    let session = history.session.as_deref().map(SessionId::from);
    let (before, most) = (history.before, history.limit);
    let listed = Window::open(config).and_then(|window| match &history.credential {
        None => window.history(session.as_ref(), before, most, config),
        Some(credential) => asked_with(
            credential,
            &window,
            session.as_ref(),
            (before, most),
            config,
        ),
    });
    let entries = match listed {
        Ok(entries) => entries,
        Err(trouble) => return trouble.say(),
    };
    let transcript = history
        .session
        .as_deref()
        .filter(|_| history.before.is_none());
    let transcript = transcript
        .filter(|session| history.credential.is_none() && transcript::exists(session, config));
    if let (true, Some(session)) = (entries.is_empty(), transcript) {
        return transcript::run(session, history, config);
    }
    if history.json {
        for entry in &entries {
            let mut wire = json!(outcome_wire(&entry.outcome));
            wire["place"] = json!(entry.place);
            say(&wire.to_string());
        }
        return Exit::Done;
    }
    if entries.is_empty() {
        complain(
            config
                .lang
                .pick("Nothing was answered yet.", "还没有任何记录。"),
        );
    }
    for entry in &entries {
        say(&card(&entry.outcome, config));
    }
    if let Some(last) = entries.last()
        && entries.len() == history.limit
    {
        let place = last.place;
        complain(&config.lang.pick(
            format!("More: add --before {place}"),
            format!("更多：加上 --before {place}"),
        ));
    }
    if let Some(session) = transcript {
        complain(&config.lang.pick(
            format!("Its agent's transcript: sayso history {session} --transcript"),
            format!("该会话的代理记录：sayso history {session} --transcript"),
        ));
    }
    Exit::Done
}

/// What was asked with a credential, newest first, looked for page by page.
fn asked_with(
    credential: &str,
    window: &Window,
    session: Option<&SessionId>,
    (mut before, most): (Option<u64>, usize),
    config: &Config,
) -> Result<Vec<HistoryEntry>, Trouble> {
    let mut found = Vec::new();
    loop {
        let page = window.history(session, before, PAGE, config)?;
        let is_last = page.len() < PAGE;
        before = page.last().map(|entry| entry.place);
        let asked =
            |entry: &HistoryEntry| entry.outcome.asker.credential.as_deref() == Some(credential);
        found.extend(page.into_iter().filter(asked).take(most - found.len()));
        if is_last || found.len() >= most {
            return Ok(found);
        }
    }
}

/// One closed interaction with everything that was offered, and what was picked.
pub(crate) fn card(outcome: &Outcome, config: &Config) -> String {
    let session = shown_on_one_line(outcome.session.as_str()).into_owned();
    // The name alone stands on the session; that it is not the main agent, nowhere else.
    let asker = &outcome.asker;
    let asker = match asker.kind {
        AskerKind::Main => None,
        _ => asker.label(None, config.lang),
    };
    let asker = asker.map_or_else(String::new, |asker| {
        format!("  {}", shown_on_one_line(&asker))
    });
    let mut card = format!(
        "{}  #{} {session}{asker}\n",
        ending(outcome, config.lang),
        outcome.round
    );
    let asked_with = match outcome.asker.credential.as_deref() {
        None | Some("local") => String::new(),
        Some(credential) => {
            let credential = shown_on_one_line(credential);
            config.lang.pick(
                format!("; asked with {credential}"),
                format!("；凭 {credential} 提问"),
            )
        }
    };
    card.push_str(&format!(
        "  {}; {}{asked_with}\n",
        texts::evidence(outcome.closing.actor.evidence, config.lang),
        texts::delivery(outcome.delivery, config.lang)
    ));
    for place in shown(&outcome.questions, &outcome.closing.answers) {
        let indent = "  ".repeat(place.depth + 1);
        let question = place.question;
        let header = question
            .header
            .as_ref()
            .map_or_else(String::new, |h| format!("[{}] ", shown_on_one_line(h)));
        card.push_str(&format!("{indent}{header}{}\n", safe(&question.text)));
        for line in answer_lines(outcome, question, config.lang) {
            card.push_str(&format!("{indent}  {line}\n"));
        }
    }
    card
}

fn answer_lines(outcome: &Outcome, question: &Question, lang: Lang) -> Vec<String> {
    let answer = outcome.closing.answers.get(&question.id);
    let given = answer.map(|answer| &answer.given);
    let mut lines: Vec<String> = question
        .choices
        .iter()
        .map(|choice| {
            let picked = given.is_some_and(|given| given.triggers(&choice.id));
            let mark = if picked { "●" } else { "○" };
            format!("{mark} {}", shown_on_one_line(&choice.label))
        })
        .collect();
    match (answer, given) {
        (None, _) => lines.push("–".into()),
        (Some(answer), Some(Given::Text(_) | Given::Yes(_) | Given::Hidden)) => {
            lines.push(format!(
                "● {}",
                safe(&spoken(question, answer, str::to_owned))
            ));
        }
        (_, Some(given)) => lines.extend(given.picks().iter().filter_map(|pick| match pick {
            Pick::Other(words) => Some(format!("● “{}”", safe(words))),
            Pick::Choice(_) => None,
        })),
        _ => {}
    }
    if let Some(answer) = answer {
        if let Some(note) = &answer.note {
            lines.push(format!("  {}", safe(note)));
        }
        if answer.defaulted {
            lines.push(format!(" {}", texts::chosen_by_nobody(lang)));
        }
    }
    lines
}
