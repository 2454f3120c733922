//! How long an agent may go on asking without doing anything else.

use sayso_core::command::Command;
use sayso_core::lang::Lang;
use sayso_core::message::{Message, MessageKind};
use sayso_core::opening::Opening;
use serde_json::{Value, json};

use crate::life::{Came, Life, ann, refused, yes_no};

/// A session whose agent asks one question after another.
struct Asking(Life, u32);

impl Asking {
    fn with_limit(limit: Option<u32>) -> Self {
        let opening = Opening {
            chain_rounds: limit,
            ..Opening::default()
        };
        Self(Life::opened_with(opening), 0)
    }

    /// Asks one more; its number in the chain when it may.
    fn ask(&mut self) -> Result<u32, &'static str> {
        self.1 += 1;
        let ask = self.0.ask(&yes_no(&format!("q{}", self.1)));
        let id = ask.interaction;
        match self.0.wish(&Command::Ask(Box::new(ask))) {
            Ok(_) => Ok(self.0.session.interaction(id).unwrap().chain),
            Err(refusal) => Err(refusal.code()),
        }
    }

    /// Answers everything that is open.
    fn answer(&mut self) {
        while let Some(open) = self.0.session.open().first() {
            let (id, question) = (open.id, open.questions[0].id.to_string());
            self.0.answers(id, &json!({ question: "yes" }));
        }
    }

    /// Asks and answers this many, and gives the number of the last.
    fn rounds(&mut self, count: u32) -> u32 {
        let mut number = 0;
        for _ in 0..count {
            number = self.ask().unwrap();
            self.0.wait(1_000);
            self.answer();
        }
        number
    }

    fn says(&mut self) -> Came {
        self.says_that(MessageKind::ToolUse, json!({}))
    }

    fn says_that(&mut self, kind: MessageKind, body: Value) -> Came {
        self.1 += 1;
        self.0.wish(&Command::Say(Message {
            uuid: format!("m{}", self.1).into(),
            parent: None,
            kind,
            body,
        }))
    }

    /// The first sentence of what the agent is told when it asks one too many.
    fn said(&mut self) -> String {
        let ask = self.0.ask(&yes_no("more"));
        let refusal = self.0.wish(&Command::Ask(Box::new(ask))).unwrap_err();
        let text = refusal.text(Lang::En);
        text[..=text.find('.').unwrap()].to_owned()
    }

    fn allow(&mut self, more: u32) {
        self.0
            .wish(&Command::AllowMore { more, actor: ann() })
            .unwrap();
    }

    fn end(&mut self) {
        self.0.wish(&Command::EndChain { actor: ann() }).unwrap();
    }
}

const REFUSED: Result<u32, &str> = Err("recursive_limit_exceeded");

#[test]
fn ten_rounds_and_no_more() {
    let mut asking = Asking::with_limit(None);
    assert_eq!(asking.rounds(10), 10);
    assert_eq!(asking.ask(), REFUSED);
    assert_eq!(asking.ask(), REFUSED, "asking again is no way round");
    assert_eq!(asking.said(), "You have asked 10 times in a row.");
    // Nothing of this lasts: 30 s after the last answer is still the chain, a moment more is not.
    asking.0.wait(30_000);
    assert_eq!(asking.ask(), REFUSED);
    asking.0.wait(1);
    assert_eq!(asking.ask(), Ok(1));
    asking.answer();
    assert_eq!(asking.rounds(9), 10);
}

#[test]
fn work_in_between_starts_anew() {
    let mut asking = Asking::with_limit(None);
    asking.rounds(10);
    asking.says().unwrap();
    assert_eq!(asking.rounds(10), 10);
    assert_eq!(asking.ask(), REFUSED);
    // The round of the session goes on all the same.
    assert_eq!(asking.0.session.rounds(), 20);
    let mut halfway = Asking::with_limit(None);
    halfway.rounds(4);
    halfway.ask().unwrap();
    halfway.says().unwrap();
    halfway.answer();
    assert_eq!(halfway.ask(), Ok(1));
}

