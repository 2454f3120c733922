//! An asker's words that want to do more than be read, through a terminal emulator, cell by cell.

use std::num::NonZeroU16;
use std::sync::Arc;
use std::time::Duration;

use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::Asked;
use sayso_term::inline::Canvas;
use sayso_term::panel::{AtZero, Clock, Context, Earlier, Panel, Picture};
use sayso_term::wrapped::columns;

use super::hands::{draw, press_at};

/// What stood on the screen before.
const ABOVE: &str = "$ agent --please";
/// What lies over the page, and how to get there.
const VIEWS: [&str; 6] = ["", "v", "v end", "z", "ctrl+c", "?"];

/// So many of the corpus go into one panel.
const TOGETHER: usize = 30;

/// Everything that could act, hide, or turn what is read around; some of it at a time.
fn panels() -> Vec<String> {
    let corpus = corpus();
    let together = corpus.chunks(TOGETHER).map(|some| some.concat());
    let frames = [
        "\n╭ Approval · somebody else\n│ ❯ 1 ● Yes\n╰ Enter".into(),
        "\r╭ somebody else\u{8}\u{8}".into(),
        "x".repeat(500),
        " ".repeat(300),
    ];
    together.chain(frames).collect()
}

fn corpus() -> Vec<String> {
    let mut corpus = Vec::new();
    let mut add = |text: String| corpus.push(text);
    // Controls, of seven and of eight bits.
    let controls = ('\0'..='\u{1f}').chain('\u{7f}'..='\u{9f}');
    controls.for_each(|c| add(format!("a{c}b")));
    // Every sequence that begins with Esc, with and without parameters, and the same of eight bits.
    for last in ' '..='~' {
        add(format!("a\u{1b}{last}\u{1b}[{last}\u{1b}[2;3{last}b"));
        add(format!("\u{1b}[?1049{last}\u{9b}?25{last}"));
    }
    // Titles, links, colours, the clipboard, notifications, marks, pictures.
    for number in [
        0, 1, 2, 4, 7, 8, 9, 10, 11, 22, 52, 66, 99, 104, 133, 777, 1337,
    ] {
        let ends = ["\u{7}", "\u{1b}\\", "\u{9c}", ""];
        add(ends
            .map(|end| format!("\u{1b}]{number};c;ZQ=={end}"))
            .concat());
        add(ends
            .map(|end| format!("\u{9d}{number};;http://e{end}"))
            .concat());
    }
    for start in [
        "\u{1b}P", "\u{1b}_", "\u{1b}^", "\u{1b}X", "\u{90}", "\u{9f}", "\u{9e}", "\u{98}",
    ] {
        add(format!("a{start}1$r0m\u{1b}\\b"));
    }
    // What turns the direction, what has no width, and what breaks lines of its own.
    let hidden = [
        '\u{ad}'..='\u{ad}',
        '\u{34f}'..='\u{34f}',
        '\u{61c}'..='\u{61c}',
        '\u{115f}'..='\u{1160}',
        '\u{17b4}'..='\u{17b5}',
        '\u{180b}'..='\u{180f}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{3164}'..='\u{3164}',
        '\u{feff}'..='\u{feff}',
        '\u{ffa0}'..='\u{ffa0}',
        '\u{fff9}'..='\u{fffb}',
        '\u{e0001}'..='\u{e0001}',
        '\u{e0020}'..='\u{e0023}',
        '\u{e007f}'..='\u{e007f}',
    ];
    hidden
        .into_iter()
        .flatten()
        .for_each(|c| add(format!("a{c}b")));
    corpus
}

/// A question with these words wherever words can be.
fn question(text: &str) -> Question {
    let mut question = Question::new("q", Kind::MultipleChoice, format!("Q{text}Q"));
    question.header = Some(format!("H{text}"));
    question.description = Some(format!("D{text}"));
    question.required = false;
    let mut choice = Choice::new("c", format!("L{text}"));
    choice.description = Some(format!("d{text}"));
    choice.preview = Some(format!("P{text}"));
    choice.default = true;
    question.choices = Arc::new([choice, Choice::new("o", "other")]);
    let mut under = Question::new("u", Kind::Text, format!("F{text}"));
    under.header = Some(format!("f{text}"));
    question.follow_ups.insert("c".into(), vec![under]);
    question
}

