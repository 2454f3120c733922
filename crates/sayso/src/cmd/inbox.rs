//! `sayso inbox`.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use sayso_term::Terminal;
use sayso_term::inbox::{Inbox as Screen, Left, show_inbox};
use sayso_term::inline::Face;

use super::{complain, pending};
use crate::asking::{Trouble, Window};
use crate::below_agent::refuse_below_agent;
use crate::cli::{Inbox, Pending};
use crate::config::Config;
use crate::exit::Exit;
use crate::inbox::DeskClerk;

/// Shows all open questions on a full screen; in plain lines where there is none.
pub(crate) fn run(inbox: &Inbox, config: &Config) -> Exit {
    let terminal = Terminal::open().ok();
    let Some(terminal) = terminal.filter(Terminal::is_in_foreground) else {
        let why = config.lang.pick(
            "There is no terminal to show the inbox on.",
            "没有可显示收件箱的终端。",
        );
        return list(why, Exit::NobodyToAsk, config);
    };
    if inbox.plain || !config.screen.takes_panel(&terminal) {
        let why = config.lang.pick(
            "The inbox needs a window of at least 40×10 that is not plain; this is the list.",
            "收件箱需要至少 40×10 且非纯文本的窗口；以下是列表。",
        );
        return list(why, Exit::Done, config);
    }
    show(inbox, &terminal, config).unwrap_or_else(|trouble| trouble.say())
}

fn show(inbox: &Inbox, terminal: &Terminal, config: &Config) -> Result<Exit, Trouble> {
    // What is answered there is recorded as the person's.
    refuse_below_agent(None, true, config)?;
    let window = Window::open(config)?;
    // A desk that cannot be reached, or not with this token, is told before the screen is taken.
    window.pending(1, config)?;
    let mut clerk = DeskClerk::new(&window, terminal.number(), config)?;
    let mut screen = Screen::new(config.lang)
        .with_keys(config.screen.keys.clone().unwrap_or_default())
        .with_look(config.screen.look)
        .with_editor(config.screen.editor.is_some());
    let editor = config.screen.editor.clone();
    let face = Face {
        terminal,
        editor: editor.map(|editor| (editor, config.data.clone())),
        reflows: config.screen.reflows,
    };
    let calling = inbox.notify.unwrap_or(config.inbox.notify);
    let notify = calling.at(config.screen.osc777);
    let left = said_below(|| show_inbox(&mut screen, &face, notify, &mut clerk));
    Ok(match left {
        Left::ByChoice => Exit::Done,
        Left::Gone => Exit::StillOpen,
    })
}

/// What a panic says would go with the screen that it was said on: it is said below.
fn said_below<T>(run: impl FnOnce() -> T) -> T {
    let said = Arc::new(Mutex::new(Vec::new()));
    let usual = panic::take_hook();
    let keep = Arc::clone(&said);
    panic::set_hook(Box::new(move |info| {
        let mut said = keep.lock().unwrap_or_else(PoisonError::into_inner);
        said.push(info.to_string());
    }));
    let ran = panic::catch_unwind(AssertUnwindSafe(run));
    panic::set_hook(usual);
    let said = said.lock().unwrap_or_else(PoisonError::into_inner);
    said.iter().for_each(|line| complain(line));
    ran.unwrap_or_else(|panicked| panic::resume_unwind(panicked))
}

/// Says why there is no screen, lists what is open, and how it is answered.
fn list(why: &str, exit: Exit, config: &Config) -> Exit {
    complain(why);
    let at = crate::cli::At { desk: None };
    let listed = pending::run(&Pending { json: false, at }, config);
    if listed != Exit::Done {
        return listed;
    }
    complain(config.lang.pick(
        "Answer one with: sayso answer ID (the digits in front are enough)",
        "回答其中一个：sayso answer ID（用行首的数字即可）",
    ));
    exit
}
