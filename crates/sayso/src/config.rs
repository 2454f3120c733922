//! The environment and `config.toml`, read once.
#![expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the environment"
)]

use std::env;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use rustix::process::getuid;
use sayso_core::lang::Lang;
use sayso_core::limits::{CALL_QUESTIONS, Limits};
use sayso_desk::remote::{RemoteDesk, Trust};
use sayso_term::panel::Look;
use tracing::level_filters::LevelFilter;

use crate::asking_file::AskingFile;
use crate::below_agent::MARKS;
use crate::config_file::{ConfigFile, PushFile, ServeFile};
use crate::inbox::InboxFile;
use crate::mcp_file::McpFile;
use crate::owner_only;
use crate::screen::Screen;
use crate::serving::{RuntimeFile, TerminalLogin, Tokens, plain};
use crate::storage::Storage;

/// What the environment and `config.toml` say, checked.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// Directory of tokens, of the runtime file, and of the store unless that is elsewhere.
    pub(crate) data: PathBuf,
    /// Where the log is kept.
    pub(crate) store: Storage,
    /// The language of what people read.
    pub(crate) lang: Lang,
    /// The command's limits.
    pub(crate) limits: Limits,
    /// The person at this machine.
    pub(crate) user: String,
    /// About what is asked at the desk of this directory.
    pub(crate) asking: AskingFile,
    /// How `sayso serve` listens, when nothing else is typed.
    pub(crate) serve: ServeFile,
    /// About pushes to browsers.
    pub(crate) push: PushFile,
    /// About MCP clients.
    pub(crate) mcp: McpFile,
    /// The file of the key that secret words are sealed with, unless it lies among the data.
    pub(crate) secrets_key: Option<PathBuf>,
    /// About the inbox.
    pub(crate) inbox: InboxFile,
    /// How much a running desk writes down.
    pub(crate) log_level: LevelFilter,
    /// Certificates that vouch for a desk somewhere else.
    pub(crate) ca: Option<PathBuf>,
    /// A desk somewhere else.
    pub(crate) desk: Option<DeskAddress>,
    /// The project: the directory one is in.
    pub(crate) project: Option<String>,
    /// How the terminal is drawn on.
    pub(crate) screen: Screen,
    /// The program that is Claude Code.
    pub(crate) claude: PathBuf,
    /// What an agent around this process says of itself.
    pub(crate) around: Around,
    /// Whether there is a screen to open a browser on.
    pub(crate) has_screen: bool,
    /// Where agents leave their transcripts.
    pub(crate) transcripts: Vec<PathBuf>,
    /// Where Claude Code keeps its sessions, to resume them.
    pub(crate) claude_sessions: Option<PathBuf>,
    /// Where the person keeps templates for all projects.
    pub(crate) skills: Option<PathBuf>,
    /// The person's own directory.
    pub(crate) home: Option<PathBuf>,
}

/// What an agent around this process says of itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    /// Sayso hosts it: it asks through its host, and its hooks are silent.
    pub(crate) hosted: bool,
    /// How long its shell lets a command run, with time to spare to say so.
    pub(crate) shell_time: Option<Duration>,
    /// The agent's own session.
    pub(crate) claude_session: Option<String>,
    /// How Claude Code was started: `cli` at a terminal, `sdk-cli` without one.
    pub(crate) claude_entry: Option<String>,
    /// Which agent it is, if it left its mark.
    pub(crate) agent: Option<&'static str>,
}

/// A desk somewhere else.
#[derive(Clone, Debug)]
pub(crate) struct DeskAddress {
    /// Where.
    pub(crate) url: String,
    /// What lets an asker in.
    pub(crate) asker: String,
    /// What lets a person in.
    pub(crate) person: String,
    /// This machine's login there, if there is one.
    pub(crate) login: Option<TerminalLogin>,
}

impl DeskAddress {
    /// With the token from the environment; whose it is only the desk knows.
    fn new(url: String) -> Self {
        let token = text("SAYSO_TOKEN").unwrap_or_default();
        Self {
            url,
            asker: token.clone(),
            person: token,
            login: None,
        }
    }
}

impl Config {
    /// The same, at the desk of this address if one is named. Its token comes from the
    /// environment; the tokens of this directory go to the desk of this directory and to no other.
    pub(crate) fn at(&self, url: Option<&str>) -> Self {
        let mut config = self.clone();
        if let Some(url) = url {
            config.desk = Some(DeskAddress::new(url.to_owned()));
        }
        config.with_tokens()
    }

