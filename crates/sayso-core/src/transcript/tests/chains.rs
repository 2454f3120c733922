//! How lines hang together, in the shapes that real versions write.

use super::{File, check};
use crate::transcript::{Index, Link};

/// One line per content block, attachments in the chain, parallel results as side branches.
#[test]
fn a_round_as_it_is_written() {
    check(
        &[
            r#"{"type":"queue-operation","operation":"enqueue","timestamp":"2026-11-15T19:18:46.592Z","content":"set up auth"}"#,
            r#"{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"set up auth"},"uuid":"u1","timestamp":"2026-11-15T19:18:46.747Z"}"#,
            r#"{"parentUuid":"u1","isSidechain":false,"attachment":{"type":"environment"},"type":"attachment","uuid":"a1"}"#,
            r#"{"parentUuid":"a1","message":{"id":"m1","role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"x"}]},"type":"assistant","uuid":"t1"}"#,
            r#"{"parentUuid":"t1","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"Both at once."}]},"type":"assistant","uuid":"t2"}"#,
            r#"{"parentUuid":"t2","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"c1","name":"Write","input":{"file_path":"x"}}]},"type":"assistant","uuid":"t3"}"#,
            r#"{"parentUuid":"t3","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"c2","name":"Bash","input":{}}]},"type":"assistant","uuid":"t4"}"#,
            r#"{"parentUuid":"t3","type":"user","message":{"role":"user","content":[{"tool_use_id":"c1","type":"tool_result","content":"written"}]},"uuid":"r1","sourceToolAssistantUUID":"t3"}"#,
            r#"{"parentUuid":"t4","type":"user","message":{"role":"user","content":[{"tool_use_id":"c2","type":"tool_result","content":"no","is_error":true}]},"uuid":"r2","sourceToolAssistantUUID":"t4"}"#,
            r#"{"parentUuid":"r2","message":{"role":"assistant","content":[{"type":"text","text":"Done."}]},"type":"assistant","uuid":"t5"}"#,
            r#"{"parentUuid":"t5","type":"system","subtype":"turn_duration","durationMs":966,"uuid":"s1"}"#,
        ],
        &[
            "1 r0 loose quiet host info: queue-operation",
            "2 r1 person text: set up auth",
            "3 r1 quiet host info: attachment/environment",
            "4 r1 agent thinking: hm",
            "5 r1 agent text: Both at once.",
            r#"6 r1 agent tool_use: Write {"file_path":"x"}"#,
            "7 r1 agent tool_use: Bash {}",
            "8 r1 host tool_result: Write written",
            "9 r1 host tool_result: Bash! no",
            "10 r1 agent text: Done.",
            "11 r1 quiet host info: turn_duration 966 ms",
        ],
    );
}

/// Somebody went back to the first round and asked otherwise: the second round was left.
#[test]
fn a_branch_that_was_left() {
    check(
        &[
            r#"{"type":"user","message":{"content":"one"},"uuid":"u1","parentUuid":null}"#,
            r#"{"type":"assistant","message":{"content":[{"type":"text","text":"1"}]},"uuid":"a1","parentUuid":"u1"}"#,
            r#"{"type":"user","message":{"content":"two"},"uuid":"u2","parentUuid":"a1"}"#,
            r#"{"type":"assistant","message":{"content":[{"type":"text","text":"2"}]},"uuid":"a2","parentUuid":"u2"}"#,
            r#"{"type":"user","message":{"content":"other two"},"uuid":"u3","parentUuid":"a1"}"#,
            r#"{"type":"assistant","message":{"content":[{"type":"text","text":"3"}]},"uuid":"a3","parentUuid":"u3"}"#,
        ],
        &[
            "1 r1 person text: one",
            "2 r1 agent text: 1",
            "3 r2 left person text: two",
            "4 r2 left agent text: 2",
            "5 r3 person text: other two",
            "6 r3 agent text: 3",
        ],
    );
}

