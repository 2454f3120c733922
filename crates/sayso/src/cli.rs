//! What can be typed.

mod agents;
mod desk;
mod inbox;
mod skill;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use sayso_core::deadline::OnTimeout;
use sayso_core::render::KeyBy;

pub(crate) use agents::{Hook, HookManner, HookOf, Init, Run, RunOf};
pub(crate) use desk::{Demo, Login, Serve, Sessions, SessionsChange, Status, Token};
pub(crate) use inbox::Inbox;
pub(crate) use skill::{Filling, Skill};

/// The place where AI agents ask people.
#[derive(Debug, Parser)]
#[command(name = "sayso", version, about, long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const LONG_ABOUT: &str = "\
The place where AI agents ask people.

An agent needs a decision. It asks; its run blocks; a person answers; the answer is checked,
written to disk and handed back. Silence, a crash or a closed terminal is never an answer.";

const AFTER_HELP: &str = "\
Environment:
  SAYSO_DATA   where the store lies (default: the XDG state directory)
  SAYSO_DESK   the address of a desk somewhere else; SAYSO_TOKEN is the token for it,
               SAYSO_CA a file of certificates that vouch for it
  SAYSO_STORE  a file, or postgres://… for a database that many nodes share;
               SAYSO_SECRETS_KEY is the file of the key that secret words are sealed with
  SAYSO_LANG   en or zh-CN
  SAYSO_PLAIN  1 for plain lines instead of the panel
  SAYSO_CLAUDE the program that is Claude Code (default: claude)
  SAYSO_LOG    how much a running desk writes down: error, warn, info, debug, trace
  SAYSO_TRANSCRIPTS
               where agents leave their transcripts, separated like PATH
               (default: projects/ in CLAUDE_CONFIG_DIR, else in ~/.claude)
  ASK_MAX_QUESTIONS, ASK_MAX_OPTIONS, ASK_HEADER_MAX_LENGTH, ASK_QUESTION_MAX_LENGTH
               the limits of the ask command (4, 4, 12, 500)
config.toml in SAYSO_DATA holds what is always so: name, plain, [keys], [serve], [push], [desk],
[mcp], [inbox].";

/// One subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Ask a person, and print the answers as JSON
    #[command(after_help = ASK_HELP)]
    Ask(Box<Ask>),
    /// Wait for a question that was asked before, and print its answers
    #[command(after_help = EXIT_CODES)]
    Wait(Wait),
    /// List the open questions of all sessions
    Pending(Pending),
    /// All open questions on a full screen, live: answer them in place
    #[command(after_help = inbox::HELP)]
    Inbox(Inbox),
    /// Answer an open question, here in the terminal or with JSON
    #[command(after_help = ANSWER_HELP)]
    Answer(Answer),
    /// Call an open question off
    Cancel(Cancel),
    /// Show what was asked and answered
    History(History),
    /// Check or export the log of everything that was decided
    #[command(subcommand)]
    Audit(Audit),
    /// Questions that a project keeps ready in .claude/skills/NAME/SKILL.md
    #[command(subcommand)]
    Skill(Skill),
    /// Watch an agent ask in several rounds on the page, with nothing to set up
    Demo(Demo),
    /// Run the desk with its HTTP API
    Serve(Serve),
    /// Let an MCP client ask: speaks MCP on standard input and output
    #[command(after_help = MCP_HELP)]
    Mcp,
    /// Run an agent here, hosted: its output streams, its questions open in place
    Run(Run),
    /// Hold an agent's pipes
    #[command(hide = true)]
    Host,
    /// Answer an agent's hook; agents call this
    Hook(Hook),
    /// Say whether a desk runs, where, and what is open
    Status(Status),
    /// Put Sayso into the MCP clients of this project, or take it out again
    Init(Init),
    /// Sign this terminal in at a desk, with a code or link from its page or from `sayso token link`
    Login(Login),
    /// List the browsers and terminals that are signed in, or sign one out
    Sessions(Sessions),
    /// Print a token for the HTTP API
    #[command(subcommand)]
    Token(Token),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

