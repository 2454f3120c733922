//! An MCP client that shows everything: one message a line, nothing by itself.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::{Value, json};

use crate::running::{LOOK, PATIENCE};
use crate::stage::{Call, Stage};

/// A client of `sayso mcp`. The server is killed when this is dropped.
pub(crate) struct McpClient {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    next: i64,
    /// What stands in every request's `_meta` in the stateless protocol.
    meta: Option<Value>,
}

impl McpClient {
    /// Starts the server and says nothing.
    pub(crate) fn start(stage: &Stage) -> Self {
        Self::of(stage.sayso(["mcp"]))
    }

    /// One whose desk is somewhere else, where this token lets it in. It draws forms.
    pub(crate) fn elsewhere(stage: &Stage, name: &str, token: &str) -> Self {
        let client = Self::of(stage.sayso(["mcp"]).env("SAYSO_TOKEN", token));
        client.initialized(name, "2025-11-25", forms())
    }

    /// One that was started as this says.
    pub(crate) fn of(server: Call) -> Self {
        let mut child = server.with_pipes();
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take().unwrap());
        let (tell, messages) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let message = serde_json::from_str(&line.unwrap()).unwrap();
                if tell.send(message).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            stdin,
            messages,
            next: 1,
            meta: None,
        }
    }

    /// One that begins with `initialize` and can do these things.
    pub(crate) fn legacy(stage: &Stage, name: &str, capabilities: Value) -> Self {
        Self::of_revision(stage, name, "2025-11-25", capabilities)
    }

    /// The same, of another revision.
    pub(crate) fn of_revision(
        stage: &Stage,
        name: &str,
        revision: &str,
        capabilities: Value,
    ) -> Self {
        Self::start(stage).initialized(name, revision, capabilities)
    }

    /// Begins with `initialize`.
    pub(crate) fn initialized(mut self, name: &str, revision: &str, capabilities: Value) -> Self {
        let params = json!({
            "protocolVersion": revision,
            "capabilities": capabilities,
            "clientInfo": { "name": name, "version": "1" },
        });
        let id = self.request("initialize", params);
        assert_eq!(self.result(id)["protocolVersion"], revision);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        self
    }

    /// One that speaks the stateless protocol.
    pub(crate) fn stateless(stage: &Stage, name: &str, capabilities: Value) -> Self {
        let mut client = Self::start(stage);
        client.meta = Some(meta(name, capabilities));
        client
    }

    /// Calls a tool; the number of the request comes back.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> i64 {
        self.request(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        )
    }

    /// Sends a request; its number comes back.
    pub(crate) fn request(&mut self, method: &str, mut params: Value) -> i64 {
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Answers a request of the server's.
    pub(crate) fn reply(&mut self, request: &Value, result: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }));
    }

    /// Cancels a call.
    pub(crate) fn cancel(&mut self, id: i64) {
        let params = json!({ "requestId": id, "reason": "Request timed out" });
        self.send(
            &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }),
        );
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{message}").unwrap();
        stdin.flush().unwrap();
    }

    /// The next message.
    #[track_caller]
    pub(crate) fn next(&mut self) -> Value {
        self.messages.recv_timeout(PATIENCE).unwrap()
    }

    /// The result of this request, and nothing else before it but progress.
    #[track_caller]
    pub(crate) fn result(&mut self, id: i64) -> Value {
        let message = self.next_but_progress();
        assert_eq!(message["id"], id, "{message}");
        message["result"].clone()
    }

    /// The form that the server wants shown.
    #[track_caller]
    pub(crate) fn form(&mut self) -> Value {
        let message = self.next_but_progress();
        assert_eq!(message["method"], "elicitation/create", "{message}");
        message
    }

    #[track_caller]
    pub(crate) fn next_but_progress(&mut self) -> Value {
        loop {
            let message = self.next();
            if message["method"] != "notifications/progress" {
                return message;
            }
        }
    }

    /// Closes this end; the server ends by itself, and in good order.
    #[track_caller]
    pub(crate) fn close(mut self) {
        self.stdin = None;
        for _ in 0..PATIENCE.as_millis() / LOOK.as_millis() {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            thread::sleep(LOOK);
        }
        panic!("it goes on without a client");
    }

    /// Kills the server.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for McpClient {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a stateless client says of itself in every request.
pub(crate) fn meta(name: &str, capabilities: Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": name, "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

/// A stage on which questions start no page, with these further settings.
pub(crate) fn stage(settings: &str) -> Stage {
    let stage = Stage::new();
    std::fs::create_dir(stage.data()).unwrap();
    let text = format!("[mcp]\nstart_desk = false\n{settings}");
    std::fs::write(stage.data().join("config.toml"), text).unwrap();
    stage
}

/// Settings under which the client `t` has forms in every revision, and is believed however fast it
/// replies: tests are faster than people.
pub(crate) const AT_ONCE: &str = "[mcp.clients.t]\nelicitation = \"on\"\nreading = 0\n";

/// What a client that draws forms can do.
pub(crate) fn forms() -> Value {
    json!({ "elicitation": { "form": {} } })
}

/// What the model reads.
#[track_caller]
pub(crate) fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}
