//! Cut off at every single moment, and played again.

use sayso_agents::script::{Ended, Happening, Scenario};
use sayso_core::state::State;
use sayso_desk::DeskError;
use serde_json::json;

use crate::log::Log;
use crate::person::Act;
use crate::playing::ASK;
use crate::stage::{Stage, scenario};

/// A bit of everything, in three rounds.
const STEPS: &str = "
  - thinking: Hm
  - pause: 1
  - label: again
    ask:
      save: pick
      timeout_seconds: 3600
      input: {questions: [{question: 'Round {{round}}?', options: [more, enough]}]}
  - tool_use: {name: Count, input: {picked: '{{pick}}'}}
  - tool_result: {content: '{{round}}'}
  - ask: {as: sub, save: sub, input: {question_text: May I?, type: boolean}}
  - {when: {sub: refused}, info: asked for it}
  - {goto: again, when: {pick: more}}
  - ask:
      save: last
      input: {question_id: last, question_text: Last?, type: text}
  - {when: {last: cancelled}, text: fine}
";

fn acts() -> Vec<Act> {
    vec![
        Act::Answer(json!("more")),
        Act::Answer(json!("more")),
        Act::Answer(json!("enough")),
        Act::Cancel("no more"),
    ]
}

/// What an undisturbed play leaves behind.
fn whole(scenario: &Scenario) -> (usize, Log) {
    let stage = Stage::new();
    let played = stage.play(scenario, &acts());
    assert_eq!(played.ended, Ended::Completed);
    let log = Log::of(&stage);
    log.check_chain();
    (played.seen.len(), log)
}

#[track_caller]
fn check_same(stage: &Stage, expected: &Log) {
    let log = Log::of(stage);
    log.check_chain();
    assert_eq!(log.said(), expected.said());
    assert_eq!(log.keys(), expected.keys());
}

#[test]
fn the_desk_dies_at_every_moment() {
    let scenario = scenario(STEPS);
    let (moments, expected) = whole(&scenario);
    for moment in 0..moments {
        let stage = Stage::new();
        let died = stage.play_until(&scenario, &acts(), |n, _| {
            if n == moment {
                stage.kill();
            }
        });
        if moment + 1 < moments {
            assert_eq!(died.ended, Ended::Desk(DeskError::Stopped), "at {moment}");
        }
        stage.start();
        let played = stage.play(&scenario, &acts());
        assert_eq!(played.ended, Ended::Completed, "after {moment}");
        assert_eq!(played.seen.len(), moments);
        check_same(&stage, &expected);
    }
}

#[test]
fn the_player_stops_at_every_moment() {
    let scenario = scenario(STEPS);
    let (moments, expected) = whole(&scenario);
    let stage = Stage::new();
    for moment in 0..moments {
        let stopped = stage.play_until(&scenario, &acts(), |n, stop| {
            if n == moment {
                stop.stop();
            }
        });
        assert!(
            matches!(stopped.ended, Ended::Stopped | Ended::Completed),
            "{:?}",
            stopped.ended
        );
    }
    assert_eq!(stage.play(&scenario, &acts()).ended, Ended::Completed);
    check_same(&stage, &expected);
}

#[test]
fn what_was_asked_is_the_same_question() {
    let stage = Stage::new();
    let scenario = scenario(&format!(
        "  - text: Hello\n{ASK}  - text: 'so {{{{pick}}}}'"
    ));
    stage.play_until(&scenario, &[Act::Leave], |n, _| {
        if n == 1 {
            stage.kill();
        }
    });
    stage.start();
    let before = stage.handle().reader().pending(9).unwrap();
    let played = stage.play(&scenario, &[Act::Answer(json!(["a", "b"]))]);
    assert_eq!(
        played.seen,
        [
            "text Hello again",
            "asked 1 again",
            "closed answered",
            "text so a, b",
            "complete"
        ]
    );
    let history = stage.handle().reader().history(None, None, 9).unwrap();
    assert_eq!(history.len(), 1);
    assert_eq!(history[0].outcome.interaction, before[0].asked.interaction);
}

/// The answer that was given while nobody waited is there when the player comes back.
#[test]
fn answered_while_it_was_away() {
    let stage = Stage::new();
    let scenario = scenario(&format!("{ASK}  - text: 'so {{{{pick}}}}'"));
    let mut ticket = None;
    stage
        .player()
        .play(&scenario, &mut |happening: Happening<'_>| {
            if let Happening::Asked(asked) = happening {
                ticket = Some(asked.clone());
                stage.kill();
            }
        });
    stage.start();
    let ticket = ticket.unwrap();
    assert_eq!(ticket.state, State::Pending);
    Act::Answer(json!(["c"])).carry_out(&stage, &stage.handle(), &ticket);
    let played = stage.play(&scenario, &[]);
    assert_eq!(
        played.seen,
        ["asked 1 again", "closed answered", "text so c", "complete"]
    );
}

#[test]
fn a_finished_play_does_nothing_again() {
    let scenario = scenario(STEPS);
    let stage = Stage::new();
    stage.play(&scenario, &acts());
    let facts = Log::of(&stage).0.len();
    let again = stage.play(&scenario, &[]);
    assert_eq!(again.ended, Ended::Completed);
    assert_eq!(Log::of(&stage).0.len(), facts);
}

/// Names come from session, task, scenario and step, so that nothing takes another's.
#[test]
fn other_sessions_tasks_and_scenarios_are_others() {
    let stage = Stage::new();
    let one = scenario("  - text: Hello\n  - text: Hello");
    let other = Scenario::read(b"name: other\nsteps: [{text: Hello}, {text: Hello}]").unwrap();
    let nobody = &mut |_: Happening<'_>| {};
    for player in [
        stage.player(),
        stage.player().task("2"),
        stage.player().task("3"),
    ] {
        player.play(&one, nobody);
        player.play(&other, nobody);
    }
    let log = Log::of(&stage);
    assert_eq!(log.said().len(), 3 * 2 * 3);
    log.check_chain();
}
