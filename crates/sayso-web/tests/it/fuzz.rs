//! Nonsense in, no 5xx out, and nothing that the document does not tell of.

use serde_json::{Map, Value, json};

use crate::client::Client;
use crate::dice::Dice;
use crate::documented::{Documented, operations};
use crate::house::House;
use crate::words::{auth, choice};

const SEED: u64 = 0x5a75_0202_6021_9000;
const REQUESTS: usize = 600;

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_gets_a_documented_answer_and_no_5xx() {
    let house = House::open().await;
    let known = [
        house.ask("s", choice("q")).await,
        house.ask("s", auth()).await,
        house.ask("t", choice("q")).await,
    ];
    let page = house.page().await;
    let clients = [
        house.person(),
        house.agent(),
        house.session_agent("s"),
        page,
    ];
    let mut fuzz = Fuzz {
        dice: Dice::seeded(SEED),
        known: &known,
    };
    let all: Vec<Documented> = operations()
        .into_iter()
        // Streams have no end to wait for; `live` is about them.
        .filter(|one| {
            one.about["responses"]["200"]["content"]
                .get("text/event-stream")
                .is_none()
        })
        .collect();
    for _ in 0..REQUESTS {
        let operation = &all[fuzz.dice.below(all.len())];
        let client = &clients[fuzz.dice.below(clients.len())];
        fuzz.call(client, operation).await;
    }
    house.person().get("/healthz").await.ok(200);
}

struct Fuzz<'k> {
    dice: Dice,
    known: &'k [String],
}

impl Fuzz<'_> {
    /// The client itself holds the response to the document.
    async fn call(&mut self, client: &Client, operation: &Documented) {
        let id = self.id();
        let mut target = operation.path.replace("{id}", &id);
        for (n, parameter) in operation.about["parameters"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["in"] == "query")
            .enumerate()
        {
            if self.dice.below(2) == 0 {
                let name = parameter["name"].as_str().unwrap();
                let value = self.query_value(name);
                target += &format!("{}{name}={value}", if n == 0 { '?' } else { '&' });
            }
        }
        let body = (operation.method != "GET").then(|| self.body(operation));
        let shown = body
            .as_deref()
            .map(String::from_utf8_lossy)
            .unwrap_or_default();
        let shown: String = shown.chars().take(400).collect();
        let reply = client.send(&operation.method, &target, body).await;
        assert!(reply.status() < 500, "{target} {shown}: {}", reply.json());
    }

    fn id(&mut self) -> String {
        match self.dice.below(8) {
            0..3 => self.known[self.dice.below(self.known.len())].clone(),
            3 => "s".into(),
            4 => "t".into(),
            5 => "%00".into(),
            6 => "%F0%9F%98%80".into(),
            _ => format!("{:032x}", self.dice.below(usize::MAX)),
        }
    }

    fn query_value(&mut self, name: &str) -> String {
        let values: &[&str] = match name {
            // Nobody waits here.
            "wait" => &["0", "x", "-1", "", "%00"],
            _ => &[
                "0",
                "1",
                "-1",
                "x",
                "",
                "99999999999999999999",
                "18446744073709551615",
                "%ff",
            ],
        };
        values[self.dice.below(values.len())].into()
    }

    /// A body: the example, one with something wrong in it, or nonsense.
    fn body(&mut self, operation: &Documented) -> Vec<u8> {
        if self.dice.below(12) == 0 {
            let bytes: &[&[u8]] = &[b"", b"{", b"\xff", b"[[[[", b"\"", b"{\"a\":1,\"a\":2}"];
            return bytes[self.dice.below(bytes.len())].to_vec();
        }
        let schema = &operation.about["requestBody"]["content"]["application/json"];
        let mut body = match schema.get("example") {
            Some(example) => example.clone(),
            None => json!({}),
        };
        let names = self.fields_of(&schema["schema"]);
        for _ in 0..self.dice.below(4) {
            if names.is_empty() {
                break;
            }
            let name = &names[self.dice.below(names.len())];
            body[name] = self.value(3);
        }
        if self.dice.below(8) == 0 {
            body = self.value(4);
        }
        body.to_string().into_bytes()
    }

    fn fields_of(&self, schema: &Value) -> Vec<String> {
        let schema = match schema["$ref"].as_str() {
            Some(path) => crate::documented::document().pointer(&path[1..]).unwrap(),
            None => schema,
        };
        let fields = schema["properties"].as_object();
        fields
            .map(|fields| fields.keys().cloned().collect())
            .unwrap_or_default()
    }

    fn value(&mut self, depth: usize) -> Value {
        let known = self.known[self.dice.below(self.known.len())].clone();
        match self.dice.below(if depth == 0 { 12 } else { 16 }) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!(-1),
            3 => json!(0),
            4 => json!(1.5e300),
            5 => json!(u64::MAX),
            6 => json!(""),
            7 => json!("\u{0}\u{202e}\u{feff}\u{1f600}"),
            8 => json!("x".repeat(300)),
            9 => json!("s"),
            10 => json!("q"),
            11 => json!(known),
            12 => choice("q"),
            13 => {
                let count = self.dice.below(4);
                (0..count).map(|_| self.value(depth - 1)).collect()
            }
            _ => {
                let names = [
                    "q",
                    "other",
                    "question_id",
                    "answer",
                    "kind",
                    "name",
                    "options",
                    "questions",
                ];
                let mut fields = Map::new();
                for _ in 0..self.dice.below(4) {
                    let name = names[self.dice.below(names.len())];
                    fields.insert(name.into(), self.value(depth - 1));
                }
                Value::Object(fields)
            }
        }
    }
}
