//! Transcripts on a disk: growing, cut off, replaced, out of reach.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use sayso_agents::transcripts::{DiskShelf, Roots, Transcript, folder_of};
use sayso_core::transcript::{
    CardState, Content, Item, LINE_BYTES, NotAgain, Page, Shelf, Span, Unread,
};
use serde_json::json;
use tempfile::TempDir;

/// A folder of transcripts.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    fn shelf(&self) -> DiskShelf {
        DiskShelf::new(Roots::new([self.path("projects")]))
    }
}

fn append(path: &Path, content: impl AsRef<[u8]>) {
    let mut file = OpenOptions::new().append(true).open(path).unwrap();
    file.write_all(content.as_ref()).unwrap();
}

fn said(n: u32) -> String {
    json!({ "type": "assistant", "uuid": format!("a{n}"), "parentUuid": null,
        "message": { "content": [{ "type": "text", "text": n.to_string() }] } })
    .to_string()
}

fn lines(numbers: impl IntoIterator<Item = u32>) -> String {
    numbers.into_iter().map(|n| said(n) + "\n").collect()
}

fn asked(call: &str) -> String {
    json!({ "type": "assistant", "uuid": format!("line-{call}"), "parentUuid": null, "sessionId": "s", "cwd": "/p",
        "message": { "content": [{ "type": "tool_use", "id": call, "name": "AskUserQuestion", "input": {
            "questions": [{ "question": "Which?", "header": "W", "multiSelect": false,
                "options": [{ "label": "A", "description": "a" }, { "label": "B", "description": "b" }] }] } }] } })
    .to_string() + "\n"
}

fn answered(call: &str) -> String {
    json!({ "type": "user", "uuid": format!("result-{call}"), "parentUuid": format!("line-{call}"),
        "message": { "content": [{ "type": "tool_result", "tool_use_id": call, "content": "…" }] },
        "toolUseResult": { "answers": { "Which?": "B" } } })
    .to_string()
        + "\n"
}

fn texts(items: &[Item]) -> Vec<String> {
    let text = |item: &Item| match &item.content {
        Content::Text(words) => words.text.clone(),
        other => format!("{other:?}"),
    };
    items.iter().map(text).collect()
}

fn whole(transcript: &Transcript) -> Page {
    let span = Span {
        limit: 1_000,
        ..Span::default()
    };
    transcript.page(&span)
}

/// Written bit by bit, every line is seen once and whole.
#[test]
fn a_file_that_grows() {
    let desk = Desk::new();
    let path = desk.write("t.jsonl", "");
    let mut transcript = Transcript::open(&path).unwrap();
    let mut after = 0;
    let mut seen = Vec::new();
    let all = lines(0..30);
    for piece in all.as_bytes().chunks(37) {
        append(&path, piece);
        assert!(transcript.refresh().unwrap());
        assert!(!transcript.refresh().unwrap());
        let span = Span {
            after,
            ..Span::default()
        };
        let page = transcript.page(&span);
        after = page.items.last().map_or(after, |item| item.line);
        seen.extend(texts(&page.items));
    }
    let expected: Vec<String> = (0..30).map(|n| n.to_string()).collect();
    assert_eq!(seen, expected);
    assert_eq!(whole(&transcript).unfinished, None);
}

/// A last line without a line break is whole when it is; half a line is told as such.
#[test]
fn the_end_of_a_file() {
    let desk = Desk::new();
    let path = desk.write("t.jsonl", lines(0..2) + &said(2));
    let mut transcript = Transcript::open(&path).unwrap();
    assert_eq!(texts(&whole(&transcript).items), ["0", "1", "2"]);
    append(&path, "\n{\"type\":\"assis");
    transcript.refresh().unwrap();
    let page = whole(&transcript);
    assert_eq!(texts(&page.items), ["0", "1", "2"]);
    assert_eq!(page.unfinished.unwrap().text, "{\"type\":\"assis");
}

