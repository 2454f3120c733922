//! Answering.

use std::sync::Arc;

use super::Session;
use crate::answer::{Answer, Answers};
use crate::answer_check;
use crate::approval;
use crate::closing::Closing;
use crate::command::{Answering, GivenAnswer};
use crate::event::Event;
use crate::evidence::Evidence;
use crate::id::QuestionId;
use crate::interaction::Interaction;
use crate::issue::Issue;
use crate::moment::Moment;
use crate::on_the_table::whole_tree;
use crate::problem::Problem;
use crate::refusal::Refusal;
use crate::source::Source;
use crate::state::State;

impl Session {
    pub(super) fn decide_answer(
        &self,
        answering: &Answering,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let id = answering.interaction;
        if let (Some(request), Some(past)) = (&answering.request, self.past(id))
            && (past.closing.request.as_ref() == Some(request) || past.requests.contains(request))
        {
            return Ok(Vec::new());
        }
        let interaction = self.still_open(id)?;
        if let Some(request) = &answering.request
            && interaction.requests.contains(request)
        {
            return Ok(Vec::new());
        }
        let mut answers = read_all(interaction, answering)?;
        let part = (!answering.whole).then(|| answers.clone());
        // What was answered before is none of it.
        answers.extend(interaction.answers.clone());

        let shown = interaction.shown(&answers);
        let on_table = |id: &QuestionId| shown.iter().any(|s| s.question.id == *id);
        let missing: Vec<&QuestionId> = shown
            .iter()
            .map(|s| s.question)
            .filter(|question| question.required && !answers.contains_key(&question.id))
            .map(|question| &question.id)
            .collect();
        match &part {
            None => {
                let unanswered = missing.iter().map(|id| at(id, Problem::Unanswered));
                refuse(unanswered.collect())?;
            }
            Some(given) => {
                let off_table = given.keys().filter(|id| !on_table(id));
                refuse(off_table.map(|id| at(id, Problem::NotAsked)).collect())?;
            }
        }
        answers.retain(|id, _| on_table(id));
        refuse_yes(interaction, &answers, answering.actor.evidence)?;
        if answers.is_empty() || part.as_ref().is_some_and(Answers::is_empty) {
            return Err(Refusal::InvalidAnswer(vec![Issue::new(
                "answers",
                Problem::NothingAnswered,
            )]));
        }
        if let Some(given) = part.filter(|_| !missing.is_empty()) {
            return Ok(vec![Event::Answered {
                interaction: id,
                answers: given,
                actor: answering.actor.clone(),
                request: answering.request.clone(),
            }]);
        }
        // What was answered bit by bit is known as well as its weakest part.
        let mut actor = answering.actor.clone();
        actor.evidence = interaction
            .evidence
            .max(Some(actor.evidence))
            .unwrap_or(actor.evidence);
        Ok(vec![Event::Closed {
            interaction: id,
            closing: Arc::new(Closing {
                state: State::Answered,
                decided_by: actor.evidence.decided_by(),
                actor,
                at: now,
                took_ms: now.since(interaction.asked_at),
                reason: None,
                interrupted: false,
                answers,
                request: answering.request.clone(),
            }),
        }])
    }
}

/// An approval takes a yes only from a person who is known well enough, and without a condition.
fn refuse_yes(
    interaction: &Interaction,
    answers: &Answers,
    evidence: Evidence,
) -> Result<(), Refusal> {
    if interaction.source != Source::Approval {
        return Ok(());
    }
    if !evidence.permits() && approval::permits(&interaction.questions, answers) {
        return Err(Refusal::EvidenceTooWeak { got: evidence });
    }
    let conditions = whole_tree(&interaction.questions).filter(|question| {
        let answer = answers.get(&question.id);
        answer.is_some_and(|answer| approval::has_condition(question, answer))
    });
    refuse(
        conditions
            .map(|question| at(&question.id, Problem::ConditionOnYes))
            .collect(),
    )
}

/// Reads what is given, or says everything that is wrong with it. Saying again what was said
/// before is no harm beside something new.
fn read_all(interaction: &Interaction, answering: &Answering) -> Result<Answers, Refusal> {
    let mut answers = Answers::with_capacity(interaction.questions.len());
    let mut wrong = Vec::new();
    let (mut again, mut same) = (Vec::new(), Vec::new());
    for one in &answering.answers {
        let answer = match read_one(interaction, one) {
            Ok(None) => continue,
            Ok(Some(answer)) => answer,
            Err(problem) => {
                wrong.push(at(&one.question, problem));
                continue;
            }
        };
        match interaction.answers.get(&one.question) {
            Some(before) if before.given == answer.given => {
                same.push(at(&one.question, Problem::AnsweredBefore));
            }
            Some(_) => again.push(at(&one.question, Problem::AnsweredBefore)),
            None => {
                if answers.insert(one.question.clone(), answer).is_some() {
                    wrong.push(at(&one.question, Problem::Twice(one.question.to_string())));
                }
            }
        }
    }
    if wrong
        .iter()
        .any(|issue| issue.problem == Problem::UnknownQuestion)
        && wrong.len() == 1
    {
        return Err(Refusal::QuestionNotFound);
    }
    if !wrong.is_empty() && answering.whole {
        wrong.extend(not_even_named(interaction, answering, &answers));
    }
    refuse(wrong)?;
    if answers.is_empty() && !answering.whole {
        again.extend(same);
    }
    if again.is_empty() {
        Ok(answers)
    } else {
        Err(Refusal::QuestionAnswered(again))
    }
}

/// Required questions of a whole form that it says nothing of, beside what it says wrong.
fn not_even_named(interaction: &Interaction, answering: &Answering, read: &Answers) -> Vec<Issue> {
    let mut answers = interaction.answers.clone();
    answers.extend(read.clone());
    let named = |id: &QuestionId| answering.answers.iter().any(|one| one.question == *id);
    interaction
        .shown(&answers)
        .iter()
        .map(|shown| shown.question)
        .filter(|question| question.required && !answers.contains_key(&question.id))
        .filter(|question| !named(&question.id))
        .map(|question| at(&question.id, Problem::Unanswered))
        .collect()
}

fn read_one(interaction: &Interaction, one: &GivenAnswer) -> Result<Option<Answer>, Problem> {
    let question = interaction
        .question(&one.question)
        .ok_or(Problem::UnknownQuestion)?;
    let note = match &one.note {
        Some(note) => answer_check::words(note)?,
        None => None,
    };
    let Some(given) = answer_check::read(question, &one.value)? else {
        return Ok(None);
    };
    if one.defaulted && interaction.source == Source::Approval {
        return Err(Problem::DefaultOnApproval);
    }
    Ok(Some(Answer {
        given,
        note,
        defaulted: one.defaulted,
    }))
}

fn at(question: &QuestionId, problem: Problem) -> Issue {
    Issue::new(format!("answers.{question}"), problem)
}

fn refuse(issues: Vec<Issue>) -> Result<(), Refusal> {
    if issues.is_empty() {
        Ok(())
    } else {
        Err(Refusal::InvalidAnswer(issues))
    }
}
