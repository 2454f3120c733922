//! Follow-ups: asked right after what they hang under, and only then.

use crate::questions::{auth, deploy, features, name, with_defaults, with_follow_ups};
use crate::script::{brief, piped, typed};
use sayso_core::kind::Kind;
use sayso_core::question::Question;

fn tree() -> Vec<Question> {
    let provider = with_follow_ups(
        Question::new("sure", Kind::Boolean, "Sure?"),
        "false",
        vec![Question::new("why", Kind::Text, "Why not?")],
    );
    vec![with_follow_ups(auth(), "JWT", vec![provider]), name()]
}

#[test]
fn they_come_with_their_option() {
    for (lines, expected) in [
        (&["1", "Otto"][..], r#"auth="OAuth 2.0" name="Otto""#),
        (&["2", "y", "Otto"], r#"auth="JWT" sure=true name="Otto""#),
        (
            &["2", "n", "slow", "Otto"],
            r#"auth="JWT" sure=false why="slow" name="Otto""#,
        ),
        (
            &["0", "Passkeys", "Otto"],
            r#"auth={"other":"Passkeys"} name="Otto""#,
        ),
    ] {
        assert_eq!(brief(&typed(&tree(), lines).0), expected);
        assert_eq!(brief(&piped(&tree(), lines.join("\n"))), expected);
    }
}

#[test]
fn those_of_a_default_go_when_another_is_picked() {
    let question = with_follow_ups(with_defaults(auth(), &[2]), "JWT", vec![deploy()]);
    let questions = [question];
    assert_eq!(brief(&typed(&questions, &["1"]).0), r#"auth="OAuth 2.0""#);
    assert_eq!(
        brief(&typed(&questions, &["", "y"]).0),
        r#"auth="JWT" deploy=true"#
    );
}

#[test]
fn several_picks_bring_the_follow_ups_of_each() {
    let question = with_follow_ups(features(), "Caching", vec![name()]);
    let questions = [with_follow_ups(question, "Metrics", vec![deploy()])];
    assert_eq!(
        brief(&typed(&questions, &["3,1", "redis", "n"]).0),
        r#"features=["Caching","Metrics"] name="redis" deploy=false"#,
    );
}
