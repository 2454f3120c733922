//! The demonstration.

use sayso_agents::script::{Ended, Happening, Step, Stop, Verb, demo, demo_text};
use sayso_core::lang::Lang;
use serde_json::json;

use crate::log::Log;
use crate::person::Act;
use crate::stage::Stage;

#[track_caller]
fn check(lang: Lang, acts: &[Act], expected: &str) {
    let stage = Stage::new();
    let played = stage.play(&demo(lang).unwrap(), acts);
    let seen: Vec<String> = played
        .seen
        .iter()
        .map(|line| line.replace('\n', "/"))
        .collect();
    let expected: Vec<&str> = expected
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    assert_eq!(seen, expected);
    assert_eq!(played.ended, Ended::Completed);
    assert!(!played.pauses.is_empty());
    Log::of(&stage).check_chain();
}

fn oauth() -> Act {
    Act::Fill(vec![
        ("auth_strategy", json!("oauth2")),
        ("oauth_providers", json!(["github", "google"])),
    ])
}

#[test]
fn chinese_in_three_rounds() {
    check(
        Lang::Zh,
        &[
            Act::Answer(json!(["背唐诗", "再给一个多选框"])),
            Act::Answer(json!(["讲笑话", "输出笑脸图标", "再给一个多选框"])),
            Act::Answer(json!([{ "other": "够了" }])),
            oauth(),
        ],
        "
        text 你好！我是一个照剧本走的智能体，会向你提几个问题。我做什么，由你来定。
        thinking 先弄清楚对方想看什么，再动手；没有得到回答之前，什么也不做。
        asked 1
        closed answered
        text 第 1 轮，你选择了：背唐诗, 再给一个多选框。
        tool_use recite_poem
        tool_result 静夜思　李白/床前明月光，疑是地上霜。/举头望明月，低头思故乡。
        text 床前明月光，疑是地上霜。/举头望明月，低头思故乡。
        text 好，再来一个多选框，还是这些选项。
        asked 2
        closed answered
        text 第 2 轮，你选择了：讲笑话, 输出笑脸图标, 再给一个多选框。
        text 为什么智能体删文件之前总要先问一句？因为上一个没问的，现在改行背唐诗了。
        text 😊
        text 好，再来一个多选框，还是这些选项。
        asked 3
        closed answered
        text 第 3 轮，你选择了：够了。
        thinking 最后换一种问法，带条件追问，选了哪一项才问哪一项的细节。
        asked 4
        closed answered
        text 明白了，登录方式：OAuth 2.0。
        text 要接入的提供商：GitHub, Google。
        complete 演示结束。刚才的每个问题和回答都写进了日志，谁、在哪里、什么时候回答的，都查得到。
        ",
    );
}

#[test]
fn english_with_everything_picked_and_then_left() {
    check(
        Lang::En,
        &[
            Act::Answer(json!(["A Tang poem", "A joke", "A smiley", "One more, same options"])),
            Act::Cancel("enough"),
            Act::Cancel("not now"),
        ],
        "
        text Hello! I am an agent that follows a script, and I will ask you a few things. What I do is up to you.
        thinking First find out what they would like to see. Nothing is done before there is an answer.
        asked 1
        closed answered
        text Round 1, you picked: A Tang poem, A joke, A smiley, \"One more, same options\".
        tool_use recite_poem
        tool_result Quiet Night Thought, by Li Bai/Bright before my bed the moonlight lies;/is it frost upon the ground?/I raise my head: the moon is in the skies./I bow it: home is all I found.
        text Bright before my bed the moonlight lies;/is it frost upon the ground?/I raise my head: the moon is in the skies./I bow it: home is all I found.
        text Why does an agent always ask before it deletes a file? Because the one that did not ask recites poems for a living now.
        text 😊
        text Good, one more with the same options.
        asked 2
        closed cancelled
        text Fine, I will not ask that again.
        thinking Last, another way of asking, with follow-ups that appear only under what is picked.
        asked 3
        closed cancelled
        text Fine, the login can wait.
        complete That was the demonstration. Every question and answer is in the log, with who answered, where and when.
        ",
    );
}