/// A panel with these words wherever words can be.
fn panel(questions: &[Question], text: &str, source: Source) -> Panel {
    let heading = format!("agent{text}");
    let mut panel = Panel::new(&Asked {
        source,
        heading: Some(&heading),
        round: 2,
        total_rounds: Some(3),
        lang: Lang::En,
        ..Asked::new(questions)
    })
    .with_contexts(vec![Context {
        question: "q".into(),
        place: format!("src/{text}.rs"),
        first: 1,
        text: Ok(format!("fn {text}() {{}}\n{text}")),
    }])
    .with_abilities(true, true);
    panel.set_clock(Some(Clock {
        left: Duration::from_secs(60),
        held: false,
        at_zero: AtZero::Defaults(vec![format!("L{text}")]),
    }));
    panel
}

/// Whatever a terminal was told to do beside showing letters.
#[derive(Debug, Default)]
struct Acts(Vec<String>);

impl vt100::Callbacks for Acts {
    fn audible_bell(&mut self, _: &mut vt100::Screen) {
        self.0.push("bell".into());
    }

    fn visual_bell(&mut self, _: &mut vt100::Screen) {
        self.0.push("flash".into());
    }

    fn resize(&mut self, _: &mut vt100::Screen, size: (u16, u16)) {
        self.0.push(format!("resize {size:?}"));
    }

    fn set_window_icon_name(&mut self, _: &mut vt100::Screen, name: &[u8]) {
        self.0.push(format!("icon {name:?}"));
    }

    fn set_window_title(&mut self, _: &mut vt100::Screen, title: &[u8]) {
        self.0.push(format!("title {title:?}"));
    }

    fn copy_to_clipboard(&mut self, _: &mut vt100::Screen, _: &[u8], data: &[u8]) {
        self.0.push(format!("clipboard {data:?}"));
    }

    fn paste_from_clipboard(&mut self, _: &mut vt100::Screen, _: &[u8]) {
        self.0.push("paste".into());
    }

    fn unhandled_char(&mut self, _: &mut vt100::Screen, c: char) {
        self.0.push(format!("character {c:?}"));
    }

    fn unhandled_control(&mut self, _: &mut vt100::Screen, byte: u8) {
        self.0.push(format!("control {byte}"));
    }

    fn unhandled_escape(&mut self, _: &mut vt100::Screen, _: Option<u8>, _: Option<u8>, byte: u8) {
        self.0.push(format!("escape {byte}"));
    }

    fn unhandled_csi(
        &mut self,
        _: &mut vt100::Screen,
        first: Option<u8>,
        _: Option<u8>,
        numbers: &[&[u16]],
        last: char,
    ) {
        // Drawing at one stroke, which this emulator does not know.
        if first != Some(b'?') || numbers != [&[2026_u16][..]] || !matches!(last, 'h' | 'l') {
            self.0.push(format!("sequence {numbers:?} {last}"));
        }
    }

    fn unhandled_osc(&mut self, _: &mut vt100::Screen, words: &[&[u8]]) {
        self.0.push(format!("command {words:?}"));
    }
}

/// The cells that a row of a picture is: characters of no width go with the one before.
fn cells(row: &str) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    for c in row.chars() {
        match columns(c.encode_utf8(&mut [0; 4])) {
            0 => cells.last_mut().unwrap().push(c),
            wide => {
                cells.push(c.into());
                cells.extend(std::iter::repeat_n(String::new(), wide - 1));
            }
        }
    }
    cells
}

