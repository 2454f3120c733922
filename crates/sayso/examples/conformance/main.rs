//! What the official conformance suite is run against: the desk with its MCP server as `sayso serve`
//! has it, and beside its tools those that the suite looks for by name. `cargo xtask mcp` runs it.
//!
//! The tokens are fixed, the store is new each time, and the address is told on standard output.

#![allow(clippy::unwrap_used, reason = "a test's other half fails loudly")]

mod fixtures;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use sayso_agents::template::DiskTemplates;
use sayso_desk::store::SealedStore;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::{Desk, Options};
use sayso_mcp::{CancellationToken, Door, McpOptions, Server, http_service};
use sayso_web::{App, Keys, Mounted, WebOptions};
use tokio::net::TcpListener;

use fixtures::Fixtures;

/// What the suite's requests are sent with.
const TOKEN: &str = "conformance-conformance-conformance";

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("sayso.db")).unwrap();
    let desk = Desk::start(SealedStore::with_key(store, [7; 32]), Options::default()).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (handle, url) = (desk.handle(), format!("http://{address}"));
    let (for_door, for_page) = (handle.clone(), url.clone());
    let mut options = McpOptions::new(
        Arc::new(move || Ok(Door::Here(for_door.clone()))),
        Arc::new(move || Some(for_page.clone())),
    );
    options.data = folder.path().to_owned();
    let templates = templates(folder.path());
    options.templates = Some(Arc::new(move || Box::new(templates.clone())));
    let server = Server::new(options);
    let mcp = http_service(
        move || Fixtures::beside(server.another()),
        CancellationToken::new(),
    );
    let options = WebOptions {
        mcp: Some(Mounted::new(mcp)),
        ..WebOptions::default()
    };
    let keys = Arc::new(Keys::new("nobody-nobody-nobody-nobody-nobody", TOKEN));
    let app = App::new(handle, keys, options, vec![address]);
    let _ = writeln!(std::io::stdout(), "{url} {TOKEN}");
    sayso_web::serve(listener, app, std::future::pending())
        .await
        .unwrap();
}

/// The prompts that the suite gets by name are templates of a project.
fn templates(project: &Path) -> DiskTemplates {
    for (name, variables, question) in [
        ("test_simple_prompt", "{}", "Is this simple?"),
        (
            "test_prompt_with_arguments",
            "{arg1: {description: First}, arg2: {description: Second}}",
            "Is it {{arg1}} or {{arg2}}?",
        ),
    ] {
        let folder = project.join(".claude/skills").join(name);
        fs::create_dir_all(&folder).unwrap();
        let block = format!("variables: {variables}\nquestions:\n  - question: \"{question}\"\n");
        let more = "    header: Simple\n    options: [{label: Yes}, {label: No}]\n";
        let text = format!(
            "---\nname: {name}\ndescription: For the suite\n---\n```ask_user_question\n{block}{more}```\n"
        );
        fs::write(folder.join("SKILL.md"), text).unwrap();
    }
    DiskTemplates::new(project, None)
}
