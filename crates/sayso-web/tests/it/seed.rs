//! S0's rules, row by row, and its examples as they stand, on its own route.

use serde_json::{Value, json};

use crate::house::House;
use crate::words::{boolean, boxes, choice, text, with};

/// What somebody does.
enum Does {
    /// The agent asks in this session.
    Asks(&'static str, Value),
    /// The same, and gives a minute.
    AsksForAMinute(&'static str, Value),
    /// The person answers this question of this session.
    Answers(&'static str, &'static str, Value),
    /// A minute goes by.
    Waits,
}

/// What comes of the last that is done; all before it goes well.
enum Then {
    /// Refused, and nothing is changed.
    Refused(u16, &'static str),
    /// Taken; this is what the agent gets.
    Taken(Value),
    /// It was asked.
    Asked,
    /// Time is up, and nothing is made up.
    TimedOut,
}

use Does::{Answers, Asks, AsksForAMinute, Waits};
use Then::{Asked, Refused, Taken, TimedOut};

const DUPLICATE: Then = Refused(400, "duplicate_question_id");
const NO_QUESTION: Then = Refused(400, "invalid_question");
const NO_ANSWER: Then = Refused(400, "invalid_answer");
const NO_SESSION: Then = Refused(404, "session_not_found");
const AGAIN: Then = Refused(400, "already_answered");

/// The question whose end is looked at is `q` in session `s`.
fn rows() -> Vec<(&'static str, Vec<Does>, Then)> {
    let below = |question: Value| {
        let more = json!({ "follow_up_questions": { "true": [question] } });
        with(boolean("p"), more)
    };
    let bare = |kind: &str| json!({ "question_id": "q", "question_text": "?", "type": kind });
    let options = |ids: &[String]| {
        let options: Vec<Value> = ids
            .iter()
            .map(|id| json!({ "id": id, "label": &id[..9] }))
            .collect();
        json!({ "options": options })
    };
    // The longest answer that fits, and one option that makes it too long.
    let long = |n: usize, chars: usize| format!("{n}{}", "x".repeat(chars - 1));
    let (fits, over) = (long(0, 256), "x".repeat(257));
    let one_long = with(choice("q"), options(std::slice::from_ref(&fits)));
    let five: Vec<String> = (0..4)
        .map(|n| long(n, 250))
        .chain(["just one more".into()])
        .collect();
    let many_long = with(boxes("q"), options(&five));
    let optional = |question: Value| with(question, json!({ "required": false }));
    let default = json!({ "options": [{ "id": "yes", "label": "Y", "default": true },
                                      { "id": "no", "label": "N" }] });
    let given = |question, answer| vec![Asks("s", question), Answers("s", "q", answer)];
    vec![
        // §4.4
        ("ID 唯一性", vec![Asks("s", choice("q"))], Asked),
        (
            "ID 唯一性",
            vec![Asks("s", choice("q")), Asks("s", text("q"))],
            DUPLICATE,
        ),
        (
            "ID 唯一性",
            vec![Asks("s", choice("q")), Asks("s", below(text("q")))],
            DUPLICATE,
        ),
        (
            "ID 唯一性",
            vec![Asks("s", below(text("q"))), Asks("s", choice("q"))],
            DUPLICATE,
        ),
        (
            "ID 唯一性",
            vec![
                Asks("s", choice("q")),
                Answers("s", "q", json!("yes")),
                Asks("s", choice("q")),
            ],
            DUPLICATE,
        ),
        (
            "ID 唯一性",
            vec![
                AsksForAMinute("s", choice("q")),
                Waits,
                Asks("s", choice("q")),
            ],
            DUPLICATE,
        ),
        (
            "ID 唯一性",
            vec![Asks("s", choice("q")), Asks("other", choice("q"))],
            Asked,
        ),
        (
            "选项非空",
            vec![Asks("s", bare("multiple_choice"))],
            NO_QUESTION,
        ),
        ("选项非空", vec![Asks("s", bare("checkbox"))], NO_QUESTION),
        (
            "选项非空",
            vec![Asks("s", with(choice("q"), json!({ "options": [] })))],
            NO_QUESTION,
        ),
        (
            "选项非空",
            vec![Asks("s", with(boxes("q"), json!({ "options": [] })))],
            NO_QUESTION,
        ),
        (
            "选项非空",
            vec![Asks("s", with(boxes("q"), options(&["only this".into()])))],
            Asked,
        ),
        ("选项非空", vec![Asks("s", bare("text"))], Asked),
        ("选项非空", vec![Asks("s", bare("boolean"))], Asked),
        (
            "答案有效性",
            given(choice("q"), json!("yes")),
            Taken(json!("yes")),
        ),
        ("答案有效性", given(choice("q"), json!("maybe")), NO_ANSWER),
        (
            "答案有效性",
            given(choice("q"), json!("Yes, do")),
            NO_ANSWER,
        ),
        ("答案有效性", given(choice("q"), json!(["yes"])), NO_ANSWER),
        ("答案有效性", given(choice("q"), json!(0)), NO_ANSWER),
        (
            "答案有效性",
            given(boxes("q"), json!(["b", "a"])),
            Taken(json!(["b", "a"])),
        ),
        (
            "答案有效性",
            given(boxes("q"), json!(["a", "z"])),
            NO_ANSWER,
        ),
        ("答案有效性", given(boxes("q"), json!("a")), NO_ANSWER),
        (
            "答案有效性",
            given(boolean("q"), json!(false)),
            Taken(json!(false)),
        ),
        ("答案有效性", given(boolean("q"), json!("true")), NO_ANSWER),
        ("答案有效性", given(text("q"), json!(8080)), NO_ANSWER),
        ("必答约束", given(choice("q"), json!(null)), NO_ANSWER),
        ("必答约束", given(boxes("q"), json!([])), NO_ANSWER),
        ("必答约束", given(text("q"), json!(" ")), NO_ANSWER),
        (
            "必答约束",
            vec![AsksForAMinute("s", choice("q")), Waits],
            TimedOut,
        ),
        (
            "必答约束",
            vec![AsksForAMinute("s", text("q")), Waits],
            TimedOut,
        ),
        // Also where one option is the default: only what need not be answered is answered by it.
        (
            "必答约束",
            vec![AsksForAMinute("s", with(choice("q"), default)), Waits],
            TimedOut,
        ),
        (
            "必答约束",
            vec![AsksForAMinute("s", optional(choice("q"))), Waits],
            TimedOut,
        ),
        (
            "必答约束",
            vec![
                AsksForAMinute("s", choice("q")),
                Waits,
                Answers("s", "q", json!("yes")),
            ],
            AGAIN,
        ),
        (
            "会话绑定",
            vec![Asks("s", choice("q")), Answers("none", "q", json!("yes"))],
            NO_SESSION,
        ),
        (
            "会话绑定",
            vec![
                Asks("s", choice("q")),
                Asks("other", text("r")),
                Answers("other", "q", json!("yes")),
            ],
            NO_SESSION,
        ),
        (
            "会话绑定",
            vec![
                Asks("s", choice("q")),
                Asks("other", choice("r")),
                Answers("s", "r", json!("yes")),
            ],
            NO_SESSION,
        ),
        // §4.5
        (
            "输入过滤",
            given(text("q"), json!("\u{1b}]0;x\u{7}a\u{202e}b\0\u{1b}[31mc")),
            Taken(json!("abc")),
        ),
        // What is only shown is data, and is escaped where it is shown.
        (
            "输入过滤",
            given(text("q"), json!("<script>alert(1)</script>&\u{1b}[2J")),
            Taken(json!("<script>alert(1)</script>&")),
        ),
        (
            "输入过滤",
            given(choice("q"), json!({ "other": "<b>\u{202e}x" })),
            Taken(json!({ "other": "<b>x" })),
        ),
        (
            "长度限制",
            given(one_long.clone(), json!(fits)),
            Taken(json!(fits)),
        ),
        ("长度限制", given(one_long, json!(over)), NO_ANSWER),
        (
            "长度限制",
            vec![Asks("s", with(choice("q"), options(&[over])))],
            NO_QUESTION,
        ),
        (
            "长度限制",
            given(many_long.clone(), json!(five[..4])),
            Taken(json!(five[..4])),
        ),
        ("长度限制", given(many_long, json!(five)), NO_ANSWER),
        (
            "会话验证",
            vec![Answers("s", "q", json!("yes"))],
            NO_SESSION,
        ),
        (
            "会话验证",
            vec![Asks("s", choice("q")), Answers("", "q", json!("yes"))],
            NO_SESSION,
        ),
        (
            "会话验证",
            vec![Asks("s", choice("q")), Answers("s", "r", json!("yes"))],
            Refused(404, "question_not_found"),
        ),
        (
            "防重放",
            vec![
                Asks("s", choice("q")),
                Answers("s", "q", json!("yes")),
                Answers("s", "q", json!("yes")),
            ],
            AGAIN,
        ),
        (
            "防重放",
            vec![
                Asks("s", choice("q")),
                Answers("s", "q", json!("yes")),
                Answers("s", "q", json!("no")),
            ],
            AGAIN,
        ),
        (
            "防重放",
            vec![
                Asks("s", choice("q")),
                Answers("s", "q", json!("yes")),
                Answers("s", "q", json!("maybe")),
            ],
            AGAIN,
        ),
    ]
}

/// Every rule of S0 §4.4 and §4.5.
#[tokio::test(flavor = "multi_thread")]
async fn every_rule_of_consistency_and_safety() {
    for (n, (rule, does, then)) in rows().into_iter().enumerate() {
        let house = House::with_stopped_clock().await;
        let row = format!("{rule}, row {n}");
        let last = does.len() - 1;
        let (mut id, mut before) = (None::<String>, Value::Null);
        for (step, does) in does.into_iter().enumerate() {
            if let (true, Some(id)) = (step == last, &id) {
                before = house.seen_by_person(id).await;
            }
            let asks = matches!(does, Asks(..) | AsksForAMinute(..));
            let reply = match does {
                Asks(session, input) => {
                    let body = json!({ "session_id": session, "input": input });
                    house.agent().post("/api/interactions", body).await
                }
                AsksForAMinute(session, input) => {
                    let body =
                        json!({ "session_id": session, "input": input, "timeout_seconds": 60 });
                    house.agent().post("/api/interactions", body).await
                }
                Answers(session, question, answer) => {
                    let body =
                        json!({ "session_id": session, "question_id": question, "answer": answer });
                    house.person().post("/api/task/answer", body).await
                }
                Waits => {
                    house.later(60_000).await;
                    continue;
                }
            };
            if let (true, Refused(status, code)) = (step == last, &then) {
                let got = (reply.status(), reply.json()["error"]["code"].clone());
                assert_eq!(got, (*status, json!(code)), "{row}: {}", reply.json());
                continue;
            }
            assert_eq!(
                reply.status(),
                if asks { 201 } else { 200 },
                "{row}: {}",
                reply.json()
            );
            if asks && id.is_none() {
                id = Some(reply.json()["interaction_id"].as_str().unwrap().to_owned());
            }
        }
        let Some(id) = id else {
            continue;
        };
        let after = house.seen_by_person(&id).await;
        match then {
            Refused(..) => assert_eq!(after, before, "{row}"),
            Asked => assert_eq!(after["state"], "pending", "{row}"),
            Taken(answer) => {
                assert_eq!(after["state"], "answered", "{row}");
                assert_eq!(after["outcome"]["answers"][0]["answer"], answer, "{row}");
            }
            TimedOut => {
                let outcome = &after["outcome"];
                for (field, value) in [
                    ("state", json!("timeout")),
                    ("decided_by", json!("timeout")),
                    ("answers", json!([])),
                    ("unanswered", json!(["q"])),
                ] {
                    assert_eq!(outcome[field], value, "{row}: {outcome}");
                }
            }
        }
    }
}

/// S0 §2.7.2 and §2.7.3: the three bodies and the reply, as they stand there.
#[tokio::test(flavor = "multi_thread")]
async fn its_answers_are_taken_as_they_stand() {
    let house = House::open().await;
    let strategy = with(
        choice("auth_strategy_01"),
        json!({ "options": [{ "id": "option_a", "label": "选项 A" }, { "id": "option_b", "label": "选项 B" }] }),
    );
    let providers = with(
        boxes("oauth_providers"),
        json!({ "options": [{ "id": "google", "label": "Google" }, { "id": "github", "label": "GitHub" }] }),
    );
    for (question, body, answer) in [
        (
            strategy,
            r#"{
  "session_id": "session_xxx",
  "question_id": "auth_strategy_01",
  "answer": "option_a"
}"#,
            json!("option_a"),
        ),
        (
            providers,
            r#"{
  "session_id": "session_xxx",
  "question_id": "oauth_providers",
  "answer": ["google", "github"]
}"#,
            json!(["google", "github"]),
        ),
        (
            text("custom_port"),
            r#"{
  "session_id": "session_xxx",
  "question_id": "custom_port",
  "answer": "8080"
}"#,
            json!("8080"),
        ),
    ] {
        let id = house.ask("session_xxx", question).await;
        let person = house.person();
        let reply = person.send("POST", "/api/task/answer", Some(body.into()));
        let said: Value = serde_json::from_str(
            r#"{
  "success": true,
  "message": "答案已提交，任务继续执行"
}"#,
        )
        .unwrap();
        assert_eq!(reply.await.ok(200), said);
        let outcome = &house.look(&id).await["outcome"];
        assert_eq!(outcome["answers"][0]["answer"], answer);
    }
}

