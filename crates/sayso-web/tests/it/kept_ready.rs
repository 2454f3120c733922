//! Templates and transcripts over HTTP, behind stand-ins for the disk.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use sayso_core::issue::IssueWire;
use sayso_core::lang::Lang;
use sayso_core::limits::Limits;
use sayso_core::moment::Moment;
use sayso_core::template::{
    Filled, TemplateCard, TemplateOrigin, TemplateRefusal, Templates, VariableCard,
};
use sayso_core::transcript::{
    AskAgain, CardState, Index, Listed, NotAgain, Page, Reading, Shelf, Span, Unread,
};
use serde_json::{Value, json};

use crate::house::House;

/// A shelf with one transcript, `p:s`, that can grow.
#[derive(Clone, Default)]
pub(crate) struct OneTranscript(Arc<Mutex<Vec<String>>>);

impl OneTranscript {
    fn say(&self, words: &str) {
        let line = json!({ "type": "user", "message": { "content": words } });
        self.0.lock().unwrap().push(line.to_string());
    }

    fn index(&self) -> (Index, Vec<String>) {
        let lines = self.0.lock().unwrap().clone();
        let mut index = Index::default();
        for line in &lines {
            index.push(0, line.as_bytes());
        }
        (index, lines)
    }
}

impl Shelf for OneTranscript {
    fn list(
        &self,
        project: Option<&str>,
        before: Option<Moment>,
        limit: usize,
    ) -> Result<Vec<Listed>, Unread> {
        let modified_at = Moment::from_millis(1_000);
        let there = project.is_none_or(|project| project == "/p")
            && before.is_none_or(|before| before > modified_at)
            && limit > 0;
        let one = Listed {
            id: "p:s".into(),
            folder: "p".into(),
            bytes: 7,
            modified_at,
            summary: self.index().0.summary(),
        };
        Ok(there.then_some(one).into_iter().collect())
    }

    fn page(&self, id: &str, agent: Option<&str>, span: &Span) -> Result<Page, Unread> {
        match (id, agent) {
            ("p:s", None) => {}
            ("p:bad", _) => return Err(Unread::Failed("it fell down".into())),
            _ => return Err(Unread::NotFound),
        }
        let (index, lines) = self.index();
        let mut reading = Reading::new(&index, span.words, |_| None);
        let first = (span.after as usize).min(lines.len());
        let end = (first + span.limit).min(lines.len());
        let items = (first..end).flat_map(|n| reading.items(n as u32, lines[n].as_bytes()));
        Ok(Page {
            summary: index.summary(),
            items: items.collect(),
            next: (end < lines.len()).then_some(end as u32),
            ..Page::default()
        })
    }

    fn ask_again(&self, id: &str, question: &str) -> Result<AskAgain, NotAgain> {
        self.page(id, None, &Span::default())?;
        match question {
            "open" => Ok(AskAgain {
                session_id: Some("claude-1".into()),
                project: Some("/p".into()),
                tool_use_id: Some("toolu_1".into()),
                input: json!({ "question_text": "Which port?", "type": "text" }),
            }),
            "answered" => Err(NotAgain::Ended(CardState::Answered)),
            _ => Err(NotAgain::NoQuestion),
        }
    }
}

/// One template, `port`.
pub(crate) struct OneTemplate;

impl Templates for OneTemplate {
    fn list(&self, lang: Lang) -> Vec<TemplateCard> {
        vec![TemplateCard {
            name: "port".into(),
            description: Some(lang.pick("Which port", "哪个端口").into()),
            origin: TemplateOrigin::Project,
            variables: vec![VariableCard {
                name: "host".into(),
                description: None,
                required: true,
                default: None,
                from: None,
            }],
            mistakes: Vec::new(),
        }]
    }

