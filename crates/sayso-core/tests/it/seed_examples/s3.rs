//! S3, typeset: questions with ids, follow-ups and their results.

use sayso_core::dialect::{self, Dialect};
use sayso_core::id::ChoiceId;
use sayso_core::json;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::limits::Limits;
use sayso_core::render::tool_result;
use serde_json::{Value, json};

use super::{answer, outlines, parse};
use crate::life::lines;

const S3_CALL: &str = r#"{
  “type”: “message”,
  “role”: “assistant”,
  “content”: [
    {
      “type”: “tool_use”,
      “id”: “toolu_xxx”,
      “name”: “ask_user_question”,
      “input”: {
        “question_id”: “auth_strategy_01”,
        “question_text”: “您希望采用哪种身份验证策略？”,
        “description”: “请选择最适合当前项目安全要求和用户体验的方案。”,
        “type”: “multiple_choice”,
        “options”: [
          {
            “id”: “oauth2”,
            “label”: “OAuth 2.0 (推荐用于生产环境)”,
            “description”: “支持第三方登录（Google/GitHub），符合现代安全标准。”,
            “default”: true
          },
          {
            “id”: “jwt_local”,
            “label”: “JWT + 本地账号”,
            “description”: “用户注册/登录使用邮箱密码，Token 存储在客户端。”
          },
          {
            “id”: “session_cookie”,
            “label”: “Session + Cookie”,
            “description”: “服务端维护会话状态，适合传统 Web 应用。”
          }
        ],
        “required”: true,
        “follow_up_questions”: {
          “oauth2”: [
            {
              “question_id”: “oauth_providers”,
              “question_text”: “请选择要集成的 OAuth 提供商：”,
              “type”: “checkbox”,
              “options”: [
                { “id”: “google”, “label”: “Google” },
                { “id”: “github”, “label”: “GitHub” },
                { “id”: “microsoft”, “label”: “Microsoft” }
              ]
            }
          ]
        }
      }
    }
  ]
}"#;

/// S3 §一 1: the call with curly quotes, for the API and for the command.
#[test]
fn s3_call() {
    for limits in [Limits::api(), Limits::command()] {
        let parsed = parse(S3_CALL, &limits);
        assert_eq!(
            (parsed.dialect, parsed.tool_use_id.as_deref()),
            (Dialect::Id, Some("toolu_xxx"))
        );
        assert_eq!(lines(&parsed.warnings), [""; 0]);
        assert_eq!(
            outlines(&parsed.questions),
            [
                "multiple_choice [auth_strategy_01] -: 您希望采用哪种身份验证策略？ \
              (oauth2=OAuth 2.0 (推荐用于生产环境)*, jwt_local=JWT + 本地账号, session_cookie=Session + Cookie)"
            ]
        );
        let follow_ups = &parsed.questions[0].follow_ups;
        assert_eq!(
            outlines(&follow_ups[&ChoiceId::from("oauth2")]),
            [
                "checkbox [oauth_providers] -: 请选择要集成的 OAuth 提供商： \
              (google=Google, github=GitHub, microsoft=Microsoft)"
            ]
        );
    }
}

/// S3 §一 2 and §三: the results; follow-ups go back under their parent.
#[test]
fn s3_results() {
    let check = |answers: Value, content: Value| {
        let result = tool_result(&answer(parse(S3_CALL, &Limits::api()), &answers), Lang::En);
        assert_eq!(result.kind, "tool_result");
        assert_eq!(result.tool_use_id.as_deref(), Some("toolu_xxx"));
        assert!(!result.is_error);
        assert_eq!(
            serde_json::from_str::<Value>(&result.content).unwrap(),
            content
        );
    };
    check(
        json!({"auth_strategy_01": "oauth2", "oauth_providers": ["google", "github"]}),
        json!({
            "question_id": "auth_strategy_01", "answer": "oauth2",
            "follow_ups": [{ "question_id": "oauth_providers", "answer": ["google", "github"] }]
        }),
    );
    check(
        json!({"auth_strategy_01": "jwt_local"}),
        json!({"question_id": "auth_strategy_01", "answer": "jwt_local"}),
    );
    let shown = json::read(
        r#"{ “type”: “message”, “role”: “user”, “content”: [ { “type”: “tool_result”,
             “tool_use_id”: “toolu_xxx”,
             “content”: “{\”question_id\”: \”auth_strategy_01\”, \”answer\”: \”oauth2\”}” } ] }"#
            .as_bytes(),
    )
    .unwrap();
    assert_eq!(
        json::read(shown["content"][0]["content"].as_str().unwrap().as_bytes()).unwrap(),
        json!({"question_id": "auth_strategy_01", "answer": "oauth2"})
    );
}

