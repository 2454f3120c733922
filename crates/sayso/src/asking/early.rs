//! A question on the screen while it is being recorded.

use sayso_core::id::SessionId;
use sayso_core::session::Session;
use sayso_desk::NewAsk;
use sayso_term::Asked;
use sayso_term::inline::Stage;

use super::context::ContextSource;
use super::put_before::panel;
use super::turn::Turn;
use super::{Place, heading, make_data_directory};
use crate::config::Config;

/// A question that shows already. It takes no key before it is on record, and when it cannot be
/// recorded it is taken off the screen: opening the store and waiting for the disk is then no time
/// in which the person sees nothing.
#[derive(Debug)]
pub(crate) struct Early<'t> {
    pub(super) stage: Stage<'t>,
    pub(super) turn: Option<Turn>,
}

impl<'t> Early<'t> {
    /// Shows it, where it is sure to be asked as it stands: anew, in a conversation of its own,
    /// with nothing that only the desk knows, such as how much time is left.
    pub(crate) fn show(ask: &NewAsk, place: &'t Place, config: &Config) -> Option<Self> {
        let Place::Terminal(terminal) = place else {
            return None;
        };
        let anew = ask.session.is_none() && ask.key.is_none() && ask.timeout.is_none();
        if !anew
            || config.asking.has_deadline()
            || config.desk.is_some()
            || !config.screen.takes_panel(terminal)
        {
            return None;
        }
        make_data_directory(config).ok()?;
        let turn = match terminal.number() {
            Some(number) => Turn::wait(&config.data, number, &mut || true)?,
            None => None,
        };
        let session = Session::new(SessionId::from("new"));
        let questions = session.named(&ask.parsed.questions, 1);
        let heading = heading(&ask.opening, &ask.asker, config.lang);
        let asked = Asked {
            source: ask.source,
            round: 1,
            total_rounds: ask.total_rounds,
            heading: heading.as_deref(),
            lang: config.lang,
            ..Asked::new(&questions)
        };
        let files = ContextSource::Local(ask.opening.project.as_deref());
        let mut panel = panel(&asked, &files, true, config);
        let mut stage = Stage::take(terminal, config.screen.reflows).ok()?;
        stage.show(&mut panel).ok()?;
        Some(Self { stage, turn })
    }
}
