//! The document and what is served are the same.

use serde_json::Value;

use crate::documented::{self, document, operations};
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn the_document_is_served_as_it_is_in_the_repository() {
    let house = House::open().await;
    let reply = house.anyone().get("/api/openapi.json").await;
    reply.ok(200);
    assert_eq!(reply.head.get("content-type"), Some("application/json"));
    assert_eq!(String::from_utf8(reply.body).unwrap(), documented::TEXT);
}

#[cfg(feature = "schema")]
#[test]
fn the_document_is_what_the_table_of_operations_makes() {
    assert_eq!(sayso_web::openapi::document(), documented::TEXT);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_of_the_document_is_served() {
    let house = House::open().await;
    for operation in operations() {
        let target = operation.path.replace("{id}", "none");
        let body = (operation.method != "GET").then(|| b"{}".to_vec());
        // Streams of everything never end: who asks without a credential learns enough.
        let reply = house.anyone().send(&operation.method, &target, body).await;
        let code = reply.json()["error"]["code"].clone();
        assert!(
            code != "not_found" && code != "method_not_allowed",
            "{operation:?}"
        );
        let guarded = reply.status() == 401 && code == "unauthorized";
        assert_eq!(guarded, operation.is_guarded(), "{target}");
    }
}

#[test]
fn the_names_that_others_rely_on_are_there() {
    for row in [
        "POST /api/task",
        "GET /api/task/stream",
        "POST /api/task/answer",
        "POST /api/task/interrupt",
        "POST /api/interactions",
        "GET /api/interactions",
        "GET /api/interactions/{id}",
        "POST /api/interactions/{id}/answer",
        "POST /api/interactions/{id}/cancel",
        "POST /api/interactions/{id}/hold",
        "POST /api/interactions/{id}/reopen",
        "PUT /api/interactions/{id}/draft",
        "POST /api/interactions/answer-batch",
        "GET /api/interactions/{id}/context",
        "GET /api/sessions",
        "GET /api/sessions/{id}",
        "GET /api/sessions/{id}/messages",
        "GET /api/sessions/{id}/events",
        "POST /api/sessions/{id}/branch",
        "GET /api/events",
        "GET /api/audit",
        "GET /api/openapi.json",
        "GET /healthz",
        "GET /metrics",
    ] {
        let (method, path) = row.split_once(' ').unwrap();
        let there = operations()
            .iter()
            .any(|one| one.method == method && one.path == path);
        assert!(there, "{row}");
    }
}

#[test]
fn every_reference_of_the_document_leads_somewhere() {
    fn follow(value: &Value, count: &mut usize) {
        match value {
            Value::Object(fields) => {
                if let Some(reference) = fields.get("$ref") {
                    let path = reference.as_str().unwrap().strip_prefix('#').unwrap();
                    assert!(document().pointer(path).is_some(), "{path}");
                    *count += 1;
                }
                fields.values().for_each(|value| follow(value, count));
            }
            Value::Array(items) => items.iter().for_each(|value| follow(value, count)),
            _ => {}
        }
    }
    let mut count = 0;
    follow(document(), &mut count);
    assert!(count > 50, "{count}");
}

#[test]
fn operations_are_told_apart_and_described() {
    let mut names = std::collections::HashSet::new();
    for operation in operations() {
        let about = &operation.about;
        assert!(names.insert(about["operationId"].to_string()));
        assert!(!about["summary"].as_str().unwrap().is_empty());
        let takes_id = operation.path.contains("{id}");
        let parameters = about["parameters"].as_array().unwrap();
        let names_id = parameters.iter().any(|one| one["in"] == "path");
        assert_eq!(takes_id, names_id, "{}", operation.path);
        let has_body = about.get("requestBody").is_some();
        assert!(!has_body || operation.method != "GET");
    }
}