/// A host records what its agent did. The call that was refused, and that it was, is the asking
/// itself: it is no work in between.
#[test]
fn a_refused_ask_on_record_is_no_way_round() {
    let used = |name: &str| json!({ "type": "tool_use", "id": "t1", "name": name, "input": {} });
    let result = |id: &str| json!({ "type": "tool_result", "tool_use_id": id, "is_error": true });
    use MessageKind::{Text, ToolResult, ToolUse};
    for (said, next) in [
        (vec![(ToolUse, used("ask_user_question"))], REFUSED),
        (vec![(ToolUse, used("AskUserQuestion"))], REFUSED),
        (
            vec![(ToolUse, used("mcp__sayso__ask_user_question"))],
            REFUSED,
        ),
        (
            vec![
                (ToolUse, used("AskUserQuestion")),
                (ToolResult, result("t1")),
            ],
            REFUSED,
        ),
        (vec![(ToolUse, used("Bash"))], Ok(1)),
        (
            vec![(ToolUse, used("Bash")), (ToolResult, result("t1"))],
            Ok(1),
        ),
        (vec![(ToolResult, result("t1"))], Ok(1)),
        (
            vec![
                (ToolUse, used("AskUserQuestion")),
                (ToolResult, result("t2")),
            ],
            Ok(1),
        ),
        (
            vec![
                (ToolUse, used("AskUserQuestion")),
                (Text, json!({ "text": "so" })),
            ],
            Ok(1),
        ),
    ] {
        let mut asking = Asking::with_limit(Some(2));
        asking.rounds(2);
        assert_eq!(asking.ask(), REFUSED);
        for (kind, body) in &said {
            asking.says_that(*kind, body.clone()).unwrap();
        }
        assert_eq!(asking.ask(), next, "{said:?}");
    }
}

#[test]
fn the_limit_is_the_sessions() {
    let mut short = Asking::with_limit(Some(2));
    assert_eq!(short.rounds(2), 2);
    assert_eq!(short.ask(), REFUSED);
    let mut none = Asking::with_limit(Some(0));
    assert_eq!(none.rounds(50), 50);
}

#[test]
fn the_person_allows_more() {
    let mut asking = Asking::with_limit(None);
    asking.rounds(10);
    assert_eq!(asking.ask(), REFUSED);
    asking.allow(10);
    assert_eq!(asking.rounds(10), 20);
    assert_eq!(asking.ask(), REFUSED);
    assert_eq!(asking.said(), "You have asked 20 times in a row.");
    asking.allow(1);
    assert_eq!(asking.rounds(1), 21);
    assert_eq!(asking.ask(), REFUSED);
    // What was allowed was allowed to that chain.
    asking.0.wait(60_000);
    assert_eq!(asking.rounds(10), 10);
    assert_eq!(asking.ask(), REFUSED);
}

#[test]
fn the_person_ends_it() {
    let mut asking = Asking::with_limit(Some(0));
    asking.rounds(2);
    asking.end();
    assert_eq!(asking.ask(), REFUSED);
    assert_eq!(asking.said(), "You have asked 2 times in a row.");
    asking.allow(10);
    assert_eq!(asking.ask(), Ok(3));
    // While a question is open, too.
    asking.end();
    asking.answer();
    assert_eq!(asking.ask(), REFUSED);
    asking.says().unwrap();
    assert_eq!(asking.ask(), Ok(1));
    asking.answer();
    asking.end();
    asking.0.wait(30_001);
    assert_eq!(asking.ask(), Ok(1));
}

/// Several open at once belong to one link of the chain, and do not undo what the person said.
#[test]
fn questions_side_by_side() {
    let mut asking = Asking::with_limit(Some(3));
    assert_eq!(
        [asking.ask(), asking.ask(), asking.ask(), asking.ask()],
        [Ok(1); 4]
    );
    asking.answer();
    assert_eq!([asking.ask(), asking.ask()], [Ok(2); 2]);
    asking.0.wait(100_000);
    assert_eq!(asking.ask(), Ok(2), "a pause is counted from an answer");
    asking.answer();
    assert_eq!(asking.ask(), Ok(3));
    asking.answer();
    assert_eq!(asking.ask(), REFUSED);

    let mut ended = Asking::with_limit(None);
    ended.ask().unwrap();
    ended.end();
    assert_eq!(
        ended.ask(),
        REFUSED,
        "the person wants no more, open ones or not"
    );
    ended.answer();
    assert_eq!(ended.ask(), REFUSED);

    let mut allowed = Asking::with_limit(Some(1));
    allowed.ask().unwrap();
    allowed.allow(1);
    allowed.ask().unwrap();
    allowed.answer();
    assert_eq!(allowed.ask(), Ok(2), "the leave stands");
}

#[test]
fn every_way_of_closing_is_an_end_of_the_round() {
    let mut asking = Asking::with_limit(Some(2));
    asking.ask().unwrap();
    let id = asking.0.session.open()[0].id;
    asking.0.cancel(id, None).unwrap();
    assert_eq!(asking.ask(), Ok(2));
    asking.0.interrupt().unwrap();
    assert_eq!(asking.ask(), REFUSED);
    let ask = asking.0.ask(&yes_no("x"));
    assert_eq!(
        refused(asking.0.wish(&Command::Ask(Box::new(ask)))).1,
        [""; 0]
    );
}