/// A summary starts a new root; what was before it is still the same conversation, and lines that
/// an older version writes again are not a second round.
#[test]
fn over_a_compact_boundary() {
    check(
        &[
            r#"{"type":"user","message":{"content":"one"},"uuid":"u1","parentUuid":null}"#,
            r#"{"type":"user","message":{"content":[{"type":"text","text":"[Request interrupted by user for tool use]"}]},"uuid":"i1","parentUuid":"u1"}"#,
            r#"{"parentUuid":null,"logicalParentUuid":"i1","type":"system","subtype":"compact_boundary","content":"Conversation compacted","uuid":"b1"}"#,
            r#"{"parentUuid":"b1","type":"user","message":{"content":"This session is being continued"},"isCompactSummary":true,"isVisibleInTranscriptOnly":true,"uuid":"c1"}"#,
            r#"{"type":"user","message":{"content":"one"},"uuid":"u1","parentUuid":"c1"}"#,
            r#"{"parentUuid":"c1","type":"user","isMeta":true,"message":{"content":"<local-command-caveat>…"},"uuid":"m1"}"#,
            r#"{"parentUuid":"m1","type":"user","message":{"content":"<command-name>/compact</command-name>\n<command-args>hard</command-args>"},"uuid":"k1"}"#,
            r#"{"parentUuid":"k1","type":"user","message":{"content":"<local-command-stdout>Compacted</local-command-stdout>"},"uuid":"o1"}"#,
            r#"{"parentUuid":"o1","type":"user","message":{"content":"two"},"uuid":"u2"}"#,
        ],
        &[
            "1 r1 person text: one",
            "2 r1 host info: interrupted [Request interrupted by user for tool use]",
            "3 r1 host info: compact_boundary Conversation compacted",
            "4 r1 host info: compact_summary This session is being continued",
            "5 r1 repeated quiet person text: one",
            "6 r1 quiet host info: meta <local-command-caveat>…",
            "7 r2 person text: /compact hard",
            "8 r2 host info: command_output <local-command-stdout>Compacted</local-command-stdout>",
            "9 r3 person text: two",
        ],
    );
}

/// A sub-agent's lines in the main file are its own, and its prompt starts no round; in its own
/// file they are the conversation.
#[test]
fn a_sub_agent() {
    let lines = [
        r#"{"type":"user","isSidechain":true,"message":{"content":"look around"},"uuid":"u1","parentUuid":null}"#,
        r#"{"type":"assistant","isSidechain":true,"message":{"content":[{"type":"text","text":"seen"}]},"uuid":"a1","parentUuid":"u1"}"#,
    ];
    check(
        &lines,
        &[
            "1 r0 sidechain person text: look around",
            "2 r0 sidechain agent text: seen",
        ],
    );
    let own = File::indexed(Index::of_sub_agent(), lines);
    assert_eq!(
        own.shown(),
        ["1 r1 person text: look around", "2 r1 agent text: seen"]
    );
}

/// What a person typed while the agent was busy is a person's, though it came as an attachment.
#[test]
fn a_queued_prompt() {
    check(
        &[
            r#"{"type":"user","message":{"content":"one"},"uuid":"u1","parentUuid":null}"#,
            r#"{"type":"attachment","attachment":{"type":"queued_command","prompt":"and faster"},"uuid":"q1","parentUuid":"u1"}"#,
        ],
        &["1 r1 person text: one", "2 r1 person text: and faster"],
    );
}

/// The seed's simpler forms (S0 §2.3): names inside the message, no names at all, the push form.
#[test]
fn the_seeds_forms() {
    check(
        &[
            r#"{"type": "user", "message": {"role": "user", "content": [{"type": "text", "text": "弹一个多选对话框"}], "uuid": "msg_001", "parentUuid": null}}"#,
            r#"{"type": "assistant", "message": {"role": "assistant", "content": [{"type": "tool_use", "id": "call_1", "name": "AskUserQuestion", "input": {"questions":[{"question":"请选择一个功能","options":[{"label":"背唐诗"},{"label":"讲笑话"}],"multiSelect":true}]}}]}, "uuid": "msg_002", "parentUuid": "msg_001"}"#,
            r#"{"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "User has answered your questions: \"请选择一个功能\"=\"背唐诗\". You can now continue with the user's answers in mind."}]}, "uuid": "msg_003", "parentUuid": "msg_002", "toolUseResult": {}}"#,
            r#"{"type":"message","role":"assistant","content":[{"type":"text","text":"好的"}]}"#,
            r#"{"type":"message","role":"user","content":"再来"}"#,
            r#"{"type":"ask_user_question","question":{"question_id":"q","question_text":"确定？","type":"boolean"},"tool_use_id":"t9","timestamp":"2026-02-19T10:00:00.000Z"}"#,
            r#"{"type":"message","role":"user","content":[{"type":"tool_result","tool_use_id":"t9","content":"{\"question_id\":\"q\",\"answer\":true}"}]}"#,
        ],
        &[
            "1 r1 person text: 弹一个多选对话框",
            "2 r1 agent ask_user_question: Answered",
            "3 r1 host tool_result: AskUserQuestion User has answered your questions: \"请选择一个功能\"=\"背唐诗\". You can now continue with the user's answers in mind.",
            "4 r1 agent text: 好的",
            "5 r2 person text: 再来",
            "6 r2 agent ask_user_question: Answered",
            "7 r2 host tool_result: ? {\"question_id\":\"q\",\"answer\":true}",
        ],
    );
}

