//! Keys and what they are bound to.

use sayso_term::panel::{Code, Command, Key, Keymap};

use super::hands::{after, panel};
use crate::questions::auth;

#[test]
fn keys_are_written_as_people_write_them() {
    let rows = [
        ("n", Some(Key::char('n'))),
        ("N", Some(Key::char('N'))),
        ("shift+n", Some(Key::char('N'))),
        ("space", Some(Key::char(' '))),
        ("ctrl+g", Some(Key::ctrl('g'))),
        ("Alt+Enter", Some(Key::alt(Code::Enter))),
        ("f12", Some(Key::plain(Code::F(12)))),
        ("?", Some(Key::char('?'))),
        ("plus", Some(Key::char('+'))),
        ("", None),
        ("nothing", None),
        ("hyper+x", None),
        ("\u{1b}", None),
    ];
    for (text, key) in rows {
        assert_eq!(text.parse().ok(), key, "{text:?}");
    }
}

#[test]
fn keys_can_be_changed_but_not_the_way_out() {
    let rows: [(&str, &[&str], bool); 9] = [
        ("down", &["ctrl+o"], true),
        ("note", &["m"], true),
        ("note", &["j"], true),
        ("nonsense", &["x"], false),
        ("down", &["nonsense"], false),
        ("down", &["ctrl+c"], false),
        ("down", &["7"], false),
        ("back", &["q"], false),
        ("down", &["esc"], false),
    ];
    for (name, keys, fits) in rows {
        assert_eq!(
            Keymap::default().bind(name, keys).is_ok(),
            fits,
            "{name} {keys:?}"
        );
    }
    let mut keys = Keymap::default();
    keys.bind("down", &["x"]).unwrap();
    let mut panel = panel(&[auth()]).with_keys(keys);
    assert_eq!(after(&mut panel, "down j x enter"), r#"auth="JWT""#);
}

#[test]
fn every_command_has_a_key_of_its_own() {
    let keys = Keymap::default();
    for command in Keymap::commands() {
        let yes_or_no = matches!(command, Command::Yes | Command::No);
        assert!(
            keys.hint(command, false, yes_or_no).is_some(),
            "{command:?}"
        );
    }
}
