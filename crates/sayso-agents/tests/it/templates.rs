//! Templates: reading them with all their mistakes, filling them, and what they cannot reach.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use sayso_agents::template::{DiskTemplates, Project, Template};
use sayso_core::lang::Lang;
use sayso_core::limits::Limits;
use sayso_core::template::{TemplateOrigin, TemplateRefusal, Templates};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Variables and their values.
type Given = &'static [(&'static str, &'static str)];

/// A project with a repository of two branches, one of them packed.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.write("app/.git/HEAD", "ref: refs/heads/main\n");
        place.write(
            "app/.git/refs/heads/main",
            "0123456789abcdef0123456789abcdef01234567\n",
        );
        place.write(
            "app/.git/refs/heads/fix/login",
            "0123456789abcdef0123456789abcdef01234567\n",
        );
        place.write("app/.git/refs/heads/main.lock", "");
        place.write(
            "app/.git/packed-refs",
            "# pack-refs with: peeled fully-peeled sorted\n\
             0123456789abcdef0123456789abcdef01234567 refs/heads/old\n\
             0123456789abcdef0123456789abcdef01234567 refs/heads/main\n\
             0123456789abcdef0123456789abcdef01234567 refs/tags/v1\n\
             ^0123456789abcdef0123456789abcdef01234567\n",
        );
        place.write("app/crates/a/Cargo.toml", "");
        place.write("app/crates/b/Cargo.toml", "");
        place.write("app/crates/b/src/lib.rs", "");
        place.write("app/target/c/Cargo.toml", "");
        place.write(
            "app/CHANGES.md",
            "one\ntwo {{version}} `!rm -rf /`\nthree\n",
        );
        place.write("secret.txt", "secret");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn skill(&self, name: &str, block: &str) {
        let text = format!(
            "---\nname: {name}\ndescription: About {name}\n---\nAsk:\n\n```ask_user_question\n{block}\n```\n"
        );
        self.write(&format!("app/.claude/skills/{name}/SKILL.md"), &text);
    }

    fn templates(&self) -> DiskTemplates {
        DiskTemplates::new(&self.path("app/crates/b"), Some(self.path("mine")))
    }

    fn fill(&self, block: &str, given: &[(&str, &str)]) -> Result<Value, Vec<String>> {
        self.skill("t", block);
        let given: BTreeMap<String, String> = given
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect();
        let filled = self.templates().fill("t", &given, &Limits::api(), Lang::En);
        filled
            .map(|filled| filled.input)
            .map_err(|refusal| match refusal {
                TemplateRefusal::NotFound => vec!["not found".into()],
                TemplateRefusal::Mistakes(all) => all
                    .into_iter()
                    .map(|one| format!("{}: {}", one.path, one.message))
                    .collect(),
            })
    }

    /// What one text of a question becomes.
    fn text(
        &self,
        variables: &str,
        text: &str,
        given: &[(&str, &str)],
    ) -> Result<String, Vec<String>> {
        let block = format!(
            "variables: {variables}\nquestion_id: q\nquestion_text: {}\ntype: text",
            json!(text)
        );
        let filled = self.fill(&block, given)?;
        Ok(filled["question_text"].as_str().unwrap().to_owned())
    }
}