#[test]
fn a_file_that_is_not_what_it_was() {
    let desk = Desk::new();
    let path = desk.write("t.jsonl", lines(0..5));
    let mut transcript = Transcript::open(&path).unwrap();
    // Shorter, then longer with another beginning, then a line that goes on without a break.
    for (content, expected) in [
        (lines(7..9), "7 8"),
        (lines(20..25), "20 21 22 23 24"),
        (said(1), "1"),
        (said(1) + "garbage\n" + &said(2), "2"),
    ] {
        fs::write(&path, &content).unwrap();
        transcript.refresh().unwrap();
        let mut shown = texts(&whole(&transcript).items);
        shown.retain(|text| !text.starts_with("Broken"));
        assert_eq!(shown.join(" "), expected);
    }
}

/// A line that is too long to be kept costs no other.
#[test]
fn a_giant_line() {
    let desk = Desk::new();
    let giant = vec![b'x'; LINE_BYTES + 5];
    let mut content = lines(0..1).into_bytes();
    content.extend_from_slice(&giant);
    content.push(b'\n');
    content.extend_from_slice(lines(1..2).as_bytes());
    content.extend_from_slice(&giant);
    let path = desk.write("t.jsonl", content);
    let page = whole(&Transcript::open(&path).unwrap());
    let bytes = giant.len() as u64;
    assert_eq!(
        texts(&page.items),
        ["0", &format!("{:?}", Content::TooLong { bytes }), "1"]
    );
    assert_eq!(page.unfinished.unwrap().left_out, giant.len() - 20_000);
}

/// Page after page, forwards and backwards, is the whole.
#[test]
fn by_page() {
    let desk = Desk::new();
    let mut content = String::new();
    for n in 0..50 {
        content += &lines(n..=n);
        content += "{\"type\":\"mode\"}\n";
    }
    let transcript = Transcript::open(&desk.write("t.jsonl", content)).unwrap();
    let all = texts(&whole(&transcript).items);
    assert_eq!(all.len(), 50);
    for limit in [1, 3, 7, 49, 50, 51] {
        let mut forwards = Vec::new();
        let mut after = Some(0);
        while let Some(place) = after {
            let page = transcript.page(&Span {
                after: place,
                limit,
                ..Span::default()
            });
            assert!(page.items.len() <= limit);
            forwards.extend(texts(&page.items));
            after = page.next;
        }
        assert_eq!(forwards, all, "{limit}");
        let mut backwards = Vec::new();
        let mut before = Some(u32::MAX);
        while before.is_some() {
            let page = transcript.page(&Span {
                before,
                limit,
                ..Span::default()
            });
            backwards.splice(0..0, texts(&page.items));
            before = page.previous;
        }
        assert_eq!(backwards, all, "{limit}");
    }
}

#[test]
fn a_shelf() {
    let desk = Desk::new();
    let (mine, other) = (folder_of("/srv/dev/my.app"), folder_of("/srv/dev/other"));
    assert_eq!(mine, "-srv-dev-my-app");
    desk.write(&format!("projects/{mine}/s1.jsonl"), asked("c1"));
    desk.write(
        &format!("projects/{mine}/s1/subagents/agent-x.jsonl"),
        lines(5..6),
    );
    desk.write(&format!("projects/{other}/s2.jsonl"), lines(0..3));
    desk.write("projects/loose.jsonl", lines(3..4));
    desk.write(&format!("projects/{mine}/notes.txt"), "no");
    let times = [
        (format!("{mine}/s1"), 10),
        (format!("{other}/s2"), 30),
        ("loose".into(), 20),
    ];
    for (name, seconds) in &times {
        let at = std::time::UNIX_EPOCH + std::time::Duration::from_secs(*seconds);
        let file = File::options()
            .append(true)
            .open(desk.path(&format!("projects/{name}.jsonl")))
            .unwrap();
        file.set_modified(at).unwrap();
    }
    let shelf = desk.shelf();
    let ids = |project: Option<&str>, before: Option<i64>, limit| -> Vec<String> {
        let before = before.map(sayso_core::moment::Moment::from_millis);
        let listed = shelf.list(project, before, limit).unwrap();
        listed.into_iter().map(|one| one.id).collect()
    };
    let (first, second) = (format!("{mine}:s1"), format!("{other}:s2"));
    assert_eq!(
        ids(None, None, 9),
        [second.as_str(), "loose", first.as_str()]
    );
    assert_eq!(ids(None, None, 1), [second.as_str()]);
    assert_eq!(ids(None, Some(30_000), 9), ["loose", first.as_str()]);
    assert_eq!(ids(Some("/srv/dev/my.app"), None, 9), [first.as_str()]);
    assert!(ids(Some("/elsewhere"), None, 9).is_empty());
    let listed = shelf.list(Some("/srv/dev/my.app"), None, 9).unwrap();
    assert_eq!(
        (listed[0].summary.questions, listed[0].summary.unanswered),
        (1, 1)
    );
    // By the whole id, by the session alone, and a sub-agent's.
    for id in [second.as_str(), "s2"] {
        let page = shelf.page(id, None, &Span::default()).unwrap();
        assert_eq!(texts(&page.items), ["0", "1", "2"], "{id}");
    }
    let page = shelf.page("s1", Some("x"), &Span::default()).unwrap();
    assert_eq!(texts(&page.items), ["5"]);
    // What grew is seen, in the list as well.
    append(
        &desk.path(&format!("projects/{mine}/s1.jsonl")),
        answered("c1"),
    );
    let listed = shelf.list(Some("/srv/dev/my.app"), None, 9).unwrap();
    assert_eq!(listed[0].summary.unanswered, 0);
}