/// S3 §三: one answer of each kind, as the outputs and the bodies of S0 §2.7.2 show them.
#[test]
fn s3_one_of_each_kind() {
    let check = |question: &str, answer_in: Value, kind: Kind, output: &str| {
        let parsed = parse(question, &Limits::api());
        assert_eq!(parsed.questions[0].kind, kind);
        let id = parsed.questions[0].id.to_string();
        let result = tool_result(&answer(parsed, &json!({ id: answer_in })), Lang::En);
        let shown = json::read(output.as_bytes()).unwrap();
        assert_eq!(
            serde_json::from_str::<Value>(&result.content).unwrap(),
            shown
        );
    };
    check(
        r#"{ “question_id”: “oauth_providers”, “question_text”: “?”, “type”: “checkbox”,
             “options”: [ { “id”: “google”, “label”: “Google” }, { “id”: “github”, “label”: “GitHub” } ] }"#,
        json!(["google", "github"]),
        Kind::Checkbox,
        r#"{ “question_id”: “oauth_providers”, “answer”: [“google”, “github”] }"#,
    );
    check(
        r#"{ “question_id”: “custom_port”, “question_text”: “?”, “type”: “text” }"#,
        json!("8080"),
        Kind::Text,
        r#"{ “question_id”: “custom_port”, “answer”: “8080” }"#,
    );
    check(
        r#"{ “question_id”: “sure”, “question_text”: “?”, “type”: “boolean” }"#,
        json!(true),
        Kind::Boolean,
        r#"{ “question_id”: “sure”, “answer”: true }"#,
    );
}

/// S3 §一 3: the chain of messages, in curly quotes too.
#[test]
fn s3_transcript() {
    let asks = r#"{“type”: “assistant”, “message”: {“role”: “assistant”, “content”: [{“type”: “tool_use”, “id”: “toolu_001”, “name”: “ask_user_question”, “input”: {“question_id”: “a”, “question_text”: “?”, “type”: “text”}}]}, “uuid”: “msg_002”, “parentUuid”: “msg_001”}"#;
    let parsed = parse(asks, &Limits::api());
    assert_eq!(parsed.tool_use_id.as_deref(), Some("toolu_001"));
    assert_eq!(outlines(&parsed.questions), ["text [a] -: ? ()"]);
    for other in [
        r#"{“type”: “user”, “message”: {“role”: “user”, “content”: [{“type”: “text”, “text”: “帮我实现登录功能”}]}, “uuid”: “msg_001”, “parentUuid”: null, “cwd”: “e:\\project”, “sessionId”: “xxx”}"#,
        r#"{“type”: “user”, “message”: {“role”: “user”, “content”: [{“type”: “tool_result”, “tool_use_id”: “toolu_001”, “content”: “{\”answer\”: \”oauth2\”}”}]}, “uuid”: “msg_003”, “parentUuid”: “msg_002”}"#,
        r#"{“type”: “assistant”, “message”: {“role”: “assistant”, “content”: [{“type”: “text”, “text”: “好的，我来实现 OAuth 2.0 登录...”}]}, “uuid”: “msg_004”, “parentUuid”: “msg_003”}"#,
    ] {
        let value = json::read(other.as_bytes()).unwrap();
        assert!(dialect::parse(&value, &Limits::api()).is_err(), "{other}");
    }
}

/// S0 §2.10.3 and S3 §四: an MCP call; S0 §4.3: follow-ups by option.
#[test]
fn mcp_calls_and_follow_ups() {
    let mcp = r#"{
      "name": "ask_user_question",
      "input": {
        "question_id": "auth_strategy_01",
        "question_text": "您希望采用哪种身份验证策略？",
        "type": "multiple_choice",
        "options": [ { "id": "oauth2", "label": "OAuth 2.0" } ],
        "follow_up_questions": {
          "oauth2": [
            {
              "question_id": "oauth_providers",
              "question_text": "请选择 OAuth 提供商",
              "type": "checkbox",
              "options": [ { "id": "google", "label": "Google" } ]
            }
          ]
        }
      }
    }"#;
    let curly = mcp.replace('"', "”");
    for text in [mcp, curly.as_str()] {
        let parsed = parse(text, &Limits::api());
        assert_eq!(parsed.dialect, Dialect::Id);
        let outcome = answer(
            parsed,
            &json!({"auth_strategy_01": "oauth2", "oauth_providers": ["google"]}),
        );
        assert_eq!(
            serde_json::from_str::<Value>(&tool_result(&outcome, Lang::En).content).unwrap(),
            json!({
                "question_id": "auth_strategy_01", "answer": "oauth2",
                "follow_ups": [{ "question_id": "oauth_providers", "answer": ["google"] }]
            })
        );
    }
}