    fn fill(
        &self,
        name: &str,
        given: &BTreeMap<String, String>,
        _: &Limits,
        lang: Lang,
    ) -> Result<Filled, TemplateRefusal> {
        if name != "port" {
            return Err(TemplateRefusal::NotFound);
        }
        let Some(host) = given.get("host") else {
            return Err(TemplateRefusal::Mistakes(vec![IssueWire {
                path: "3:1 variables.host".into(),
                message: lang.pick("has to be given", "必须提供").into(),
            }]));
        };
        Ok(Filled {
            name: name.to_owned(),
            description: None,
            input: json!({ "question_id": "port", "question_text": format!("Which port of {host}?"), "type": "text" }),
        })
    }
}

async fn house() -> (House, OneTranscript) {
    let transcript = OneTranscript::default();
    for words in ["one", "two", "three"] {
        transcript.say(words);
    }
    let shelf: Arc<dyn Shelf> = Arc::new(transcript.clone());
    let house = House::with(|web, _| {
        web.transcripts = Some(shelf);
        web.templates = Some(Arc::new(OneTemplate));
    });
    (house.await, transcript)
}

fn texts(page: &Value) -> Vec<&str> {
    let items = page["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["text"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn transcripts_are_listed_and_read_by_page() {
    let (house, _) = house().await;
    let person = house.person();
    let listed = person
        .get("/api/transcripts?project=%2Fp&limit=5")
        .await
        .ok(200);
    assert_eq!(listed["transcripts"][0]["id"], "p:s");
    assert_eq!(listed["transcripts"][0]["summary"]["rounds"], 3);
    assert_eq!(listed["next"], Value::Null);
    let full = person.get("/api/transcripts?limit=1").await.ok(200);
    assert_eq!(full["next"], 1_000);
    let found = person.get("/api/transcripts?q=ONE").await.ok(200);
    assert_eq!(found["transcripts"].as_array().unwrap().len(), 1);
    for none in ["project=%2Fother", "before=1000", "limit=0", "q=nowhere"] {
        let listed = person
            .get(&format!("/api/transcripts?{none}"))
            .await
            .ok(200);
        assert_eq!(listed["transcripts"], json!([]), "{none}");
    }
    let page = person.get("/api/transcripts/p:s?limit=2").await.ok(200);
    assert_eq!(texts(&page), ["one", "two"]);
    assert_eq!(page["next"], 2);
    let page = person.get("/api/transcripts/p:s?after=2").await.ok(200);
    assert_eq!(texts(&page), ["three"]);
    assert_eq!(page["next"], Value::Null);
}

/// Only a person reads what was said; an agent's token is shut out before anything is looked up.
#[tokio::test]
async fn transcripts_are_for_a_persons_eyes() {
    let (house, _) = house().await;
    for path in [
        "/api/transcripts",
        "/api/transcripts/p:s",
        "/api/transcripts/p:s/events",
    ] {
        house.agent().get(path).await.refused(403, "person_only");
        house
            .session_agent("s")
            .get(path)
            .await
            .refused(403, "person_only");
        assert_eq!(house.anyone().get(path).await.status(), 401, "{path}");
    }
    let again = json!({ "question": "open" });
    let path = "/api/transcripts/p:s/ask-again";
    house
        .agent()
        .post(path, again)
        .await
        .refused(403, "person_only");
}

#[tokio::test]
async fn what_is_not_there_or_wrong() {
    let (house, _) = house().await;
    let person = house.person();
    for path in [
        "/api/transcripts/none",
        "/api/transcripts/..%2F..%2Fetc",
        "/api/transcripts/p:s?agent=x",
        "/api/transcripts/none/events",
    ] {
        person.get(path).await.refused(404, "not_found");
    }
    person
        .get("/api/transcripts/p:bad")
        .await
        .refused(503, "transcript_unreadable");
    person
        .get("/api/transcripts/p:s?after=x")
        .await
        .refused(400, "invalid_request");
    person
        .get("/api/transcripts/p:s?before=-1")
        .await
        .refused(400, "invalid_request");
    // A desk without either has neither.
    let bare = House::open().await;
    let person = bare.person();
    assert_eq!(
        person.get("/api/transcripts").await.ok(200)["transcripts"],
        json!([])
    );
    assert_eq!(
        person.get("/api/templates").await.ok(200)["templates"],
        json!([])
    );
    person
        .get("/api/transcripts/p:s")
        .await
        .refused(404, "not_found");
    person
        .post("/api/templates/port/ask", json!({}))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn a_transcript_is_followed() {
    let (house, transcript) = house().await;
    let mut stream = house
        .person()
        .stream("/api/transcripts/p:s/events?after=1")
        .await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        seen.push(stream.next().await.data["text"].clone());
    }
    transcript.say("four");
    let four = stream.next().await;
    seen.push(four.data["text"].clone());
    assert_eq!(seen, ["two", "three", "four"]);
    // Coming back goes on where one was.
    transcript.say("five");
    let last = four.id;
    let mut again = house
        .person()
        .stream_after("/api/transcripts/p:s/events", last)
        .await;
    assert_eq!(again.next().await.data["text"], "five");
}

/// The same call is the same question: asking again twice is asking once, and an agent that comes
/// back with its tool call finds it.
#[tokio::test]
async fn a_question_is_asked_again() {
    let (house, _) = house().await;
    let path = "/api/transcripts/p:s/ask-again";
    let again = json!({ "question": "open" });
    let asked = house.person().post(path, again.clone()).await.ok(201);
    assert_eq!(asked["session_id"], "claude-1");
    assert_eq!(asked["tool_use_id"], "toolu_1");
    let known = house.person().post(path, again).await.ok(200);
    assert_eq!(known["interaction_id"], asked["interaction_id"]);
    let body = json!({ "session_id": "claude-1", "tool_use_id": "toolu_1",
        "input": { "question_text": "Which port?", "type": "text" } });
    let agents = house.agent().post("/api/interactions", body).await.ok(200);
    assert_eq!(agents["interaction_id"], asked["interaction_id"]);
    let answered = json!({ "question": "answered" });
    house
        .person()
        .post(path, answered)
        .await
        .refused(409, "not_unanswered");
    let none = json!({ "question": "none" });
    house
        .person()
        .post(path, none)
        .await
        .refused(404, "not_found");
    house
        .person()
        .post(path, json!({}))
        .await
        .refused(400, "invalid_request");
}

#[tokio::test]
async fn templates_are_listed_and_asked() {
    let (house, _) = house().await;
    let agent = house.agent();
    let listed = agent.get("/api/templates").await.ok(200);
    let expected = json!({ "name": "port", "description": "Which port", "origin": "project",
        "variables": [{ "name": "host", "required": true }], "mistakes": [] });
    assert_eq!(listed["templates"], json!([expected]));
    let path = "/api/templates/port/ask";
    let body = json!({ "variables": { "host": "db" }, "session_id": "s", "idempotency_key": "k" });
    let asked = agent.post(path, body.clone()).await.ok(201);
    assert_eq!(asked["questions"][0]["question_text"], "Which port of db?");
    let known = agent.post(path, body).await.ok(200);
    assert_eq!(known["interaction_id"], asked["interaction_id"]);
    let refused = agent
        .post(path, json!({}))
        .await
        .refused(400, "invalid_template");
    let details = json!([{ "path": "3:1 variables.host", "message": "has to be given" }]);
    assert_eq!(refused["details"], details);
    agent
        .post("/api/templates/none/ask", json!({}))
        .await
        .refused(404, "not_found");
    let wrong = json!({ "variables": { "host": 5 } });
    agent
        .post(path, wrong)
        .await
        .refused(400, "invalid_request");
    // A session's own token asks in its own session alone.
    let elsewhere = json!({ "variables": { "host": "db" }, "session_id": "other" });
    house
        .session_agent("s")
        .post(path, elsewhere)
        .await
        .refused(404, "session_not_found");
}
