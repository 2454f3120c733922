//! Bytes from a terminal to keys, and pictures to bytes.

use ratatui_core::text::Line;
use sayso_term::inline::{Canvas, Keyboard};
use sayso_term::panel::{Code, Input, Key, Picture};

/// So long that nobody waits for the rest any more.
const LATER: &[u8] = b"";

fn keys(chunks: &[&[u8]]) -> Vec<Input> {
    let mut keyboard = Keyboard::default();
    let mut inputs = Vec::new();
    for chunk in chunks {
        if chunk.is_empty() {
            inputs.extend(keyboard.give_up_waiting());
            continue;
        }
        keyboard.take(chunk);
        while let Some(input) = keyboard.next_input() {
            inputs.push(input);
        }
    }
    inputs.extend(keyboard.give_up_waiting());
    inputs
}

fn key(name: &str) -> Input {
    Input::Key(name.parse().unwrap())
}

fn paste(text: &str) -> Input {
    Input::Paste(text.into())
}

#[test]
fn bytes_become_keys() {
    let rows: Vec<(&[&[u8]], Vec<Input>)> = vec![
        (&[b"a"], vec![key("a")]),
        (&[b"\xe5\xb0\x8f"], vec![key("小")]),
        // Cut in two, anywhere.
        (&[&[0xe5, 0xb0], &[0x8f]], vec![key("小")]),
        (&[b"\x1b", b"[", b"B"], vec![key("down")]),
        (
            &[b"\x1b[200~a", b"b\r\x1b[2", b"01~c"],
            vec![paste("ab\r"), key("c")],
        ),
        (&[b"\x1b"], vec![key("esc")]),
        (&[b"\x1b\x1b"], vec![key("esc"), key("esc")]),
        (&[b"\r"], vec![key("enter")]),
        (&[b"\n"], vec![key("ctrl+j")]),
        (&[b"\x1b\r"], vec![key("alt+enter")]),
        (&[b"\x03"], vec![key("ctrl+c")]),
        (&[b"\x7f"], vec![key("backspace")]),
        (&[b"\x1b[Z"], vec![key("shift+tab")]),
        (&[b"\x1bOA"], vec![key("up")]),
        (&[b"\x1b[1;5C"], vec![key("ctrl+right")]),
        (&[b"\x1b[13;2u"], vec![key("shift+enter")]),
        (
            &[b"\x1b[3~\x1b[5~\x1b[6~"],
            vec![key("delete"), key("pageup"), key("pagedown")],
        ),
        (&[b"\x1bOP"], vec![Input::Key(Key::plain(Code::F(1)))]),
        (&[b"\x1bn"], vec![key("alt+n")]),
        // Cut in two however long ago: the rest of a key is never taken for characters.
        (
            &[b"\x1b[", LATER, b"1;5C2"],
            vec![key("ctrl+right"), key("2")],
        ),
        (
            &[b"\x1b[1", LATER, b";5", LATER, b"C"],
            vec![key("ctrl+right")],
        ),
        (&[b"\x1bO", LATER, b"A"], vec![key("up")]),
        (&[b"\x1b]0;2", LATER, b"2\x07x"], vec![key("x")]),
        (&[b"\x1b[20", LATER, b"0~2\x1b[201~"], vec![paste("2")]),
        (
            &[b"\x1b[200~1\x1b[201", LATER, b"~x"],
            vec![paste("1"), key("x")],
        ),
        (&[&[0xe5], LATER, &[0xb0, 0x8f]], vec![key("小")]),
        (&[&[0xe5], LATER, b"x"], vec![key("x")]),
        // A lone Esc is told apart by time alone; what came late of a longer key is left out.
        (&[b"\x1b", LATER, b"x"], vec![key("esc"), key("x")]),
        (&[b"\x1b", LATER, b"[1;5Cx"], vec![key("esc"), key("x")]),
        (
            &[b"\x1b", LATER, b"[1", LATER, b";2Bx"],
            vec![key("esc"), key("x")],
        ),
        (&[b"\x1b", LATER, b"OBx"], vec![key("esc"), key("x")]),
        (
            &[b"\x1b", LATER, b"O", b"k"],
            vec![key("esc"), key("O"), key("k")],
        ),
        (
            &[b"\x1b", LATER, b"x", b"[1"],
            vec![key("esc"), key("x"), key("["), key("1")],
        ),
        (
            &[b"\x1b", LATER, b"[200~2\x1b[201~x"],
            vec![key("esc"), paste("2"), key("x")],
        ),
        // The way out is open also in the middle of a key, and a new key ends a broken one.
        (&[b"\x1b[1", LATER, b"\x03"], vec![key("ctrl+c")]),
        (&[b"\x1b]", LATER, b"22\x03"], vec![key("ctrl+c")]),
        (&[b"\x1bO", LATER, b"\x03"], vec![key("ctrl+c")]),
        (&[b"\x1b[1\x1b[B"], vec![key("down")]),
        (&[b"\x1b]2", LATER, b"\x1b[B"], vec![key("down")]),
        (&[b"\x1b[2\r"], vec![]),
        (&[b"\x1b]", LATER, b"2\r3"], vec![key("3")]),
        // What is not understood is left out, never taken for characters.
        (&[b"\x1b[999;999Rx"], vec![key("x")]),
        (&[b"\x1b]0;title\x07x"], vec![key("x")]),
        (&[b"\x1bP1$r\x1b\\x"], vec![key("x")]),
        (&[b"\x00\x1c"], vec![]),
        (&[&[0xff, b'x']], vec![key("x")]),
        (&[b"\x1b[<0;1;1Mx"], vec![key("x")]),
        // Lines that came at once were pasted, also where pastes are not marked.
        (&[b"one\rtwo\r"], vec![paste("one\rtwo\r")]),
        (&[b"2\r"], vec![key("2"), key("enter")]),
        (
            &[b"half a word\r"],
            "half a word"
                .chars()
                .map(|c| Input::Key(Key::char(c)))
                .chain([key("enter")])
                .collect(),
        ),
    ];
    for (chunks, expected) in rows {
        assert_eq!(keys(chunks), expected, "{chunks:?}");
    }
}

