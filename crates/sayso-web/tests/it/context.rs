//! The files that a question refers to: those and no others, for the person who is asked.

use std::sync::Arc;

use sayso_core::project_files::{FileRefusal, FileText, ProjectFiles};
use serde_json::json;

use crate::house::House;
use crate::words::{boolean, text, with};

/// One project, `/shop`, in which every file says its own name.
pub(crate) struct Shop;

impl ProjectFiles for Shop {
    fn read(&self, project: &str, path: &str) -> Result<FileText, FileRefusal> {
        match (project, path) {
            ("/shop", "gone.sql") => Err(FileRefusal::NotFound),
            ("/shop", "logo.png") => Err(FileRefusal::NotText),
            ("/shop", "locked") => Err(FileRefusal::Failed("no".into())),
            ("/shop", path) => Ok(FileText {
                path: path.into(),
                text: format!("this is {path}"),
                bytes: 9,
                cut: false,
            }),
            _ => Err(FileRefusal::NotOurs),
        }
    }
}

pub(crate) async fn asked(house: &House, session: &str, project: Option<&str>) -> String {
    let names = ["a b.sql", "gone.sql", "logo.png", "locked"];
    let files: Vec<_> = names
        .map(|path| json!({ "path": path, "lines": [1, 2] }))
        .into();
    let below = with(text("why"), json!({ "context": [{ "path": "below.md" }] }));
    let fields = json!({ "context": files, "follow_up_questions": { "true": [below] } });
    let mut body = json!({ "session_id": session, "input": with(boolean("q"), fields) });
    if let Some(project) = project {
        body["project"] = json!(project);
    }
    let asked = house.agent().post("/api/interactions", body).await.ok(201);
    asked["interaction_id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_named_files_and_no_others() {
    let house = House::with(|web, _| web.project_files = Some(Arc::new(Shop))).await;
    let person = house.person();
    let id = asked(&house, "s", Some("/shop")).await;
    let path = |name: &str| format!("/api/interactions/{id}/context?path={name}");
    for closed in [false, true] {
        if closed {
            let cancel = format!("/api/interactions/{id}/cancel");
            person.post(&cancel, json!({})).await.ok(200);
        }
        let file = person.get(&path("a%20b.sql")).await.ok(200);
        let whole =
            json!({ "path": "a b.sql", "text": "this is a b.sql", "bytes": 9, "cut": false });
        assert_eq!(file, whole);
        let below = person.get(&path("below.md")).await.ok(200);
        assert_eq!(below["text"], "this is below.md");
        for (name, status, code) in [
            ("gone.sql", 404, "not_found"),
            ("logo.png", 400, "not_text"),
            ("locked", 400, "unreadable"),
            ("other.sql", 404, "not_found"),
            ("", 404, "not_found"),
        ] {
            person.get(&path(name)).await.refused(status, code);
        }
    }
    let bare = format!("/api/interactions/{id}/context");
    person.get(&bare).await.refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_projects_that_the_desk_was_not_told_of() {
    let told = House::with(|web, _| web.project_files = Some(Arc::new(Shop))).await;
    let untold = House::open().await;
    for (house, project) in [
        (&told, Some("/bank")),
        (&told, None),
        (&untold, Some("/shop")),
    ] {
        let session = project.unwrap_or("none");
        let id = asked(house, session, project).await;
        let path = format!("/api/interactions/{id}/context?path=gone.sql");
        let refused = house.person().get(&path).await;
        refused.refused(403, "project_not_shared");
    }
}
