//! What an approval permits, drawn to the letter. The page runs the same rows.

use proptest::prelude::*;
use sayso_core::exact_text::{shown_exactly, shown_exactly_on_one_line};
use serde::Deserialize;
use serde_json::Value;

use crate::safe_text::acting;

const CASES: &str = include_str!("../../../../schema/form-cases.json");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    text: String,
    exact: String,
}

#[test]
fn every_row() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    let rows: Vec<Row> = serde_json::from_value(cases["exact"].clone()).unwrap();
    assert!(rows.len() >= 35, "{}", rows.len());
    for row in rows {
        assert_eq!(shown_exactly(&row.text), row.exact, "{}", row.name);
        let one_line = shown_exactly_on_one_line(&row.text);
        assert_eq!(one_line, row.exact.replace('\n', "\\u{a}"), "{}", row.name);
        assert_eq!(read_back(&row.exact), row.text, "{}", row.name);
    }
}

/// The text that was drawn so.
fn read_back(exact: &str) -> String {
    let mut text = String::new();
    let mut rest = exact;
    while let Some((before, after)) = rest.split_once("\\u{") {
        text.push_str(&before.replace('⇥', "\t"));
        let (code, after) = after.split_once('}').unwrap();
        let (code, count) = code.split_once('×').unwrap_or((code, "1"));
        let c = char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap();
        text.extend(std::iter::repeat_n(c, count.parse().unwrap()));
        rest = after;
    }
    text + &rest.replace('⇥', "\t")
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: 2 * ProptestConfig::default().cases,
        ..ProptestConfig::default()
    })]

    /// Nothing acts in it, and only one text is drawn like that.
    #[test]
    fn whatever_comes(text in "(\\PC|[a-z]{1,3}|[а-яο]|[ \t\n\x00-\x1f\u{80}-\u{9f}\u{2000}-\u{206f}\u{300}\u{fe0f}⇥\\\\]|\\\\u\\{20×3\\}| {20,30}){0,24}") {
        let exact = shown_exactly(&text);
        prop_assert!(!exact.chars().any(|c| acting().contains(&c)), "{:?}", exact);
        prop_assert!(exact.lines().all(|line| !line.ends_with(' ')), "{:?}", exact);
        prop_assert_eq!(&read_back(&exact), &text);
        let one_line = shown_exactly_on_one_line(&text);
        prop_assert!(!one_line.contains('\n'));
        prop_assert_eq!(read_back(&one_line), text);
    }
}
