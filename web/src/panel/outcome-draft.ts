import { wholeTree } from "../form/question-tree.ts";
import type { AnswerValue, AnswerWire, Draft, Entry, OutcomeWire, Question, QuestionId } from "../form/wire.ts";

/** What was answered, as the draft that would have given it: history is drawn by the same form. */
export function outcomeDraft(questions: readonly Question[], outcome: OutcomeWire): Draft {
  const asked = new Map(wholeTree(questions).map((question) => [question.question_id, question]));
  const draft: Record<QuestionId, Entry> = {};
  for (const answer of everyAnswer(outcome.answers)) {
    const question = asked.get(answer.question_id);
    if (!question) continue;
    const entry = entryOf(question, answer.answer);
    draft[answer.question_id] = answer.note === undefined ? entry : { ...entry, note: answer.note };
  }
  return draft;
}

/** The answers with those of their follow-ups, each before its own. */
export function everyAnswer(answers: readonly AnswerWire[]): AnswerWire[] {
  return answers.flatMap((answer) => [answer, ...everyAnswer(answer.follow_ups ?? [])]);
}

function entryOf(question: Question, value: AnswerValue): Entry {
  if (value === null) return {};
  if (typeof value === "boolean") return { yes: value };
  if (typeof value === "string") return question.type === "text" ? { text: value } : { picked: [value] };
  const picks = Array.isArray(value) ? value : [value];
  const picked = picks.filter((pick) => typeof pick === "string");
  const other = picks.find((pick) => typeof pick === "object");
  return { picked, ...(other && { other: other.other, other_on: true }) };
}
