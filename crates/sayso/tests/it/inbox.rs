//! The inbox on a real terminal: live, answered in place, and the terminal always given back.

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::at_terminal::AtTerminal;
use crate::desk::{Desk, lasting_port, token};
use crate::panel_storm::{Dice, KEYS};
use crate::questions::{ask, auth, deploy, features, name, with};
use crate::running::{Done, Running};
use crate::stage::Stage;

/// What the hints of the list hold once keys are taken.
const LIST: &str = "q leave";
/// What the hints of an open panel hold once keys are taken.
const PANEL: &str = "↑↓ move · Enter choose";
/// What is said when the list changed in this very moment.
const CHANGED: &str = "press it once more";

/// Asks as this agent, and waits as its own process does.
fn agent(stage: &Stage, name: &str, question: Value) -> (String, Running) {
    let asked = ask(&[question]);
    let call = stage.sayso(["ask", "--no-wait", "--agent", name, "--key", "id", &asked]);
    let known = call.done().exits(7).json();
    let id = known["interaction_id"].as_str().unwrap().to_owned();
    let waits = stage.sayso(["wait", "--key", "question", &id]).begin();
    (id, waits)
}

/// Presses a key of the list until what follows from it is in sight: in the moment after the list
/// has changed it is told to be pressed again.
#[track_caller]
fn press(terminal: &mut AtTerminal, key: &str, then: &str) {
    for _ in 0..100 {
        terminal.shows(LIST).types(key);
        terminal.shows_any(&[then, CHANGED]);
        if terminal.window().contains(then) {
            return;
        }
        terminal.types("\u{1b}").shows("everything stays open");
    }
    panic!("never {then:?}: {}", terminal.window());
}

/// Watches until it ends: the terminal is as it was, the screen that was there is back, and so is
/// the title.
#[track_caller]
fn given_back(terminal: AtTerminal, code: i32) -> String {
    let (bytes, done) = restored(terminal);
    done.exits(code);
    bytes
}

#[track_caller]
fn restored(terminal: AtTerminal) -> (String, Done) {
    let (bytes, done) = terminal.bytes_at_end();
    let bytes = String::from_utf8_lossy(&bytes).into_owned();
    let end = bytes.rfind("\u{1b}]2;\u{1b}\\\u{1b}[23;2t\u{1b}[?1049l");
    let end = end.unwrap_or_else(|| panic!("not given back: {bytes:?}"));
    let after = &bytes[end..];
    assert!(!after.contains("\u{1b}[?1049h"), "{after:?}");
    (bytes, done)
}

#[test]
fn two_agents_ask_and_are_answered_in_place() {
    let stage = Stage::new();
    let mut inbox = stage.sayso(["inbox"]).in_panel().at_terminal();
    inbox.shows("Nothing waits for you").shows(LIST);
    let (_, claude) = agent(&stage, "claude", auth());
    inbox
        .shows("1 waiting")
        .shows("claude · ")
        .shows("Which authentication");
    let (_, codex) = agent(&stage, "codex", deploy());
    inbox.shows("2 waiting").shows("Deploy now?");

    // The first in place; the agent gets it.
    press(&mut inbox, "\r", PANEL);
    inbox.types("2").shows("Answered.").shows("1 waiting");
    let text = "Which authentication method should we use?";
    claude
        .done()
        .exits(0)
        .prints(&json!({ "answers": { text: "JWT" } }).to_string());
    press(&mut inbox, "\r", PANEL);
    inbox.types("y").shows("nothing waits");
    codex.done().exits(0);

    inbox.shows(LIST).types("q");
    let bytes = given_back(inbox, 0);
    // The title counted; the bell rang for each.
    for count in 0..=2 {
        let title = format!("\u{1b}]2;({count}) Sayso inbox\u{1b}\\");
        assert!(bytes.contains(&title), "{bytes:?}");
    }
    assert!(bytes.matches('\u{7}').count() >= 2, "{bytes:?}");
    let vias: Vec<Value> = stage
        .history()
        .iter()
        .map(|one| one["via"].clone())
        .collect();
    assert_eq!(vias, ["inbox", "inbox"]);
    assert_eq!(stage.history()[0]["by"], "ada");
    assert_eq!(stage.history()[0]["decided_by"], "person");
}