fn picture(rows: &[&str], cursor: Option<(u16, u16)>) -> Picture {
    Picture {
        rows: rows
            .iter()
            .map(|row| Line::from((*row).to_owned()))
            .collect(),
        cursor,
        ..Picture::default()
    }
}

#[test]
fn only_what_changed_is_drawn_and_nothing_above_it() {
    let mut canvas = Canvas::new(true);
    let first = canvas.draw(&picture(&["one", "two", "three"], None), 80);
    assert!(
        first.contains("one\u{1b}[K\r\ntwo\u{1b}[K\r\nthree\u{1b}[K"),
        "{first:?}"
    );
    assert_eq!(
        canvas.draw(&picture(&["one", "two", "three"], None), 80),
        ""
    );
    let second = canvas.draw(&picture(&["one", "2", "three"], Some((1, 1))), 80);
    assert!(
        second.contains("\u{1b}[2A") && !second.contains("one"),
        "{second:?}"
    );
    assert!(
        second.ends_with("\u{1b}[1A\u{1b}[2G\u{1b}[?25h\u{1b}[?2026l"),
        "{second:?}"
    );
    // From where the cursor is, not from the last row.
    let third = canvas.draw(&picture(&["one"], None), 80);
    assert!(
        third.contains("\r\u{1b}[1A") && third.contains("\u{1b}[J"),
        "{third:?}"
    );
}

#[test]
fn rows_that_a_narrower_window_broke_are_counted() {
    for (reflows, up) in [(true, "\u{1b}[4A"), (false, "\u{1b}[2A")] {
        let mut canvas = Canvas::new(reflows);
        canvas.draw(&picture(&["0123456789", "0123456789", "x"], None), 80);
        let cleared = canvas.clear_resized(5);
        assert!(cleared.contains(up), "{reflows}: {cleared:?}");
    }
}