/// S0 §2.3.1 and §2.3.2: the call and the answer, each a whole message.
#[test]
fn the_seeds_messages() {
    check(
        &[
            r#"{"type":"message","role":"assistant","content":[{"type":"tool_use","id":"call_function_8kherxj202p7_1","name":"ask_user_question","input":{"questions":[{"header":"选择功能","multiSelect":true,"options":[{"description":"背诵一首经典唐诗","label":"背唐诗"},{"description":"讲一个有趣的笑话","label":"讲笑话"},{"description":"输出一个笑脸表情","label":"输出笑脸图标"}],"question":"请选择一个功能"}]}}]}"#,
            r#"{"type":"message","role":"user","content":[{"type":"tool_result","content":"User has answered your questions: \"请选择一个功能\"=\"再给一个多选框还是这些选项（我想了解多次对话这个过程）\". You can now continue with the user's answers in mind.","tool_use_id":"call_function_8kherxj202p7_1"}]}"#,
        ],
        &[
            "1 r0 agent ask_user_question: Answered",
            "2 r0 host tool_result: ? User has answered your questions: \"请选择一个功能\"=\"再给一个多选框还是这些选项（我想了解多次对话这个过程）\". You can now continue with the user's answers in mind.",
        ],
    );
}

/// Several blocks in one line, as other hosts write them.
#[test]
fn several_blocks() {
    check(
        &[
            r#"{"type":"assistant","message":{"content":[{"type":"text","text":"a"},{"type":"tool_use","id":"c","name":"Bash","input":1},{"type":"hologram","x":1},7]},"uuid":"a"}"#,
            r#"{"type":"user","message":{"content":[{"type":"image","source":{}},{"type":"text","text":"look"}]},"uuid":"u","parentUuid":"a"}"#,
        ],
        &[
            "1 r0 agent text: a",
            "1 r0 agent tool_use: Bash 1",
            r#"1 r0 host unknown: hologram {"type":"hologram","x":1}"#,
            "1 r0 host unknown:  7",
            "2 r1 person info: image",
            "2 r1 person text: look",
        ],
    );
}

#[test]
fn what_a_list_shows() {
    let file = File::of([
        r#"{"type":"mode","mode":"normal","sessionId":"s"}"#,
        r#"{"type":"user","message":{"content":"\n  set up auth  \nplease"},"uuid":"u1","parentUuid":null,"timestamp":"2026-11-15T19:18:46.747Z","cwd":"/p","sessionId":"s","gitBranch":"main"}"#,
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"c1","name":"AskUserQuestion","input":{}}]},"uuid":"a1","parentUuid":"u1"}"#,
        "{",
        r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c1","content":"x"}]},"uuid":"r1","parentUuid":"a1"}"#,
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"c2","name":"AskUserQuestion","input":{}}]},"uuid":"a2","parentUuid":"r1","timestamp":"2026-11-15T19:20:00.000Z"}"#,
        r#"{"type":"assistant","isSidechain":true,"message":{"content":[{"type":"tool_use","id":"c3","name":"AskUserQuestion","input":{}}]},"uuid":"a3","parentUuid":"r1"}"#,
    ]);
    let wire = serde_json::to_value(file.index.summary()).unwrap();
    let expected = serde_json::json!({
        "session_id": "s", "project": "/p", "branch": "main", "title": "set up auth",
        "started_at": "2026-11-15T19:18:46.747Z", "updated_at": "2026-11-15T19:20:00.000Z",
        "rounds": 1, "lines": 7, "broken": 1, "questions": 2, "unanswered": 1,
    });
    assert_eq!(wire, expected);
}

/// Chains that are no chains: every line stays, and says what is wrong with its link.
#[test]
fn broken_chains() {
    let rows: &[(&[&str], &[Link])] = &[
        // Onto itself.
        (
            &[r#"{"type":"user","message":{"content":"x"},"uuid":"a","parentUuid":"a"}"#],
            &[Link::Later],
        ),
        // Two in a ring.
        (
            &[
                r#"{"type":"user","message":{"content":"x"},"uuid":"a","parentUuid":"b"}"#,
                r#"{"type":"user","message":{"content":"y"},"uuid":"b","parentUuid":"a"}"#,
            ],
            &[Link::Later, Link::Line(0)],
        ),
        // The line before it is gone.
        (
            &[
                r#"{"type":"user","message":{"content":"x"},"uuid":"a","parentUuid":"gone"}"#,
                r#"{"type":"user","message":{"content":"y"},"uuid":"b","parentUuid":"a"}"#,
            ],
            &[Link::Missing, Link::Line(0)],
        ),
        // The same name twice: the first keeps it.
        (
            &[
                r#"{"type":"user","message":{"content":"x"},"uuid":"a"}"#,
                r#"{"type":"user","message":{"content":"y"},"uuid":"a"}"#,
                r#"{"type":"user","message":{"content":"z"},"uuid":"b","parentUuid":"a"}"#,
            ],
            &[Link::Nothing, Link::Nothing, Link::Line(0)],
        ),
    ];
    for (lines, links) in rows {
        let file = File::of(*lines);
        let got: Vec<Link> = file.index.entries().iter().map(|e| e.link).collect();
        assert_eq!(got, *links, "{lines:?}");
        assert_eq!(file.items().len(), lines.len(), "{lines:?}");
    }
}