/// Neither a link nor a name leads out of the roots, and what is no file holds nobody up.
#[test]
fn out_of_reach() {
    let desk = Desk::new();
    desk.write("secret/s.jsonl", lines(0..1));
    desk.write("secret.jsonl", lines(0..1));
    desk.write("projects/p/real.jsonl", lines(1..2));
    symlink(desk.path("secret"), desk.path("projects/link")).unwrap();
    symlink(
        desk.path("secret.jsonl"),
        desk.path("projects/p/link.jsonl"),
    )
    .unwrap();
    symlink(desk.path("secret"), desk.path("projects/p/real")).unwrap();
    desk.write("secret/subagents/agent-x.jsonl", lines(0..1));
    fs::create_dir(desk.path("projects/p/folder.jsonl")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(desk.path("projects/p/pipe.jsonl"))
        .status();
    assert!(made.unwrap().success());
    let shelf = desk.shelf();
    let listed = shelf.list(None, None, 99).unwrap();
    assert_eq!(
        listed.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(),
        ["p:real"]
    );
    for id in [
        "link:s",
        "p:link",
        "p:pipe",
        "p:folder",
        "..:secret",
        "p/..:real",
        "../secret",
        "..:..:secret",
        "/:etc/passwd",
        "p:../../secret",
        ".:x",
        "",
        ":",
        "p:",
        ":real",
        "p:real\0",
        "p:real.jsonl",
    ] {
        let page = shelf.page(id, None, &Span::default());
        let refused = matches!(page, Err(Unread::NotFound | Unread::Failed(_)));
        assert!(refused, "{id:?}: {page:?}");
    }
    for agent in ["x", "../x", "", "x/../../../secret"] {
        assert!(
            shelf.page("p:real", Some(agent), &Span::default()).is_err(),
            "{agent:?}"
        );
    }
    assert!(Transcript::open(&desk.path("projects/p/pipe.jsonl")).is_err());
    assert!(Transcript::open(&desk.path("projects")).is_err());
}

#[test]
fn asking_again() {
    let desk = Desk::new();
    desk.write(
        "projects/p/s.jsonl",
        asked("c1") + &asked("c2") + &answered("c2") + &lines(0..1),
    );
    let shelf = desk.shelf();
    for name in ["c1", "line-c1"] {
        let again = shelf.ask_again("p:s", name).unwrap();
        assert_eq!(again.session_id.as_deref(), Some("s"));
        assert_eq!(again.project.as_deref(), Some("/p"));
        assert_eq!(again.tool_use_id.as_deref(), Some("c1"));
        assert_eq!(again.input["questions"][0]["question"], "Which?");
    }
    let rows = [
        ("c2", NotAgain::Ended(CardState::Answered)),
        ("line-c2", NotAgain::Ended(CardState::Answered)),
        ("a0", NotAgain::NoQuestion),
        ("none", NotAgain::NoQuestion),
    ];
    for (name, why) in rows {
        assert_eq!(shelf.ask_again("p:s", name), Err(why), "{name}");
    }
    let gone = NotAgain::Unread(Unread::NotFound);
    assert_eq!(shelf.ask_again("p:gone", "c1"), Err(gone));
}
