//! The last rows: what there is to tell, and which keys do what here.

use sayso_core::kind::Kind;
use sayso_core::safe_text::shown;

use super::row::{Row, rows_of};
use crate::panel::item::Spot;
use crate::panel::keymap::Command;
use crate::panel::layer::Layer;
use crate::panel::look::Role;
use crate::panel::wording::{self, Brief};
use crate::panel::{Code, Panel};
use crate::wrapped::columns;

/// A key, and what it does.
type Hint = (String, &'static str);

pub(super) fn rows(panel: &Panel, inner: usize, height: u16) -> Vec<Row> {
    let look = panel.look;
    let mut rows = Vec::new();
    if let Some(notice) = &panel.notice {
        let role = if notice.warns {
            Role::Warning
        } else {
            Role::Text
        };
        // A desk's word on an answer may quote the asker.
        rows.extend(rows_of(&shown(&notice.text), inner, look.of(role)));
    }
    if !panel.armed {
        let text = wording::arming(panel.kept_out, panel.lang);
        rows.extend(rows_of(text, inner, look.of(Role::Quiet)));
        return rows;
    }
    let most = if height < 14 { 1 } else { 2 };
    rows.extend(wrap(panel, hints(panel), inner, most));
    rows
}

/// As many whole hints as there is room for. The way to all of them is always the last.
fn wrap(panel: &Panel, mut hints: Vec<Hint>, inner: usize, most: usize) -> Vec<Row> {
    let look = panel.look;
    let dot = look.signs().dot;
    let wide = |(key, what): &Hint| columns(key) + 1 + columns(what);
    let last = hints.pop();
    let mut rows: Vec<Row> = vec![Row::default()];
    let mut put = |hint: &Hint, reserve: usize| -> bool {
        let count = rows.len();
        let Some(row) = rows.last_mut() else {
            return false;
        };
        let gap = if row.spans.is_empty() {
            0
        } else {
            columns(dot)
        };
        let reserve = if count == most { reserve } else { 0 };
        if row.width() + gap + wide(hint) + reserve > inner && !row.spans.is_empty() {
            if count == most {
                return false;
            }
            rows.push(Row::default());
        }
        let Some(row) = rows.last_mut() else {
            return false;
        };
        let mut drawn = std::mem::take(row);
        if !drawn.spans.is_empty() {
            drawn = drawn.and(dot, look.of(Role::Quiet));
        }
        *row = drawn
            .and(hint.0.clone(), look.of(Role::Key))
            .and(format!(" {}", hint.1), look.of(Role::Quiet));
        true
    };
    let reserve = last.as_ref().map_or(0, |hint| wide(hint) + columns(dot));
    for hint in &hints {
        if !put(hint, reserve) {
            break;
        }
    }
    if let Some(last) = &last {
        put(last, 0);
    }
    rows
}

/// What can be done here, the most wanted first and the way to all keys last.
fn hints(panel: &Panel) -> Vec<Hint> {
    let lang = panel.lang;
    let (writing, yes_or_no) = (panel.is_writing(), panel.takes_yes_or_no());
    let mut hints: Vec<Hint> = Vec::new();
    let key = |command| {
        panel
            .keys
            .hint(command, writing, yes_or_no)
            .map(|key| key.to_string())
    };
    let mut hint = |command: Command, brief: Brief| {
        if let Some(key) = key(command) {
            hints.push((key, wording::brief(brief, lang)));
        }
    };
    match &panel.layer {
        Some(Layer::Folded) => hint(Command::Fold, Brief::Unfold),
        Some(Layer::Reason { .. }) => {
            hint(Command::Choose, Brief::Send);
            hint(Command::Back, Brief::Back);
        }
        Some(Layer::Leave { .. }) => {
            hint(Command::Choose, Brief::Choose);
            hint(Command::Back, Brief::Back);
        }
        Some(_) => {
            hint(Command::PageDown, Brief::ReadOn);
            hint(Command::Back, Brief::Back);
        }
        None if panel.in_review() => {
            let last = panel.review_row >= panel.form.shown().len();
            hint(
                Command::Choose,
                if last { Brief::Submit } else { Brief::Change },
            );
            hint(Command::Back, Brief::Back);
            common(panel, &mut hint);
        }
        None => page(panel, &mut hint),
    }
    if panel.layer.is_none()
        && let Some(arrows) = arrows(panel)
    {
        hints.insert(0, (arrows, wording::brief(Brief::Move, lang)));
    }
    hints
}

fn page(panel: &Panel, hint: &mut dyn FnMut(Command, Brief)) {
    let Some((question, focus)) = panel.focused().zip(panel.focus()) else {
        return;
    };
    let lone = !panel.reviews();
    let on = if lone { Brief::Submit } else { Brief::GoOn };
    match (focus.spot, question.kind) {
        (Spot::Choice(_), Kind::Checkbox) => {
            hint(Command::Toggle, Brief::Tick);
            hint(Command::Choose, Brief::GoOn);
        }
        (Spot::Choice(_) | Spot::Yes(_), _) => hint(Command::Choose, Brief::Choose),
        (Spot::Note, _) => hint(Command::Choose, Brief::Back),
        (Spot::Other | Spot::Text, _) => hint(Command::Choose, on),
    }
    if panel.words.is_some() {
        hint(Command::Newline, Brief::Newline);
        if panel.has_editor && !question.secret {
            hint(Command::Editor, Brief::Editor);
        }
    }
    if panel.roots().len() > 1 {
        hint(Command::Next, Brief::Tabs);
    }
    if focus.spot != Spot::Note {
        hint(Command::Note, Brief::Note);
    }
    let previews = question
        .choices
        .iter()
        .any(|choice| choice.preview.is_some());
    let contexts = panel
        .contexts
        .iter()
        .any(|context| context.question == question.id);
    if previews || contexts || question.text.len() > 200 {
        hint(Command::View, Brief::View);
    }
    if !question.required {
        hint(Command::Skip, Brief::Skip);
    }
    if matches!(focus.spot, Spot::Choice(_)) && question.choices.len() > 9 {
        hint(Command::Filter, Brief::Filter);
    }
    let leaves = !matches!(focus.spot, Spot::Other | Spot::Note) && panel.filter.is_none();
    hint(
        Command::Back,
        if leaves { Brief::Leave } else { Brief::Back },
    );
    common(panel, hint);
}

fn common(panel: &Panel, hint: &mut dyn FnMut(Command, Brief)) {
    if let Some(told) = &panel.clock {
        hint(
            Command::Hold,
            if told.clock.held {
                Brief::Resume
            } else {
                Brief::Hold
            },
        );
    }
    if panel.has_history && panel.round > 1 {
        hint(Command::History, Brief::History);
    }
    hint(Command::Fold, Brief::Fold);
    hint(Command::Help, Brief::Help);
}

/// `↑↓`, when those are the keys.
fn arrows(panel: &Panel) -> Option<String> {
    let writing = panel.is_writing();
    let up = panel.keys.hint(Command::Up, writing, false)?;
    let down = panel.keys.hint(Command::Down, writing, false)?;
    let arrows = up.code == Code::Up && down.code == Code::Down;
    let words = !panel.look.signs;
    Some(if arrows && words {
        "Up/Down".into()
    } else if arrows {
        "↑↓".into()
    } else {
        format!("{up} {down}")
    })
}
