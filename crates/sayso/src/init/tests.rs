//! Files are changed in place: a row is a file before and after, and taking the entry out again.

use serde_json::json;

use super::jsonc;

/// Setting gives this; removing what was set says the same as before.
#[track_caller]
fn check(before: &str, after: &str, removed: &str) {
    let value = json!({ "command": "sayso", "args": ["mcp"] });
    let path = ["mcpServers", "sayso"];
    let set = jsonc::set(before, &path, &value).unwrap();
    let set = set.expect("it was not there");
    assert_eq!(set, after);
    assert_eq!(jsonc::set(&set, &path, &value).unwrap(), None, "twice");
    assert_eq!(
        jsonc::remove(&set, &path).unwrap().as_deref(),
        Some(removed)
    );
}

#[test]
fn an_entry_goes_in_and_out_and_the_rest_stays() {
    let entry = "\"sayso\": {\n      \"command\": \"sayso\",\n      \"args\": [\n        \"mcp\"\n      ]\n    }";
    check(
        "",
        &format!("{{\n  \"mcpServers\": {{\n    {entry}\n  }}\n}}\n"),
        "{\n  \"mcpServers\": {\n  }\n}\n",
    );
    check(
        "{}\n",
        &format!("{{\n  \"mcpServers\": {{\n    {entry}\n  }}\n}}\n"),
        "{\n  \"mcpServers\": {\n  }\n}\n",
    );
    // Comments, other servers, a comma at the end, odd spacing: all as it was.
    check(
        "// mine\n{\n  /* a */ \"x\": [1, {\"y\": \"}\"},],\n  \"mcpServers\": {\n    \"other\": { \"command\": \"o\" } // keep\n  }\n}\n",
        &format!(
            "// mine\n{{\n  /* a */ \"x\": [1, {{\"y\": \"}}\"}},],\n  \"mcpServers\": {{\n    \"other\": {{ \"command\": \"o\" }},\n    {entry} // keep\n  }}\n}}\n"
        ),
        "// mine\n{\n  /* a */ \"x\": [1, {\"y\": \"}\"},],\n  \"mcpServers\": {\n    \"other\": { \"command\": \"o\" } // keep\n  }\n}\n",
    );
    check(
        "{\n  \"mcpServers\": {\n    \"other\": {},\n  },\n}\n",
        &format!("{{\n  \"mcpServers\": {{\n    \"other\": {{}},\n    {entry}\n  }},\n}}\n"),
        "{\n  \"mcpServers\": {\n    \"other\": {}\n  },\n}\n",
    );
}

#[test]
fn what_cannot_be_read_is_not_changed() {
    for text in [
        "[]",
        "{",
        "{\"a\" 1}",
        "{\"a\":1} x",
        "{\"mcpServers\": 7}",
        "{\"a\": \"",
        "nonsense",
    ] {
        assert!(
            jsonc::set(text, &["mcpServers", "sayso"], &json!(1)).is_err(),
            "{text}"
        );
    }
}

#[test]
fn an_entry_of_that_name_is_left_alone() {
    let text = "{ \"mcpServers\": { \"sayso\": { \"command\": \"my own\" } } }";
    assert_eq!(
        jsonc::set(text, &["mcpServers", "sayso"], &json!(1)),
        Ok(None)
    );
}