/// S0 §2.7.1: the state of a session, whole.
#[tokio::test(flavor = "multi_thread")]
async fn its_state_of_a_session_is_ours() {
    let shown = r#"{
  "session_id": "session_xxx",
  "current_round": 3,
  "total_rounds": 5,
  "dialog_history": [
    {
      "round": 1,
      "question": "请选择一个功能",
      "answer": "再给一个多选框还是这些选项"
    },
    {
      "round": 2,
      "question": "请再次选择一个功能", 
      "answer": "再给一个多选框还是这些选项"
    }
  ]
}"#;
    let shown: Value = serde_json::from_str(shown).unwrap();
    let house = House::open().await;
    for (n, text) in ["请选择一个功能", "请再次选择一个功能", "请再次选择一个功能"]
        .into_iter()
        .enumerate()
    {
        let question = json!({ "question": text, "header": "选择功能", "multiSelect": true,
                               "options": ["背唐诗", "讲笑话", "再给一个多选框还是这些选项"] });
        let body = json!({ "session_id": "session_xxx", "total_rounds": 5, "input": { "questions": [question] } });
        let asked = house.agent().post("/api/interactions", body).await.ok(201);
        if n < 2 {
            let question = &asked["questions"][0]["question_id"];
            let body = json!({ "session_id": "session_xxx", "question_id": question,
                               "answer": ["再给一个多选框还是这些选项"] });
            house.person().post("/api/task/answer", body).await.ok(200);
        }
    }
    let state = house
        .person()
        .get("/api/sessions/session_xxx")
        .await
        .ok(200);
    let fields = shown.as_object().unwrap().keys();
    let ours: serde_json::Map<_, _> = fields
        .map(|name| (name.clone(), state[name].clone()))
        .collect();
    assert_eq!(Value::Object(ours), shown);
}
