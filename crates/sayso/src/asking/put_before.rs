//! Putting a question before whoever is there, until it is closed here or elsewhere.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::time::Duration;

use sayso_core::actor::Actor;
use sayso_core::command::GivenAnswer;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::form::Draft;
use sayso_core::safe_text;
use sayso_term::ends::told_to_end;
use sayso_term::inline::{ask_in_panel, ask_on_stage, leave_record};
use sayso_term::line::{AtDesk, PipedLines, TtyLines, ask_in_lines, ask_in_lines_at};
use sayso_term::panel::Panel;
use sayso_term::{Asked, Ended, Seat, Terminal, Watch};

use super::context::{ContextSource, contexts};
use super::desk_keeper::DeskKeeper;
use super::early::Early;
use super::place::Place;
use super::repeats::Repeats;
use super::report::{closed_elsewhere, exit_of, report, still_open, take_back};
use super::shown::Shown;
use super::trouble::{Trouble, TroubleKind};
use super::turn::Turn;
use super::waiting::Waiting;
use super::window::Window;
use crate::cli::Output;
use crate::cmd::complain;
use crate::config::Config;
use crate::exit::Exit;

/// How often a face looks whether the question was closed elsewhere.
const LOOK: Duration = Duration::from_millis(100);

/// Puts a question before whoever is there. Prints the outcome for the asker, if this is its
/// process, and says how the command ends.
pub(crate) fn put_before(
    shown: &Shown,
    (place, early): (&Place, Option<Early<'_>>),
    window: &Window,
    waiting: Waiting,
    output: Option<Output>,
    config: &Config,
) -> Exit {
    let mut person = Person {
        shown,
        place,
        window,
        waiting: RefCell::new(waiting),
        panel: None,
        early,
        turn: RefCell::new(None),
        repeats: Repeats::default(),
        unsent: None,
        draft: Draft::new(),
        not_sent: None,
        output,
        config,
    };
    person.ask()
}

struct Person<'a> {
    shown: &'a Shown,
    place: &'a Place,
    window: &'a Window,
    waiting: RefCell<Waiting>,
    /// The panel, once it was drawn: what was entered stays in it when it is not taken.
    panel: Option<Panel>,
    /// The question, where it shows already.
    early: Option<Early<'a>>,
    /// The right to draw on the terminal, until everything is said there.
    turn: RefCell<Option<Turn>>,
    repeats: Repeats,
    /// Answers that were sent, and nobody knows whether they arrived.
    unsent: Option<Vec<GivenAnswer>>,
    /// In line mode, what was entered, and why it was not taken.
    draft: Draft,
    not_sent: Option<String>,
    output: Option<Output>,
    config: &'a Config,
}