    /// With the tokens of this directory, if its desk is meant and none are named; and for what a
    /// person does, with the login that `sayso login` made at that desk.
    pub(crate) fn with_tokens(mut self) -> Self {
        let Some(desk) = &mut self.desk else {
            return self;
        };
        if desk.person.is_empty()
            && RuntimeFile::find(&self.data).is_some_and(|ours| plain(&ours) == plain(&desk.url))
            && let Ok(tokens) = Tokens::in_directory(&self.data)
        {
            desk.asker = tokens.agent;
            desk.person = tokens.person;
        }
        desk.login = TerminalLogin::find(&self.data, &desk.url);
        if let Some(login) = &desk.login {
            desk.person.clone_from(&login.token);
            if desk.asker.is_empty() {
                desk.asker.clone_from(&login.token);
            }
        }
        self
    }

    /// Whether this very terminal is signed in at the desk that is meant, which is asked: a session
    /// may have been revoked. Another terminal's login does not count, nor one of a process without
    /// a terminal.
    pub(crate) fn is_signed_in_terminal(&self) -> bool {
        let named = self.desk.as_ref().map(|desk| desk.url.clone());
        let Some(url) = named.or_else(|| RuntimeFile::find(&self.data)) else {
            return false;
        };
        TerminalLogin::find(&self.data, &url)
            .filter(TerminalLogin::is_of_this_terminal)
            .and_then(|login| self.remote(&url, &login.token).ok())
            .is_some_and(|desk| desk.login_sessions().is_ok())
    }

    /// Reads the environment; says what is wrong with it.
    pub(crate) fn from_environment() -> Result<Self, String> {
        let data = data_directory()?;
        let lang = language()?;
        owner_only::check_directory(&data, lang)?;
        let file = ConfigFile::read(&data)?;
        let screen = screen(&file)?;
        let store = match text("SAYSO_STORE") {
            Some(store) => Storage::named(&store),
            None => Storage::File(data.join("sayso.db")),
        };
        owner_only::check_files(&data, &store, lang)?;
        Ok(Self {
            data,
            store,
            lang,
            limits: limits()?,
            user: file
                .name
                .or_else(|| text("USER"))
                .or_else(|| text("LOGNAME"))
                .unwrap_or_else(|| format!("uid {}", getuid().as_raw())),
            secrets_key: path("SAYSO_SECRETS_KEY").or_else(|| file.serve.secrets_key.clone()),
            log_level: log_level()?,
            asking: file.asking,
            serve: file.serve,
            push: file.push,
            mcp: file.mcp,
            inbox: file.inbox,
            ca: path("SAYSO_CA").or(file.desk.ca),
            desk: text("SAYSO_DESK").or(file.desk.url).map(DeskAddress::new),
            project: env::current_dir()
                .ok()
                .map(|directory| directory.to_string_lossy().into_owned()),
            screen,
            claude: text("SAYSO_CLAUDE")
                .unwrap_or_else(|| "claude".into())
                .into(),
            around: Around {
                hosted: text("SAYSO_HOSTED").is_some(),
                shell_time: text("CLAUDECODE").map(|_| shell_time()),
                claude_session: text("CLAUDE_CODE_SESSION_ID"),
                claude_entry: text("CLAUDE_CODE_ENTRYPOINT"),
                agent: agent(),
            },
            has_screen: cfg!(target_os = "macos")
                || text("DISPLAY").is_some()
                || text("WAYLAND_DISPLAY").is_some(),
            transcripts: transcripts(),
            claude_sessions: claude_directory().map(|claude| claude.join("projects")),
            skills: claude_directory().map(|claude| claude.join("skills")),
            home: text("HOME").map(PathBuf::from),
        })
    }

    /// A desk somewhere else, if its certificate is to be believed.
    pub(crate) fn remote(&self, url: &str, token: &str) -> Result<RemoteDesk, String> {
        let trust = match &self.ca {
            // Only who speaks TLS needs it.
            Some(ca) if url.starts_with("https:") => Trust::file(ca)?,
            _ => Trust::default(),
        };
        Ok(RemoteDesk::trusting(url, token, self.lang, &trust))
    }
}

/// Claude Code ends a command after two minutes, unless it is told otherwise.
fn shell_time() -> Duration {
    let limit = text("BASH_DEFAULT_TIMEOUT_MS").and_then(|text| text.parse().ok());
    Duration::from_millis(limit.unwrap_or(120_000)) * 5 / 6
}

/// The agent whose mark is set.
fn agent() -> Option<&'static str> {
    let mut marks = MARKS.iter();
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    marks.find(|(name, _)| set(name)).map(|(_, agent)| *agent)
}

