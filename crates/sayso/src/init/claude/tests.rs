use super::*;

fn wanted() -> Wanted {
    Wanted {
        program: "sayso".into(),
        manner: "auto",
        approvals: true,
    }
}

/// What stands in the settings after these were there, and what is left when it is undone.
#[track_caller]
fn check(before: Value, left: Value) {
    let mut value = before;
    let ours = json!({ "hooks": hooks(&wanted()), "permissions": { "allow": ["mcp__sayso"] } });
    settings::merge(&mut value, &ours);
    for (event, groups) in hooks(&wanted()).as_object().unwrap() {
        let there = value["hooks"][event].as_array().unwrap();
        let groups = groups.as_array().unwrap();
        assert!(
            groups.iter().all(|group| there.contains(group)),
            "{event}: {value}"
        );
    }
    let again = value.clone();
    settings::merge(&mut value, &ours);
    assert_eq!(value, again, "twice is once");
    settings::remove(&mut value, &ours);
    assert_eq!(value, left, "undone");
}

#[test]
fn others_settings_are_kept() {
    check(json!({}), json!({}));
    let theirs = json!({
        "model": "opus",
        "hooks": {
            "Stop": [{ "hooks": [{ "type": "command", "command": "beep" }] }],
            "PreCompact": [{ "hooks": [{ "type": "command", "command": "note" }] }],
        },
        "permissions": { "allow": ["Bash(ls:*)"], "deny": ["Read(.env)"] },
    });
    check(theirs.clone(), theirs);
}

/// What somebody has set stays, and a list that is none is not touched.
#[test]
fn nothing_of_others_is_overwritten() {
    let mut value = json!({ "env": { "X": "theirs" }, "permissions": "odd" });
    let ours = json!({ "env": { "X": "ours", "Y": "ours" }, "permissions": { "allow": ["a"] } });
    settings::merge(&mut value, &ours);
    let merged = json!({ "env": { "X": "theirs", "Y": "ours" }, "permissions": "odd" });
    assert_eq!(value, merged);
    settings::remove(&mut value, &ours);
    let left = json!({ "env": { "X": "theirs" }, "permissions": "odd" });
    assert_eq!(value, left);
    for bad in ["[]", "{", "// a comment\n{}", "7"] {
        assert!(settings::read(Some(bad)).is_err(), "{bad}");
    }
}

#[test]
fn another_manner_replaces_the_hooks() {
    let mut value = json!({ "hooks": hooks(&Wanted { manner: "desk", ..wanted() }) });
    drop_our_hooks(&mut value);
    assert_eq!(value, json!({}));
}

/// The plugin in the repository has the very same hooks.
#[test]
fn the_plugin_is_the_same() {
    let text = include_str!("../../../../../plugins/claude-code/hooks/hooks.json");
    let plugin: Value = serde_json::from_str(text).unwrap();
    assert_eq!(plugin["hooks"], hooks(&wanted()));
}