#[test]
fn what_texts_are_filled_with() {
    let place = Place::new();
    let rows: &[(&str, &str, Given, &str)] = &[
        ("{v: 1.5}", "to {{v}}", &[], "to 1.5"),
        ("{v: {default: x}}", "{{ v }}{{v}}", &[("v", "y")], "yy"),
        (
            "{v: }",
            "{{v}}",
            &[("v", "{{v}} \u{1b}[31m")],
            "{{v}} \u{1b}[31m",
        ),
        ("{b: {from: git_branch}}", "on {{b}}", &[], "on main"),
        (
            "{b: {from: git_branches}}",
            "{{b}}",
            &[],
            "fix/login, main, old",
        ),
        (
            "{b: {from: git_branches, most: 1}}",
            "{{b}}",
            &[],
            "fix/login",
        ),
        (
            "{b: {from: git_branches}}",
            "{{b}}",
            &[("b", "x\ny")],
            "x, y",
        ),
        ("{t: {from: git_tags}}", "{{t}}", &[], "v1"),
        (
            "{f: {from: files, match: 'crates/*/Cargo.toml'}}",
            "{{f}}",
            &[],
            "crates/a/Cargo.toml, crates/b/Cargo.toml",
        ),
        (
            "{f: {from: files, match: '**/*.rs'}}",
            "{{f}}",
            &[],
            "crates/b/src/lib.rs",
        ),
        (
            "{f: {from: files, match: '**/Cargo.toml', most: 1}}",
            "{{f}}",
            &[],
            "crates/a/Cargo.toml",
        ),
        (
            "{f: {from: files, match: 'target/*/Cargo.toml'}}",
            "{{f}}",
            &[],
            "target/c/Cargo.toml",
        ),
        (
            "{c: {from: content, path: CHANGES.md, lines: 2}}",
            "{{c}}",
            &[],
            "one\ntwo {{version}} `!rm -rf /`",
        ),
        (
            "{c: {from: content, path: ./crates/../x, default: none}}",
            "{{c}}",
            &[],
            "none",
        ),
        ("{p: {from: project}}", "{{p}}", &[], "app"),
        // What is no hole is words.
        (
            "{v: 1}",
            "{{}} {{ }} {{a b}} {{v",
            &[],
            "{{}} {{ }} {{a b}} {{v",
        ),
    ];
    for (variables, text, given, expected) in rows {
        let filled = place.text(variables, text, given);
        assert_eq!(filled.as_deref(), Ok(*expected), "{variables} {text}");
    }
}

/// One option of every value, and questions too; in both dialects.
#[test]
fn several_of_one() {
    let place = Place::new();
    let filled = place.fill(
        "variables: {b: {from: git_branches}}
questions:
  - question: Which branch?
    header: Branch
    multiSelect: false
    options:
      - {each: b, label: '{{item}}', description: 'Take {{item}}'}
      - {label: none, description: Nothing}",
        &[],
    );
    let filled = filled.unwrap();
    let labels: Vec<&str> = filled["questions"][0]["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| option["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["fix/login", "main", "old", "none"]);
    assert_eq!(
        filled["questions"][0]["options"][1]["description"],
        "Take main"
    );
    assert!(filled["questions"][0]["options"][1].get("each").is_none());
    assert!(filled.get("variables").is_none());
    let filled = place.fill(
        "variables: {t: {from: git_tags}}
questions:
  - {each: t, question_id: 'about_{{item}}', question_text: 'Keep {{item}}?', type: boolean}",
        &[],
    );
    let expected = json!({ "questions": [{ "question_id": "about_v1", "question_text": "Keep v1?", "type": "boolean" }] });
    assert_eq!(filled, Ok(expected));
}