#[test]
fn one_more_many_times_is_never_too_often() {
    let stage = Stage::new();
    let more = Act::Answer(json!(["再给一个多选框"]));
    let mut acts = vec![more; 25];
    acts.push(Act::Answer(json!(["输出笑脸图标"])));
    acts.push(Act::Cancel("over"));
    let played = stage.play(&demo(Lang::Zh).unwrap(), &acts);
    assert_eq!(played.ended, Ended::Completed);
    assert_eq!(Log::of(&stage).keys().len(), 27);
}

#[test]
fn every_login_has_its_own_follow_up() {
    for (option, follow_up, value, last) in [
        (
            "jwt_local",
            "token_minutes",
            json!("15"),
            "A token lives for 15 minutes.",
        ),
        (
            "session_cookie",
            "remember_me",
            json!(true),
            "The login page will offer \"remember me\".",
        ),
        (
            "session_cookie",
            "remember_me",
            json!(false),
            "The login page will not offer \"remember me\".",
        ),
    ] {
        let stage = Stage::new();
        let acts = [
            Act::Answer(json!(["A smiley"])),
            Act::Fill(vec![("auth_strategy", json!(option)), (follow_up, value)]),
        ];
        let played = stage.play(&demo(Lang::En).unwrap(), &acts);
        assert_eq!(played.ended, Ended::Completed);
        assert_eq!(played.seen[played.seen.len() - 2], format!("text {last}"));
    }
}

/// As another task of the same session it asks again, but no question id is used twice.
#[test]
fn twice_in_one_session() {
    let stage = Stage::new();
    let acts = [
        Act::Answer(json!(["A smiley"])),
        oauth(),
        Act::Answer(json!(["A joke"])),
    ];
    stage.play(&demo(Lang::En).unwrap(), &acts);
    let handle = stage.handle();
    let mut seen = Vec::new();
    let ended = stage.player().task("2").sleeper(|_, _: &Stop| {}).play(
        &demo(Lang::En).unwrap(),
        &mut |happening: Happening<'_>| match happening {
            Happening::Asked(ticket) => {
                acts[2].carry_out(&stage, &handle, ticket);
            }
            Happening::Said { message, .. } => {
                seen.push(message.body.clone());
            }
            Happening::Closed { .. } => {}
        },
    );
    assert_eq!(ended, Ended::Completed);
    let hint = json!({ "text": "This was asked before in this session and is not asked again." });
    assert!(seen.contains(&hint), "{seen:?}");
    Log::of(&stage).check_chain();
}

/// The twins do the same things, in other words.
#[test]
fn twins() {
    fn shape(steps: &[Step], shapes: &mut Vec<String>) {
        for Step {
            path,
            label,
            when,
            verb,
        } in steps
        {
            let verb_shape = match verb {
                Verb::Pause(pause) => format!("{pause:?}"),
                Verb::Goto { label, most } => format!("{label} {most}"),
                Verb::Steps(inner) => {
                    shape(inner, shapes);
                    format!("{}", inner.len())
                }
                Verb::Ask(ask) => {
                    format!("{:?} {}", ask.save, ask.input.get("questions").is_some())
                }
                other => format!("{:?}", std::mem::discriminant(other)),
            };
            let names: Vec<&str> = when.0.iter().map(|c| c.name.as_str()).collect();
            shapes.push(format!("{path} {label:?} {names:?} {verb_shape}"));
        }
    }
    let [zh, en] = [Lang::Zh, Lang::En].map(|lang| {
        let scenario = demo(lang).unwrap();
        assert_eq!(scenario.lang, lang);
        assert!(demo_text(lang).contains(scenario.agent()));
        let mut shapes = Vec::new();
        shape(scenario.steps(), &mut shapes);
        shapes
    });
    assert_eq!(zh, en);
}