/// A variable that is set and not empty.
fn text(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// A variable that names a file.
fn path(name: &str) -> Option<PathBuf> {
    env::var_os(name)
        .filter(|v| !v.is_empty())
        .map(PathBuf::from)
}

fn data_directory() -> Result<PathBuf, String> {
    if let Some(data) = path("SAYSO_DATA") {
        return Ok(data);
    }
    let state = path("XDG_STATE_HOME").or_else(|| path("HOME").map(|h| h.join(".local/state")));
    state
        .map(|state| state.join("sayso"))
        .ok_or_else(|| "set SAYSO_DATA to a directory of your own: there is no HOME".into())
}

/// What the terminal can do, and what the person wants of it.
fn screen(file: &ConfigFile) -> Result<Screen, String> {
    let kind = text("TERM").unwrap_or_default();
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(text);
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    // No terminal tells of a screen reader; whoever uses one says so here, or in the file.
    let mut said = ["SAYSO_PLAIN", "ACCESSIBLE"].into_iter().filter_map(text);
    let plain = said.any(|value| value != "0");
    Ok(Screen {
        plain: plain || file.plain,
        dumb: kind.is_empty() || kind == "dumb",
        look: Look {
            colours: text("NO_COLOR").is_none(),
            signs: locale.contains("utf-8") || locale.contains("utf8"),
        },
        // These leave rows that no longer fit as they are.
        reflows: text("XTERM_VERSION").is_none() && kind != "linux" && !kind.starts_with("screen"),
        // These know desktop notifications by their other name.
        osc777: kind.starts_with("rxvt") || text("VTE_VERSION").is_some(),
        editor: text("VISUAL").or_else(|| text("EDITOR")),
        keys: file.keymap()?,
    })
}

/// The folders that were set, else the one of Claude Code.
fn transcripts() -> Vec<PathBuf> {
    if let Some(set) = env::var_os("SAYSO_TRANSCRIPTS").filter(|set| !set.is_empty()) {
        return env::split_paths(&set).collect();
    }
    let claude = claude_directory();
    claude
        .into_iter()
        .map(|claude| claude.join("projects"))
        .collect()
}

/// Where Claude Code keeps what is its user's.
fn claude_directory() -> Option<PathBuf> {
    text("CLAUDE_CONFIG_DIR")
        .map(PathBuf::from)
        .or_else(|| text("HOME").map(|home| PathBuf::from(home).join(".claude")))
}

/// How another program starts this one: `sayso` when the search path has one, else where it lies.
pub(crate) fn program() -> String {
    let name = "sayso";
    let path = env::var_os("PATH").unwrap_or_default();
    if env::split_paths(&path).any(|folder| folder.join(name).is_file()) {
        return name.into();
    }
    let here = env::current_exe().ok();
    here.map_or_else(|| name.into(), |path| path.to_string_lossy().into_owned())
}

fn language() -> Result<Lang, String> {
    if let Some(lang) = text("SAYSO_LANG") {
        return lang
            .parse()
            .map_err(|why| format!("SAYSO_LANG is {lang:?}; {why}"));
    }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(text);
    Ok(locale
        .and_then(|locale| locale.parse().ok())
        .unwrap_or_default())
}

fn log_level() -> Result<LevelFilter, String> {
    let level = text("SAYSO_LOG").unwrap_or_else(|| "info".into());
    level.parse().map_err(|_| {
        format!("SAYSO_LOG is {level:?}; it is one of off, error, warn, info, debug, trace")
    })
}

fn limits() -> Result<Limits, String> {
    let mut limits = Limits::command();
    limits.questions = number("ASK_MAX_QUESTIONS", limits.questions, 1..=CALL_QUESTIONS)?;
    limits.options_max = number("ASK_MAX_OPTIONS", limits.options_max, 2..=1_000)?;
    limits.header = number("ASK_HEADER_MAX_LENGTH", limits.header, 1..=200)?;
    limits.question = number("ASK_QUESTION_MAX_LENGTH", limits.question, 1..=10_000)?;
    Ok(limits)
}

fn number(name: &str, usual: usize, allowed: RangeInclusive<usize>) -> Result<usize, String> {
    let value = env::var_os(name).unwrap_or_default();
    if value.is_empty() {
        return Ok(usual);
    }
    let value = value.to_string_lossy();
    match value.trim().parse() {
        Ok(number) if allowed.contains(&number) => Ok(number),
        _ => Err(format!(
            "{name} is {value:?}; it must be a whole number from {} to {}",
            allowed.start(),
            allowed.end()
        )),
    }
}