impl Person<'_> {
    fn ask(&mut self) -> Exit {
        loop {
            let ended = match self.talk() {
                Ok(ended) => ended,
                Err(trouble) => return self.leave(trouble.say()),
            };
            match ended {
                Ended::Answered { answers, notes } => {
                    notes.iter().for_each(|note| complain(note));
                    match self.submit(&answers) {
                        Ok(()) => return self.recorded(),
                        Err(trouble) if trouble.kind == TroubleKind::InvalidAnswer => {
                            match &mut self.panel {
                                Some(panel) => panel.warn(trouble.lines().join(" ")),
                                None => trouble.lines().iter().for_each(|line| self.mention(line)),
                            }
                            if !matches!(self.place, Place::Terminal(_)) {
                                return self.leave(Exit::BadInput);
                            }
                        }
                        Err(trouble) if trouble.kind == TroubleKind::Closed => {
                            return self.tell(true);
                        }
                        Err(trouble) if self.can_send_again(&trouble) => {
                            self.unsent = Some(answers);
                            self.not_sent(&trouble);
                        }
                        Err(trouble) => return trouble.say(),
                    }
                }
                Ended::Cancelled { reason } => {
                    // Whatever was sent before is no longer wanted.
                    self.unsent = None;
                    let actor = self.actor();
                    let cancelled = self
                        .window
                        .cancel(self.shown.id, reason, actor, self.config);
                    match cancelled {
                        Ok(()) => return self.tell(false),
                        Err(trouble) if trouble.kind == TroubleKind::Closed => {
                            return self.tell(true);
                        }
                        Err(trouble) if self.can_send_again(&trouble) => {
                            self.not_cancelled(&trouble);
                        }
                        Err(trouble) => return trouble.say(),
                    }
                }
                Ended::Elsewhere => {
                    return match self.was_ours() {
                        true => self.recorded(),
                        false => self.tell(true),
                    };
                }
                Ended::Interrupted => return self.leave(Exit::Interrupted),
                Ended::Gone => return self.left_open(),
                Ended::NoAnswer { notes } => {
                    notes.iter().for_each(|note| complain(note));
                    return self.left_open();
                }
                Ended::NoInput { notes } => {
                    notes.iter().for_each(|note| complain(note));
                    return self.leave(Exit::NobodyToAsk);
                }
            }
        }
    }

    /// Lets the person answer, once.
    fn talk(&mut self) -> Result<Ended, Trouble> {
        if let Place::Terminal(terminal) = self.place
            && (self.panel.is_some() || self.config.screen.takes_panel(terminal))
        {
            return Ok(self.talk_in_panel());
        }
        self.talk_in_lines()
    }

    fn talk_in_panel(&mut self) -> Ended {
        let (config, shown) = (self.config, self.shown);
        let Place::Terminal(terminal) = self.place else {
            return Ended::Gone;
        };
        let stage = self.early.take().map(|early| {
            self.turn.replace(early.turn);
            early.stage
        });
        if stage.is_none() && self.turn.borrow().is_none() {
            let mut over = || told_to_end().is_some() || self.waiting.borrow_mut().is_over(config);
            let turn = terminal
                .number()
                .map(|number| Turn::wait(&config.data, number, &mut over));
            let Some(turn) = turn.unwrap_or(Some(None)) else {
                return told_to_end().unwrap_or(Ended::Elsewhere);
            };
            self.turn.replace(turn);
        }
        let mut keeper = DeskKeeper::new(shown, self.window, &self.waiting, config);
        keeper.lends(terminal.number(), &self.turn);
        let panel = self.panel.get_or_insert_with(|| {
            let files = match self.window.person() {
                // What is asked here is about files that lie here.
                Some(desk) if shown.seat != Seat::Asker => ContextSource::Remote(desk, shown.id),
                _ => ContextSource::Local(shown.project.as_deref()),
            };
            let here = self.window.handle().is_some();
            let panel = panel(&asked(shown, config), &files, here, config);
            match keeper.draft() {
                Some(draft) => panel.resume(draft),
                None => panel,
            }
        });
        let editor = config.screen.editor.clone();
        let face = sayso_term::inline::Face {
            terminal,
            editor: editor.map(|editor| (editor, config.data.clone())),
            reflows: config.screen.reflows,
        };
        match stage {
            Some(stage) => ask_on_stage(stage, panel, &face, &mut keeper),
            None => ask_in_panel(panel, &face, &mut keeper),
        }
    }

    fn talk_in_lines(&mut self) -> Result<Ended, Trouble> {
        let (waiting, config) = (&self.waiting, self.config);
        let watch = || Watch::Every(LOOK, Box::new(|| waiting.borrow_mut().is_over(config)));
        let mut asked = asked(self.shown, self.config);
        let failed = |error: io::Error| Trouble::nobody(format!("Error: {error}"));
        match self.place {
            Place::Terminal(terminal) => {
                asked.width = terminal.width();
                let mut keeper = DeskKeeper::new(self.shown, self.window, waiting, config);
                if self.draft.is_empty() {
                    self.draft = keeper.draft().unwrap_or_default();
                }
                let mut lines = TtyLines::start(terminal, watch()).map_err(failed)?;
                let desk = AtDesk {
                    keeper: &mut keeper,
                    draft: &mut self.draft,
                    not_sent: self.not_sent.take(),
                    // S1 draws nothing above a question of its own.
                    hints: config.screen.plain || asked.heading.is_some(),
                };
                Ok(ask_in_lines_at(desk, &asked, &mut lines, &mut &*terminal))
            }
            Place::Piped(stdin) => {
                let copy = stdin.as_fd().try_clone_to_owned().map_err(failed)?;
                let mut lines = PipedLines::from_fd(copy, watch()).map_err(failed)?;
                let mut out: Box<dyn Write> = if io::stderr().is_terminal() {
                    Box::new(io::stderr())
                } else {
                    Box::new(io::sink())
                };
                Ok(ask_in_lines(&asked, &mut lines, &mut out))
            }
            Place::Given(file) => Ok(Ended::Answered {
                answers: file
                    .answers(&self.shown.questions)
                    .map_err(Trouble::bad_input)?,
                notes: Vec::new(),
            }),
        }
    }

    fn submit(&self, answers: &[GivenAnswer]) -> Result<(), Trouble> {
        let (id, actor) = (self.shown.id, self.actor());
        let request = self.repeats.key(id, answers);
        self.window.answer(id, answers, actor, request, self.config)
    }

    /// Whether it closed by answers of ours that arrived while the word of it did not: then they
    /// are known for the same. Asked only of a question that is closed; were it open, to ask would
    /// be to answer.
    fn was_ours(&mut self) -> bool {
        let is_closed = matches!(&*self.waiting.borrow(), Waiting::Over(Ok(_)));
        let sent = self.unsent.take().filter(|_| is_closed);
        let Some(sent) = sent else {
            return false;
        };
        // What was entered since then is not what was recorded.
        let shown = self
            .panel
            .as_ref()
            .is_none_or(|panel| panel.answers() == sent);
        shown && self.submit(&sent).is_ok()
    }

    /// Whether whoever sits here can do it once more, as it was or otherwise.
    fn can_send_again(&self, trouble: &Trouble) -> bool {
        let passes = matches!(trouble.kind, TroubleKind::Away | TroubleKind::InvalidAnswer);
        passes && matches!(self.place, Place::Terminal(_))
    }

    /// The desk did not take it, and it may next time: it stays before the person.
    fn not_sent(&mut self, trouble: &Trouble) {
        let why = trouble.why(self.config.lang);
        match &mut self.panel {
            Some(panel) => panel.not_sent(&why),
            None => self.not_sent = Some(why),
        }
    }

    /// It is not known to be called off, and may be next time: that is asked again, and not whether
    /// something shall be sent.
    fn not_cancelled(&mut self, trouble: &Trouble) {
        let why = trouble.why(self.config.lang);
        match &mut self.panel {
            Some(panel) => panel.not_cancelled(&why),
            None => self.mention(&self.config.lang.pick(
                format!("The cancel is not confirmed: {why}."),
                format!("取消尚未确认：{why}。"),
            )),
        }
    }

    /// What was answered is on record, and stays on the screen.
    fn recorded(&mut self) -> Exit {
        if let (Place::Terminal(terminal), Some(panel)) = (self.place, &self.panel) {
            let _ = leave_record(panel, terminal);
        }
        self.tell(false)
    }

    fn actor(&self) -> Actor {
        let (face, evidence) = match self.place {
            Place::Terminal(_) => (Face::Terminal, Evidence::Terminal),
            Place::Piped(_) => (Face::Pipe, Evidence::Script),
            Place::Given(_) => (Face::File, Evidence::Script),
        };
        Actor::new(self.config.user.as_str(), face, evidence)
    }

    /// The question is closed: prints how, for the asker, and tells a loser who was first.
    fn tell(&mut self, by_others: bool) -> Exit {
        let over = Waiting::Over(Err(Trouble::gone()));
        match self.waiting.replace(over).outcome(self.config) {
            Ok(outcome) => {
                if by_others {
                    self.mention(&closed_elsewhere(&outcome, self.config.lang));
                }
                match self.output {
                    Some(output) => report(&outcome, output, self.window, self.config),
                    None if by_others => exit_of(&outcome),
                    None => Exit::Done,
                }
            }
            Err(trouble) => trouble.say(),
        }
    }

    /// Says something to whoever was asked: standard error may be the asker's, the terminal is not.
    fn mention(&self, line: &str) {
        match self.place {
            Place::Terminal(terminal) => {
                let mut out: &Terminal = terminal;
                let _ = writeln!(out, "{}", safe_text::shown(line));
            }
            Place::Piped(_) | Place::Given(_) => complain(line),
        }
    }

    /// It is open still: tells the asker how to collect the answer, and others how to give it.
    fn left_open(&self) -> Exit {
        let id = self.shown.id;
        match self.shown.seat {
            Seat::Asker => return still_open(id, self.config),
            Seat::Guest | Seat::Host => complain(&self.config.lang.pick(
                format!("Still open. Answer it with: sayso answer {id}"),
                format!("仍未回答。稍后用以下命令回答：sayso answer {id}"),
            )),
            // It ends with the demonstration.
            Seat::Demo => {}
        }
        Exit::StillOpen
    }

    /// Leaves without an answer. The asker takes its question back: nobody waits for it any more.
    fn leave(&self, exit: Exit) -> Exit {
        if self.shown.seat == Seat::Asker {
            take_back(self.shown.id, self.window, self.config);
        }
        exit
    }
}

/// The panel that shows it. At a desk that is here earlier rounds can be seen.
pub(super) fn panel(
    asked: &Asked<'_>,
    files: &ContextSource<'_>,
    is_here: bool,
    config: &Config,
) -> Panel {
    Panel::new(asked)
        .with_keys(config.screen.keys.clone().unwrap_or_default())
        .with_look(config.screen.look)
        .with_contexts(contexts(asked.questions, files, config))
        .with_abilities(config.screen.editor.is_some(), is_here)
}

/// What is put before the person.
fn asked<'a>(shown: &'a Shown, config: &Config) -> Asked<'a> {
    Asked {
        source: shown.source,
        round: shown.round,
        total_rounds: shown.total_rounds,
        heading: shown.heading.as_deref(),
        first_stands_in: shown.first_stands_in,
        seat: shown.seat,
        lang: config.lang,
        ..Asked::new(&shown.questions)
    }
}