/// Everything at once, each with its line in the file.
#[test]
fn mistakes() {
    let place = Place::new();
    let rows: &[(&str, Given, &[&str])] = &[
        (
            "variables: {a: {from: moon}, b: [1]}\nquestions:\n  - question: '{{c}}'\n    options: []",
            &[],
            &[
                "8:23 variables.a.from: must be git_branch, git_branches, git_tags, files, content, project, got \"moon\"",
                "8:33 variables.b: must be a default, or an object, got array",
                "10:15 questions[0].question: there is no variable \"c\"",
                "11:14 questions[0].options: at least 1 needed, got 0",
            ],
        ),
        (
            "variables: {v: }\nquestion_text: '{{v}}'\ntype: text",
            &[("w", "1")],
            &[
                "8:12 variables: the template has no variable \"w\"",
                "8:14 variables.v: \"v\" has to be given; add --set v=…",
            ],
        ),
        (
            "variables: {v: x}\nquestion_text: Which?\ntype: multiple_choice\noptions: [{each: v, id: a, label: a}]",
            &[],
            &[
                "11:10 options: at least 1 needed, got 0",
                "11:18 options[0].each: \"v\" is no list, of which several could be made",
            ],
        ),
        // The issue of a filled list is told where the list is made.
        (
            "variables: {b: {from: git_branches}}\nquestion_text: Which?\ntype: multiple_choice\noptions:\n  - {id: x, label: x}\n  - {each: b, id: same, label: '{{item}}'}",
            &[],
            &["13:19 options[1].id: \"same\" stands twice; each must be unique"],
        ),
        (
            "question_text: 5\ntype: text\n  bad",
            &[],
            &[
                "8:16 question_text: must be string, got number",
                "9:7 type: must be multiple_choice, checkbox, text, boolean, got",
            ],
        ),
        (
            "question_text: [",
            &[],
            &["9:1 question_text[0]: not valid YAML"],
        ),
        ("just words", &[], &["8:1: must be object, got string"]),
        (
            "variables: {c: {from: content, path: missing.md}}\nquestion_text: '{{c}}'\ntype: text",
            &[],
            &["8:16 variables.c: cannot be read: missing.md"],
        ),
    ];
    for (block, given, expected) in rows {
        let got = place.fill(block, given).unwrap_err();
        let same = got.len() == expected.len()
            && got
                .iter()
                .zip(*expected)
                .all(|(got, start)| got.starts_with(start));
        assert!(same, "{block}\n{got:#?}");
    }
}

/// The file around the block.
#[test]
fn files() {
    let good = "```ask_user_question\nquestion_text: Why?\ntype: text\n```\n";
    let rows: &[(&str, Result<bool, &str>)] = &[
        (good, Ok(true)),
        (
            &good
                .replace("```ask_user_question", "~~~~ yaml AskUserQuestion")
                .replace("\n```\n", "\n~~~~"),
            Ok(true),
        ),
        (&format!("\u{feff}---\nname: x\n---\n{good}"), Ok(true)),
        ("# Words\n```json\n{}\n```\n", Ok(false)),
        ("", Ok(false)),
        // A block inside a block is an example.
        (&format!("````md\n{good}````\n"), Ok(false)),
        (
            &format!("{good}{good}"),
            Err("5:1: one block of questions a file"),
        ),
        (
            "x\n```ask_user_question\nquestion_text: Why?\n",
            Err("2:1: the block does not end; close it with ```"),
        ),
        (
            "---\nname: x\n",
            Err("1:1: the front matter does not end; close it with ---"),
        ),
        ("---\nname: [\n---\n", Err("3:1: not valid YAML")),
        (
            "```ask_user_question\n{\"question_text\": \"Why?\", \"type\": \"text\"}\n```",
            Ok(true),
        ),
    ];
    for (text, expected) in rows {
        let got = Template::read(text, &Limits::api());
        match (got, expected) {
            (Ok(template), Ok(is_one)) => assert_eq!(template.is_some(), *is_one, "{text}"),
            (Err(mistakes), Err(start)) => {
                let told = mistakes.text(Lang::En);
                let line = told.lines().next().unwrap();
                assert!(
                    line.split(':').next() == start.split(':').next() && line.contains(&start[4..]),
                    "{text}\n{told}"
                );
            }
            (got, _) => panic!("{text}: {got:?}"),
        }
    }
}

#[test]
fn found_by_name() {
    let place = Place::new();
    let ask = "question_text: Why?\ntype: text";
    place.skill("release", ask);
    place.skill("broken", "nothing");
    place.write("app/.claude/skills/plain/SKILL.md", "No questions here.");
    place.write("app/.claude/skills/empty/other.md", "");
    place.write("mine/release/SKILL.md", "hidden by the project's");
    place.write(
        "mine/own/SKILL.md",
        &format!("```ask_user_question\n{ask}\n```"),
    );
    let cards = place.templates().list(Lang::En);
    let listed: Vec<(&str, TemplateOrigin, usize)> = cards
        .iter()
        .map(|card| (card.name.as_str(), card.origin, card.mistakes.len()))
        .collect();
    let expected = [
        ("broken", TemplateOrigin::Project, 1),
        ("own", TemplateOrigin::User, 0),
        ("release", TemplateOrigin::Project, 0),
    ];
    assert_eq!(listed, expected);
    assert_eq!(cards[2].description.as_deref(), Some("About release"));
    let nothing = BTreeMap::new();
    for name in [
        "",
        ".",
        "..",
        "../skills/release",
        "none",
        "empty",
        "release/",
        "a\0b",
    ] {
        let filled = place
            .templates()
            .fill(name, &nothing, &Limits::api(), Lang::En);
        assert_eq!(filled, Err(TemplateRefusal::NotFound), "{name:?}");
    }
}