const EXIT_CODES: &str = "\
Exit codes:
  0 answered   1 bad input   2 wrong usage   3 nobody can be asked   4 cancelled
  5 timeout    6 refused     7 still open    8 not recorded          130 interrupted, withdrawn";

const ANSWER_HELP: &str = "\
Only what a person types at a terminal is recorded as the person's answer. JSON and piped lines are
recorded as a script's. An agent cannot answer: below one this is refused, also with --scripted.

Exit codes:
  0 answered   1 bad input   2 wrong usage   3 nobody can be asked   4 cancelled
  5 timeout    6 refused     7 still open    8 not recorded          130 interrupted";

const ASK_HELP: &str = "\
The JSON is {\"questions\":[{\"question\",\"header\",\"options\":[{\"label\",\"description\"}],\"multiSelect\"}]},
or the form with ids: {\"question_id\",\"question_text\",\"type\",\"options\":[{\"id\",\"label\"}]}.

Answers can be piped in, one line a question: a number, several (1,3), an option's label, yes or no.
A piped line that is no answer leaves the question open (7).

Exit codes:
  0 answered   1 bad input   2 wrong usage   3 nobody can be asked   4 cancelled
  5 timeout    6 refused     7 still open    8 not recorded          130 interrupted, withdrawn

Example:
  sayso ask '{\"questions\":[{\"question\":\"Which database?\",\"header\":\"Database\",
    \"options\":[{\"label\":\"PostgreSQL\",\"description\":\"Relational\"},
               {\"label\":\"MongoDB\",\"description\":\"Documents\"}],\"multiSelect\":false}]}'";

const MCP_HELP: &str = "\
Clients start this themselves; `sayso init` writes the entry for the ones it knows.
It binds no port. Questions go to the client's own form when it has one, and to the desk's page.

In config.toml of SAYSO_DATA, by the name that a client gives itself, or \"*\" for all others:
  [mcp]
  start_desk = true      # whether a question starts the desk's page when none runs
  grace = \"10m\"         # how long a question outlives its cancelled call
  [mcp.clients.\"codex-mcp-client\"]
  elicitation = \"auto\"   # auto, off: no form, trust: believe every refusal
  wait = \"4m\"            # after this long a call returns a ticket; 0 never";

/// The ask command.
#[derive(Debug, Args)]
pub(crate) struct Ask {
    /// The question, or `-` for standard input
    #[arg(value_name = "JSON")]
    pub(crate) json: Option<String>,
    /// Read the question from a file
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) how: How,
}

/// The manual that models read (S1).
const MANUAL: &str = include_str!("cmd/ask_user_question.txt");

/// The ask command as models call it.
#[derive(Debug, Parser)]
#[command(name = "AskUserQuestion", override_help = MANUAL)]
pub(crate) struct AskUserQuestion {
    /// The question
    #[arg(value_name = "JSON")]
    pub(crate) json: Option<String>,
    #[command(flatten)]
    pub(crate) how: How,
}

impl AskUserQuestion {
    /// What was typed. Models mostly send the question and nothing more: then there is nothing to
    /// parse, and the person sees it sooner.
    pub(crate) fn typed(args: Vec<OsString>) -> Self {
        let only = match args.as_slice() {
            [_, only] => only.to_str().map(str::to_owned),
            _ => None,
        };
        match only.filter(|word| !word.starts_with('-')) {
            Some(json) => Self {
                json: Some(json),
                how: How::default(),
            },
            None => Self::parse_from(args),
        }
        .under_its_name()
    }

    /// Asked under the name `AskUserQuestion`.
    fn under_its_name(mut self) -> Self {
        self.how.as_tool = true;
        self
    }
}

/// How it is asked and what is printed.
#[derive(Debug, Default, Args)]
pub(crate) struct How {
    /// The conversation it belongs to; a new one without it
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// Asking again with the same key finds the same question, and its answer
    #[arg(long, value_name = "KEY")]
    pub(crate) call: Option<String>,
    /// Stop waiting after this long, e.g. 90s, 10m, 2h (default: never, or `timeout` under `[asking]`
    /// of config.toml)
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    /// What happens then
    #[arg(long, value_name = "WHAT", requires = "timeout")]
    pub(crate) on_timeout: Option<AtTimeout>,
    /// How many rounds you mean to ask
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<u32>,
    /// Who asks
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// Whether it is a sub-agent that asks. It is refused, with 6: only the agent that the person talks to asks
    #[arg(long)]
    pub(crate) sub_agent: bool,
    /// Refuse a second question of the session while one is open
    #[arg(long)]
    pub(crate) serial: bool,
    /// Wait this long at most, then exit with 7; the question stays open (default: for ever, and a
    /// little less than the limit in an agent's shell)
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "no_wait")]
    pub(crate) wait: Option<Duration>,
    /// Record the question and go; collect the answer with `sayso wait`
    #[arg(long)]
    pub(crate) no_wait: bool,
    /// Ask at the desk of this address instead of here
    #[arg(long, value_name = "URL")]
    pub(crate) desk: Option<String>,
    /// Without a desk: if there is no terminal, nobody can be asked
    #[arg(long, conflicts_with = "desk")]
    pub(crate) local: bool,
    /// Plain lines instead of the panel, for screen readers and dumb terminals
    #[arg(long)]
    pub(crate) plain: bool,
    /// Answers from a file, each checked and marked `via: file`
    #[arg(long, value_name = "FILE", conflicts_with = "no_wait")]
    pub(crate) answers: Option<PathBuf>,
    /// Whether it is asked under the name `AskUserQuestion`. Then the first option stands in for a
    /// piped line that is empty or a number out of range.
    #[arg(skip)]
    pub(crate) as_tool: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// What is printed.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Output {
    /// What the answers are keyed by
    #[arg(long, value_enum, default_value_t)]
    pub(crate) key: Key,
    /// Answers alone, the whole outcome, or the tool result a model reads
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// What the answers are keyed by.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Key {
    /// The header
    #[default]
    Header,
    /// The question's text
    Question,
    /// The question's id
    Id,
}