#[test]
fn what_is_answered_elsewhere_closes_and_says_by_whom() {
    let stage = Stage::new();
    let (first, _first) = agent(&stage, "claude", name());
    let mut inbox = stage.sayso(["inbox"]).in_panel().at_terminal();
    press(&mut inbox, "\r", "type your answer");
    inbox
        .shows("Enter submit")
        .types("half a thought")
        .shows("half a thought");
    let bob = |id: &str, answer: &str| {
        let call = stage
            .sayso(["answer", "--scripted", id, answer])
            .env("USER", "bob");
        call.done().exits(0);
    };
    bob(&first, r#"{"name":"shop"}"#);
    inbox
        .shows(" answered by a script of bob via file in ")
        .shows("half a thought");
    inbox
        .shows("Esc back")
        .types("\u{1b}")
        .shows("nothing waits");
    // In the list it stays under the cursor until one goes away from it.
    let (second, _second) = agent(&stage, "codex", auth());
    inbox.shows("Which authentication").shows("1 waiting");
    bob(&second, r#"{"Auth method":"JWT"}"#);
    inbox
        .shows("nothing waits")
        .shows(" answered by a script of bob via file in ");
    inbox.shows(LIST).types("q");
    given_back(inbox, 0);
    assert_eq!(stage.history()[1]["answers"][0]["answer"], "shop");
    assert_eq!(stage.history()[0]["answers"][0]["answer"], "JWT");
}

#[test]
fn two_alike_get_one_answer() {
    let stage = Stage::new();
    let deploy = |id: &str| with(deploy(), &json!({ "question_id": id }));
    let (_, one) = agent(&stage, "claude", deploy("d1"));
    let (_, other) = agent(&stage, "codex", deploy("d2"));
    let (_, third) = agent(&stage, "opencode", features());
    let mut inbox = stage.sayso(["inbox"]).in_panel().at_terminal();
    inbox.shows("3 waiting").shows("2 alike");
    press(&mut inbox, "b", "For which ones?");
    inbox
        .shows("☑ claude")
        .shows("☑ codex")
        .shows("Enter go on")
        .types("\r");
    inbox
        .shows("One answer for 2 questions")
        .shows(PANEL)
        .types("y");
    inbox
        .shows("❯ Back to the answer")
        .shows("Send it to these 2");
    inbox
        .shows("☑ claude · ")
        .shows("☑ codex · ")
        .shows("Enter choose");
    inbox.types("\u{1b}[B").shows("❯ Send it").types("\r");
    inbox
        .shows("2 of 2 answered")
        .shows("✓ claude")
        .shows("✓ codex");
    for agent in [one, other] {
        agent
            .done()
            .exits(0)
            .prints(r#"{"answers":{"Deploy now?":"true"}}"#);
    }
    inbox.shows("Esc back").types("\u{1b}").shows("1 waiting");
    // What was decided is found, with who decided it.
    inbox
        .shows(LIST)
        .types("/")
        .shows("2 found")
        .types("deploy")
        .shows("/ deploy");
    inbox
        .shows(" answered by ada via inbox in ")
        .types("\r")
        .shows("● true");
    inbox.types("\u{3}").shows(LIST).types("\u{3}");
    given_back(inbox, 0);
    assert_eq!(stage.pending().len(), 1);
    drop(third);
}

/// What was typed before the inbox, or the panel in it, was drawn answers nothing.
#[test]
fn typed_ahead() {
    let stage = Stage::new();
    let (_, _claude) = agent(&stage, "claude", auth());
    let mut inbox = stage.sayso(["inbox"]).in_panel().at_terminal();
    inbox.types("\r2\r2\r2").shows("1 waiting");
    press(&mut inbox, "\r", PANEL);
    inbox.types("\u{3}").shows(LIST);
    inbox.types("\r22\r\r").shows(PANEL).types("\u{3}");
    inbox.shows(LIST).types("q");
    given_back(inbox, 0);
    assert_eq!(stage.pending().len(), 1);
}

#[test]
fn signals_give_the_terminal_back() {
    let rows = [
        (Signal::INT, 0),
        (Signal::TERM, 7),
        (Signal::HUP, 7),
        (Signal::QUIT, 7),
    ];
    for (signal, code) in rows {
        let stage = Stage::new();
        let (id, _claude) = agent(&stage, "claude", name());
        let mut inbox = stage.sayso(["inbox"]).in_panel().at_terminal();
        press(&mut inbox, "\r", "Enter submit");
        inbox.types("half a w").shows("half a w").signal(signal);
        given_back(inbox, code);
        // It is open, and what was entered waits for whoever goes on.
        assert_eq!(stage.open_id(), id, "{signal:?}");
        let mut again = stage.sayso(["answer", &id]).in_panel().at_terminal();
        again
            .shows("half a w")
            .shows("Enter submit")
            .types("\u{3}")
            .shows("Ctrl+C again")
            .types("\u{3}");
        again.gives_back();
    }
}

/// Ctrl-Z, something else, and back.
#[test]
fn stopped_and_brought_back() {
    let stage = Stage::new();
    let (_, _claude) = agent(&stage, "claude", auth());
    let shell = stage.program("sh", ["-i"]).env("PS1", "READY> ").in_panel();
    let mut terminal = shell.all_at_terminal();
    terminal.sees("READY> ").types("sayso inbox\n");
    terminal.shows("1 waiting").shows(LIST).types("\u{1a}");
    terminal
        .sees("READY> ")
        .types("stty -a | grep -o ' icanon'\n");
    // The shell's own screen is back.
    terminal
        .sees("\n icanon\n")
        .shows("READY> sayso inbox")
        .types("fg\n");
    terminal.shows("1 waiting");
    press(&mut terminal, "\r", PANEL);
    terminal
        .types("2")
        .shows("nothing waits")
        .shows(LIST)
        .types("q");
    terminal.sees("READY> ").types("echo left $?\n");
    terminal.sees("left 0").sees("READY> ").types("exit\n");
    terminal.gives_back().exits(0);
    assert_eq!(stage.states(), ["answered"]);
}

#[test]
fn the_window_changes() {
    let stage = Stage::new();
    let (_, claude) = agent(&stage, "claude", name());
    let mut inbox = stage.sayso(["inbox"]).in_panel().at_terminal();
    press(&mut inbox, "\r", "Enter submit");
    inbox.types("Ada").shows("Ada");
    inbox.resizes(10, 40).shows("Enter submit");
    inbox.resizes(5, 20).shows("40×10").types("x\r");
    inbox.resizes(60, 200).shows("Ada").shows("│ ╭ claude");
    inbox
        .resizes(24, 80)
        .shows("Ada")
        .shows("Enter submit")
        .types("\r")
        .shows("Answered.");
    claude
        .done()
        .exits(0)
        .prints(r#"{"answers":{"What shall it be called?":"Ada"}}"#);
    inbox.shows(LIST).types("\u{3}");
    given_back(inbox, 0);
}

/// Where no screen can be drawn the list is printed, with the command to answer.
#[test]
fn plain_lines_where_there_is_no_screen() {
    let stage = Stage::new();
    let (id, _claude) = agent(&stage, "claude", auth());
    let short = &id[id.len() - 8..];
    let small = stage.sayso(["inbox"]).in_panel().sized(9, 39);
    let rows = [
        (stage.sayso(["inbox"]), true, 0),
        (stage.sayso(["inbox", "--plain"]).in_panel(), true, 0),
        (small, true, 0),
        (stage.sayso(["inbox"]).in_panel(), false, 3),
    ];
    for (call, terminal, code) in rows {
        let (screen, done) = match terminal {
            true => {
                let (bytes, done) = call.all_at_terminal().bytes_at_end();
                (String::from_utf8(bytes).unwrap(), done)
            }
            false => {
                let done = call.done();
                (format!("{}{}", done.stdout, done.stderr), done)
            }
        };
        done.exits(code);
        assert!(
            screen.contains(short) && screen.contains("Which auth"),
            "{screen}"
        );
        assert!(screen.contains("sayso answer ID"), "{screen}");
        assert!(!screen.contains('\u{1b}'), "{screen:?}");
    }
}

/// How the person is called: as `config.toml` says, or what was typed. Never with an agent's words.
#[test]
fn the_person_is_called_with_our_own_words() {
    type Row<'r> = (Option<&'r str>, &'r [&'r str], &'r str, &'r str, usize);
    let rows: [Row<'_>; 5] = [
        (None, &[], "", "", 1),
        (Some("off"), &[], "", "", 0),
        (Some("off"), &["--notify", "bell"], "", "", 1),
        (
            Some("osc"),
            &[],
            "",
            "\u{1b}]9;A new question, 1 waiting\u{1b}\\",
            0,
        ),
        (
            None,
            &["--notify", "osc"],
            "7000",
            "\u{1b}]777;notify;Sayso;A new question, 1 waiting\u{1b}\\",
            0,
        ),
    ];
    for (config, args, vte, called, bells) in rows {
        let stage = Stage::new();
        std::fs::create_dir_all(stage.data()).unwrap();
        if let Some(config) = config {
            let text = format!("[inbox]\nnotify = {config:?}\n");
            std::fs::write(stage.data().join("config.toml"), text).unwrap();
        }
        let call = stage.sayso(["inbox"]).args(args).in_panel();
        let mut inbox = call.env("VTE_VERSION", vte).at_terminal();
        inbox.shows(LIST);
        let evil = with(
            name(),
            &json!({ "question_text": "Why\u{7}\u{1b}]0;owned\u{7}?" }),
        );
        let (_, _agent) = agent(&stage, "ev\u{1b}]2;il\u{7}", evil);
        inbox.shows("1 waiting").shows(LIST).types("q");
        let bytes = given_back(inbox, 0);
        assert!(bytes.contains(called), "{bytes:?}");
        assert_eq!(
            bytes.matches('\u{7}').count(),
            bells,
            "{config:?} {args:?} {bytes:?}"
        );
        let titles = bytes.split("\u{1b}]").skip(1);
        for title in titles {
            let ours = title.starts_with("2;(") || title.starts_with("2;\u{1b}");
            assert!(
                ours || title.starts_with("9;A") || title.starts_with("777;"),
                "{title:?}"
            );
        }
    }
    let stage = Stage::new();
    std::fs::create_dir_all(stage.data()).unwrap();
    std::fs::write(
        stage.data().join("config.toml"),
        "[inbox]\nnotify = \"loud\"\n",
    )
    .unwrap();
    let done = stage.sayso(["inbox"]).done().exits(2);
    assert!(done.stderr.contains("unknown variant `loud`"), "{done:?}");
}

/// At a desk somewhere else: live by its stream, and answered as the person whose token it is.
#[test]
fn at_a_desk_somewhere_else() {
    let (there, here) = (Stage::new(), Stage::new());
    let port = lasting_port();
    let desk = Desk::start_at(&there, port);
    let call = here.sayso(["inbox", "--desk", &desk.url]).in_panel();
    let call = call.env("SAYSO_TOKEN", token(&there, "person"));
    let mut inbox = call.env("USER", "eve").at_terminal();
    inbox.shows("Nothing waits for you").shows("live");
    let (_, claude) = agent(&there, "claude", auth());
    inbox.shows("claude · ");
    let (id, _codex) = agent(&there, "codex", deploy());
    inbox.shows("2 waiting");
    press(&mut inbox, "\r", PANEL);
    inbox.types("2").shows("Answered.");
    claude.done().exits(0);
    press(&mut inbox, "\r", PANEL);
    there
        .sayso(["cancel", &id])
        .env("USER", "bob")
        .done()
        .exits(0);
    inbox
        .shows(" cancelled by bob via terminal after ")
        .shows("nothing waits");
    inbox
        .shows(LIST)
        .types("/")
        .types("jwt")
        .shows("answered by a script of ada via inbox in ");
    inbox.types("\u{3}").shows(LIST);
    // The desk goes, and it is told; it comes back, and so does what was asked meanwhile.
    desk.killed();
    inbox.shows("cannot be reached");
    let (_, _late) = agent(&there, "opencode", name());
    let desk = Desk::start_at(&there, port);
    inbox.shows("opencode · ").shows("live").shows(LIST);
    inbox.types("q");
    given_back(inbox, 0);
    assert_eq!(there.history()[1]["via"], "inbox");
    // Nobody is there.
    desk.killed();
    let call = here
        .sayso(["inbox"])
        .env("SAYSO_DESK", "http://127.0.0.1:1")
        .in_panel();
    let (bytes, done) = call.at_terminal().bytes_at_end();
    done.exits(3);
    let screen = String::from_utf8(bytes).unwrap();
    assert!(screen.contains("cannot be reached"), "{screen}");
    assert!(!screen.contains("\u{1b}[?1049h"), "{screen:?}");
}

/// Random keys at changing sizes on a list that changes: the terminal is given back, and what was
/// answered was answered here.
#[test]
fn whatever_is_pressed_there_is_a_way_out() {
    for seed in 1..=4 {
        let stage = Stage::new();
        let mut dice = Dice(seed);
        let deploy = |id: &str| with(deploy(), &json!({ "question_id": id }));
        let mut asked = vec![deploy("d1"), deploy("d2"), auth(), features(), name()];
        let agents: Vec<_> = asked
            .drain(..3)
            .map(|one| agent(&stage, "a", one))
            .collect();
        let mut inbox = stage.sayso(["inbox"]).in_panel().at_terminal();
        inbox.shows(LIST);
        for _ in 0..60 {
            let keys: String = (0..1 + dice.roll(3))
                .map(|_| match dice.roll(4) {
                    0 => "b",
                    1 => "\r",
                    _ => KEYS[dice.roll(KEYS.len())],
                })
                .collect();
            if dice.roll(6) == 0 {
                let (rows, columns) = (4 + dice.roll(60), 20 + dice.roll(180));
                inbox.resizes(rows.try_into().unwrap(), columns.try_into().unwrap());
            }
            if dice.roll(20) == 0
                && let Some(one) = asked.pop()
            {
                let asked = ask(&[one]);
                stage.sayso(["ask", "--no-wait", &asked]).done().exits(7);
            }
            if !inbox.tries(&keys) {
                let (bytes, done) = inbox.bytes_at_end();
                let bytes = String::from_utf8_lossy(&bytes);
                panic!("{seed}: it ended by itself at {keys:?}: {done:?} {bytes}");
            }
        }
        // Ctrl-C, whatever is open; one is dropped that came before what it was meant for was drawn.
        for _ in 0..1_000 {
            if !inbox.tries("\u{3}") {
                break;
            }
        }
        // One that came when the terminal was given back already ended what was left to do.
        let (bytes, done) = restored(inbox);
        assert!([0, 130].contains(&done.code), "{seed}: {done:?}");
        assert!(!bytes.contains("panicked"), "{seed}: {bytes}");
        for outcome in stage.history() {
            assert_eq!(outcome["via"], "inbox", "{seed}: {outcome}");
        }
        drop(agents);
    }
}

/// Whose clock runs out first stands first, then whose agent stands still, then who has waited
/// longest: here, and for `pending`.
#[test]
fn the_order_is_the_desk_s() {
    let stage = Stage::new();
    let asked = |question: Value, more: &[&str]| {
        let call = stage.sayso(["ask", "--no-wait", &ask(&[question])]);
        call.args(more).done().exits(7);
    };
    asked(auth(), &[]);
    asked(deploy(), &[]);
    asked(name(), &["--timeout", "2h"]);
    asked(features(), &["--timeout", "1h"]);
    let desk = Desk::start(&stage);
    let posts = |text: &str, goes_on: bool| {
        let input = json!({ "question_id": "m", "question_text": text, "type": "boolean" });
        let body = json!({ "input": input, "goes_on": goes_on });
        desk.agent().post("/api/interactions", &body).is(201).json()
    };
    assert_eq!(posts("Later?", true)["goes_on"], true);
    assert_eq!(posts("Merge it?", false)["goes_on"], Value::Null);
    let order = [
        "Which features",
        "What shall it",
        "Merge it?",
        "Which auth",
        "Deploy now?",
        "Later?",
    ];
    let listed = stage.sayso(["pending"]).done().exits(0).stdout;
    let mut inbox = stage.sayso(["inbox"]).in_panel().at_terminal();
    inbox.shows("6 waiting").shows(LIST);
    for screen in [listed, inbox.window()] {
        let places: Vec<_> = order.iter().map(|text| screen.find(text)).collect();
        assert!(places.iter().all(Option::is_some), "{screen}");
        assert!(places.is_sorted(), "{screen}");
    }
    inbox.types("q");
    given_back(inbox, 0);
}
