use clap::Parser;

use super::AskUserQuestion;

/// What is not parsed is what parsing it would give, the defaults of every flag included.
#[test]
fn a_lone_question_is_taken_as_it_would_be_parsed() {
    let check = |words: &[&str]| {
        let args = ["AskUserQuestion"].iter().chain(words);
        let typed = AskUserQuestion::typed(args.clone().map(Into::into).collect());
        let parsed = AskUserQuestion::try_parse_from(args).unwrap();
        let parsed = parsed.under_its_name();
        assert_eq!(format!("{typed:?}"), format!("{parsed:?}"), "{words:?}");
    };
    check(&[]);
    check(&[r#"{"questions":[]}"#]);
    check(&["[]"]);
    check(&[""]);
    check(&["not JSON, but a word"]);
    check(&["-"]);
    check(&["--plain"]);
    check(&["--plain", "{}"]);
    check(&["{}", "--key", "id"]);
}
