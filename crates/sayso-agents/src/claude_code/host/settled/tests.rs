use serde_json::{Value, json};

use super::settled;

fn request(id: &str, call: &str) -> Value {
    let request = json!({ "subtype": "can_use_tool", "tool_use_id": call });
    json!({ "type": "control_request", "request_id": id, "request": request })
}

fn taken_back(id: &str) -> Value {
    json!({ "type": "control_cancel_request", "request_id": id })
}

fn result(call: &str) -> Value {
    let block = json!({ "type": "tool_result", "tool_use_id": call, "content": "done" });
    json!({ "type": "user", "message": { "role": "user", "content": [block] } })
}

#[track_caller]
fn check(lines: &[Value], expected: &[&str]) {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let settled = settled(&lines);
    let mut settled: Vec<&str> = settled.iter().map(String::as_str).collect();
    settled.sort_unstable();
    assert_eq!(settled, expected, "{lines:#?}");
}

#[test]
fn taken_back_or_with_a_result() {
    let (one, two) = (request("1", "a"), request("2", "b"));
    check(&[], &[]);
    check(&[one.clone(), two.clone()], &[]);
    check(&[one.clone(), two.clone(), result("a")], &["1"]);
    check(&[one.clone(), two.clone(), taken_back("2")], &["2"]);
    check(
        &[one.clone(), taken_back("1"), two.clone(), result("b")],
        &["1", "2"],
    );
    // The same call may be asked about again, after it was interrupted.
    check(&[one.clone(), result("a"), request("3", "a")], &["1"]);
    // A result of something else, and lines that are none.
    check(&[one.clone(), result("c"), json!("x"), json!(null)], &[]);
    check(&[json!({ "type": "control_request" }), one, two], &[]);
}