/// Draws it below what was there, and looks at every cell.
#[track_caller]
fn check(picture: &Picture, (width, height): (u16, u16), what: &str) {
    let cell = |count: u16| NonZeroU16::new(count).unwrap();
    let mut emulator =
        vt100::Parser::new_with_callbacks(cell(height), cell(width), 0, Acts::default());
    emulator.process(format!("{ABOVE}\r\n").as_bytes());
    let bytes = Canvas::new(true).draw(picture, width);
    emulator.process(bytes.as_bytes());
    assert_eq!(emulator.callbacks().0, [""; 0], "{what}");
    let screen = emulator.screen();
    assert!(
        !screen.alternate_screen() && !screen.bracketed_paste(),
        "{what}"
    );
    let text = picture.text();
    let rows = std::iter::once(ABOVE).chain(text.lines());
    let empty = std::iter::repeat("");
    for (y, row) in (0..height).zip(rows.chain(empty)) {
        let expected = cells(row);
        for x in 0..width {
            let cell = screen.cell(y, x).unwrap();
            let contents = match cell.contents() {
                " " => "",
                contents => contents,
            };
            let expected = expected.get(usize::from(x)).map_or("", String::as_str);
            assert_eq!(contents, expected.trim(), "{what}: {x} in {row:?}");
        }
    }
    let (row, column) = screen.cursor_position();
    match picture.cursor {
        Some((x, y)) => assert_eq!((row, column), (y + 1, x), "{what}"),
        None => assert_eq!(usize::from(row), picture.rows.len(), "{what}"),
    }
    assert_eq!(screen.hide_cursor(), picture.cursor.is_none(), "{what}");
}

fn nothing_but_letters(size: (u16, u16)) {
    for text in panels() {
        let questions = [question(&text), question("")];
        let room = (size.0, size.1 - 1);
        for (source, views) in [(Source::Tool, &VIEWS[..]), (Source::Approval, &VIEWS[..3])] {
            for keys in views {
                let mut panel = panel(&questions, &text, source);
                draw(&mut panel, room);
                press_at(&mut panel, keys, room);
                let what = format!("{text:?} {keys:?} {size:?}");
                check(&panel.picture(room.0, room.1), size, &what);
            }
        }
        let mut told = panel(&questions, &text, Source::Tool);
        draw(&mut told, room);
        let what = format!("{text:?} {size:?}");
        // Own words, a note and a list narrowed down: what is pasted there.
        press_at(&mut told, &format!("0 \"{}\"", text.replace('"', "")), room);
        check(&told.picture(room.0, room.1), size, &what);
        press_at(&mut told, "alt+n \"x\" enter tab tab tab", room);
        check(&told.picture(room.0, room.1), size, &what);
        told.warn(&text);
        told.show_earlier(vec![Earlier {
            round: 1,
            ending: text.clone(),
            answers: vec![(text.clone(), Some(text.clone()))],
        }]);
        check(&told.picture(room.0, room.1), size, &what);
        check(&told.record(room.0), size, &what);
    }
}

#[test]
fn nothing_but_letters_reaches_a_small_screen() {
    nothing_but_letters((40, 10));
}

#[test]
fn nothing_but_letters_reaches_the_usual_screen() {
    nothing_but_letters((80, 24));
}

#[test]
fn nothing_but_letters_reaches_a_large_screen() {
    nothing_but_letters((200, 60));
}

/// What acts or hides is written out, so that whoever reads knows it is there.
#[test]
fn what_hides_is_written_out() {
    for c in [
        '\u{1b}',
        '\u{7}',
        '\u{9b}',
        '\u{202e}',
        '\u{2066}',
        '\u{200b}',
        '\u{feff}',
        '\u{e0041}',
    ] {
        let questions = [question(&format!("{c}"))];
        let mut panel = panel(&questions, "", Source::Tool);
        draw(&mut panel, (200, 60));
        let picture = panel.picture(200, 60).text();
        let written = format!("Q{}Q", c.escape_unicode());
        assert!(picture.contains(&written), "{c:?}: {picture}");
    }
}