impl From<Key> for KeyBy {
    fn from(key: Key) -> Self {
        match key {
            Key::Header => Self::Header,
            Key::Question => Self::Question,
            Key::Id => Self::Id,
        }
    }
}

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// {"answers":{…}}
    #[default]
    Answers,
    /// The whole outcome: who, where, when, how
    Outcome,
    /// The tool result, as an agent hands it to its model
    Claude,
}

/// What happens at the deadline.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum AtTimeout {
    /// Declared defaults stand in, marked as such
    Default,
    /// Nothing stands in
    Terminate,
}

impl From<AtTimeout> for OnTimeout {
    fn from(what: AtTimeout) -> Self {
        match what {
            AtTimeout::Default => Self::Default,
            AtTimeout::Terminate => Self::Terminate,
        }
    }
}

/// At which desk.
#[derive(Debug, Args)]
pub(crate) struct At {
    /// At the desk of this address instead of the one here
    #[arg(long, value_name = "URL")]
    pub(crate) desk: Option<String>,
}

/// `sayso wait`.
#[derive(Debug, Args)]
pub(crate) struct Wait {
    /// The interaction's id, or its first or last few digits
    pub(crate) id: String,
    /// Give up after this long and exit with 7; the question stays open
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) at: At,
}

/// `sayso pending`.
#[derive(Debug, Args)]
pub(crate) struct Pending {
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) at: At,
}

/// `sayso answer`.
#[derive(Debug, Args)]
pub(crate) struct Answer {
    /// The interaction's id, or its first or last few digits
    pub(crate) id: String,
    /// {"<question id or header>": <answer>}; without it one is asked here
    #[arg(value_name = "JSON")]
    pub(crate) json: Option<String>,
    /// Record the JSON, or the piped lines, as a script's answer. Without a terminal this is needed.
    /// A script's answer never allows an approval
    #[arg(long)]
    pub(crate) scripted: bool,
    /// Plain lines instead of the panel, for screen readers and dumb terminals
    #[arg(long, conflicts_with = "scripted")]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) at: At,
}