/// Neither a path nor a link leads out of the project.
#[test]
fn out_of_reach() {
    let place = Place::new();
    symlink(place.path("secret.txt"), place.path("app/link.txt")).unwrap();
    symlink(place.0.path(), place.path("app/up")).unwrap();
    place.write("app/.hidden/key.pem", "");
    let outside = place.path("secret.txt");
    let outside = outside.to_str().unwrap();
    for path in [
        "../secret.txt",
        "link.txt",
        "up/secret.txt",
        "crates/../../secret.txt",
        outside,
        "",
        ".",
        "crates",
    ] {
        let variables = format!("{{c: {{from: content, path: {}}}}}", json!(path));
        let filled = place.text(&variables, "{{c}}", &[]);
        let told = filled.unwrap_err();
        assert!(told[0].contains("variables.c"), "{path}: {told:?}");
    }
    for pattern in [
        "../*",
        "**/secret.txt",
        "up/*",
        "**/*.pem",
        ".git/*",
        "**/HEAD",
    ] {
        let variables = format!("{{f: {{from: files, match: {}}}}}", json!(pattern));
        let filled = place.text(&variables, "[{{f}}]", &[]);
        assert_eq!(filled.as_deref(), Ok("[]"), "{pattern}");
    }
    // A repository that is none.
    fs::write(place.path("plain-git"), "gitdir: /\n").unwrap();
    fs::remove_dir_all(place.path("app/.git")).unwrap();
    fs::rename(place.path("plain-git"), place.path("app/.git")).unwrap();
    let told = place
        .text("{b: {from: git_branches}}", "{{b}}", &[])
        .unwrap_err();
    assert!(told[0].contains("no git repository"), "{told:?}");
}

/// A tree beside the main one has a file in the place of the folder.
#[test]
fn a_linked_tree() {
    let place = Place::new();
    let own = place.path("app/.git/worktrees/tree");
    place.write("tree/.git", &format!("gitdir: {}\n", own.display()));
    place.write(
        "app/.git/worktrees/tree/HEAD",
        "ref: refs/heads/fix/login\n",
    );
    place.write("app/.git/worktrees/tree/commondir", "../..\n");
    place.write("tree/.claude/skills/t/SKILL.md", "```ask_user_question\nvariables: {b: {from: git_branch}, all: {from: git_branches}}\nquestion_text: '{{b}} of {{all}}'\ntype: text\n```");
    let templates = DiskTemplates::new(&place.path("tree"), None);
    let filled = templates
        .fill("t", &BTreeMap::new(), &Limits::api(), Lang::En)
        .unwrap();
    assert_eq!(
        filled.input["question_text"],
        "fix/login of fix/login, main, old"
    );
    assert!(filled.as_prompt(Lang::Zh).contains("fix/login of"));
    assert_eq!(
        Project::around(&place.path("tree")).root(),
        place.path("tree")
    );
}

/// Patterns made to take long are answered at once all the same.
#[test]
fn patterns_made_to_take_long() {
    let place = Place::new();
    let deep = format!("app/{}/x", ["aaaaaaaaaa"; 8].join("/"));
    place.write(&deep, "");
    for pattern in [
        "**/".repeat(500) + "y",
        "*a".repeat(500),
        format!("{}b", "**/*a*a*a*a*a*a*a/".repeat(50)),
    ] {
        let variables = format!("{{f: {{from: files, match: {}}}}}", json!(pattern));
        let filled = place.text(&variables, "[{{f}}]", &[]);
        assert_eq!(filled.as_deref(), Ok("[]"));
    }
}
