//! What MCP servers ask the person, through Claude Code hosted by us.

use serde_json::{Value, json};

use super::host::Hosted;
use super::model::Told;
use super::scene::Version;
use super::script::{Script, calls, says};

super::rows! {
    the_form_of_a_server,
}

// The older one does not know it.
super::rows_of_the_newest! {
    the_page_of_a_server,
    a_page_that_cannot_be_told,
}

/// An MCP server with one tool, which asks the person and says what it got.
const SERVER: &str = r#"
const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
let call;
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === "initialize") {
    const serverInfo = { name: "deploy", version: "1" };
    const protocolVersion = params.protocolVersion;
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === "tools/list") {
    const inputSchema = { type: "object", properties: {} };
    send({ id, result: { tools: [{ name: "go", description: "Go", inputSchema }] } });
  } else if (method === "tools/call") {
    call = id;
    send({ id: "e1", method: "elicitation/create", params: PARAMS });
  } else if (id === "e1") {
    send({ id: call, result: { content: [{ type: "text", text: JSON.stringify(result) }] } });
  } else if (id !== undefined) {
    send({ id, error: { code: -32601, message: "no such method" } });
  }
});
"#;

/// The program at work on that tool, and its session.
fn asked(version: Version, params: &Value) -> (Hosted, String) {
    let script = Script::new("deploy")
        .turn([calls("go", "mcp__deploy__go", json!({}))])
        .turn([says("Done.")]);
    let hosted = Hosted::new(version, vec![script]);
    let stage = &hosted.scene.stage;
    let server = SERVER.replace("PARAMS", &params.to_string());
    let server = stage.file("server.js", server);
    let servers = json!({ "mcpServers": { "deploy": { "command": "node", "args": [server] } } });
    stage.file("project/.mcp.json", servers.to_string());
    let settings = json!({
        "enabledMcpjsonServers": ["deploy"], "permissions": { "allow": ["mcp__deploy"] },
    });
    hosted.scene.settings(&settings);
    let session = hosted.begin();
    (hosted, session)
}

fn the_form_of_a_server(version: Version) {
    let place = json!({ "type": "string", "title": "Place", "enum": ["eu", "us"] });
    let schema =
        json!({ "type": "object", "properties": { "place": place }, "required": ["place"] });
    let params = json!({ "message": "Where to?", "requestedSchema": schema });
    let (hosted, session) = asked(version, &params);
    let stage = &hosted.scene.stage;
    let open = &stage.pending_soon(1)[0]["questions"][0];
    assert_eq!(open["question_text"], "Place");
    assert_eq!(open["description"], "deploy: Where to?");
    let id = stage.open_id();
    let answer = json!({ open["question_id"].as_str().unwrap(): "us" }).to_string();
    stage
        .sayso(["answer", "--scripted", &id, &answer])
        .done()
        .exits(0);
    hosted.over(&session, 0);
    let told = "{\"action\":\"accept\",\"content\":{\"place\":\"us\"}}";
    assert_eq!(hosted.told("go"), Some(Told::good(told)));
}

/// The person sees the host and the whole address, and alone says whether it is visited.
fn the_page_of_a_server(version: Version) {
    let params = json!({
        "mode": "url", "message": "Sign in first.", "elicitationId": "e-1",
        "url": "https://bank.example@login.example/start?x=1",
    });
    for (does, told) in [
        (Some("allow"), "accept"),
        (Some("deny"), "decline"),
        (None, "cancel"),
    ] {
        let (hosted, session) = asked(version, &params);
        let stage = &hosted.scene.stage;
        let open = stage.pending_soon(1).remove(0);
        let question = &open["questions"][0];
        let id = stage.open_id();
        let found = hosted.person.get(&format!("/api/interactions/{id}"));
        assert_eq!(found.is(200).json()["source"], "approval");
        assert_eq!(
            question["question_text"],
            "deploy asks you to visit a page on login.example. Will you?"
        );
        let shown = question["description"].as_str().unwrap();
        let address = "Address:\n│ https://bank.example@login.example/start?x=1";
        assert!(shown.contains(address), "{shown}");
        let question = question["question_id"].as_str().unwrap();
        match does {
            Some("allow") => stage.types(&id, "Yes, I open it myself"),
            Some(choice) => {
                let answer = json!({ question: choice }).to_string();
                let answered = stage.sayso(["answer", "--scripted", &id, &answer]);
                answered.done().exits(0);
            }
            None => drop(stage.sayso(["cancel", &id]).done().exits(0)),
        }
        hosted.over(&session, 0);
        let told = format!("{{\"action\":\"{told}\"}}");
        assert_eq!(hosted.told("go"), Some(Told::good(&told)));
    }
}

/// Nobody is asked, and nobody agreed.
fn a_page_that_cannot_be_told(version: Version) {
    let params = json!({
        "mode": "url", "message": "Sign in.", "elicitationId": "e-1",
        "url": "https://login.example\\@bank.example/",
    });
    let (hosted, session) = asked(version, &params);
    hosted.over(&session, 0);
    assert_eq!(
        hosted.told("go"),
        Some(Told::good("{\"action\":\"cancel\"}"))
    );
    assert_eq!(hosted.scene.stage.history(), Vec::<Value>::new());
}