/// `sayso cancel`.
#[derive(Debug, Args)]
pub(crate) struct Cancel {
    /// The interaction's id, or its first or last few digits
    pub(crate) id: String,
    /// Why, in your own words; the agent reads it
    #[arg(long)]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) at: At,
}

/// `sayso history`.
#[derive(Debug, Args)]
pub(crate) struct History {
    /// Of one session only; or an agent's transcript: FILE.jsonl, or its session
    #[arg(value_name = "SESSION | FILE.jsonl")]
    pub(crate) session: Option<String>,
    /// How many, newest first; of a transcript, how many rounds
    #[arg(short = 'n', long, default_value_t = 20)]
    pub(crate) limit: usize,
    /// Go on before this place, as the last line of a page says; of a transcript, this round
    #[arg(long, value_name = "PLACE")]
    pub(crate) before: Option<u64>,
    /// As JSON, one outcome a line; of a transcript, one item a line
    #[arg(long)]
    pub(crate) json: bool,
    /// What was asked with this credential only: agent.token, session, person:NAME, page:ID,
    /// terminal:ID, or local
    #[arg(long, value_name = "NAME", conflicts_with_all = ["transcript", "list", "follow", "agent", "ask_again"])]
    pub(crate) credential: Option<String>,
    /// The transcript that the session's agent left, also when the desk knows the session
    #[arg(long, requires = "session")]
    pub(crate) transcript: bool,
    /// List the transcripts that agents left of this project
    #[arg(long, conflicts_with_all = ["session", "before"])]
    pub(crate) list: bool,
    /// With --list: of all projects; with a transcript: also the lines that people pass over
    #[arg(long)]
    pub(crate) all: bool,
    /// Go on with what is added to the transcript, until Ctrl-C
    #[arg(short, long, requires = "session", conflicts_with = "before")]
    pub(crate) follow: bool,
    /// What this sub-agent of the transcript did
    #[arg(long, value_name = "ID", requires = "session")]
    pub(crate) agent: Option<String>,
    /// Ask a question of the transcript again that nobody ever answered, by its uuid or tool call
    #[arg(long, value_name = "UUID", requires = "session", conflicts_with_all = ["follow", "json"])]
    pub(crate) ask_again: Option<String>,
    #[command(flatten)]
    pub(crate) at: At,
}

/// `sayso audit`.
#[derive(Debug, Subcommand)]
pub(crate) enum Audit {
    /// Check that no recorded decision was changed, removed, added or moved
    Verify {
        /// Also check that everything of an earlier export is still there
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
    },
    /// Print the whole log, one fact a line
    Export,
    /// Forget sessions with nothing open whose last fact is older than this, e.g. 90d
    Forget {
        /// How old
        #[arg(long, value_name = "TIME", value_parser = duration)]
        older_than: Duration,
        /// Do not ask first; needed without a terminal, and for less than a day
        #[arg(long)]
        yes: bool,
    },
}

/// `90s`, `10m`, `2h`, `3d`; a bare number is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let seconds = match &text[digits.len()..] {
        "ms" => {
            let millis = digits.parse().map_err(|_| not_a_time(text))?;
            return Ok(Duration::from_millis(millis));
        }
        "" | "s" => 1,
        "m" => 60,
        "h" => 3_600,
        "d" => 86_400,
        _ => return Err(not_a_time(text)),
    };
    let number: u64 = digits.parse().map_err(|_| not_a_time(text))?;
    number
        .checked_mul(seconds)
        .map(Duration::from_secs)
        .ok_or_else(|| not_a_time(text))
}

fn not_a_time(text: &str) -> String {
    format!("{text:?} is no time; write it like 90s, 10m, 2h or 3d")
}
