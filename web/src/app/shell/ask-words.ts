import type { AnswerValue, AnswerWire, OutcomeWire, Question } from "../../form/wire.ts";
import { whichAgent } from "../../panel/asker.ts";
import type { Interaction } from "../../panel/types.ts";
import type { Words } from "../words/words.ts";

/** Who asks, as a list names it. */
export function agentOf(one: Pick<Interaction, "agent">, words: Words): string {
  const name = one.agent?.name || words.someAgent;
  const which = whichAgent(one.agent, words);
  return which ? `${name} · ${which}` : name;
}

/** The last part of a project's path. */
export function projectName(project: string | null | undefined): string | undefined {
  return project?.split(/[\\/]/).filter(Boolean).at(-1) ?? undefined;
}

/** What is asked, in one line and without its marks. */
export function titleOf(one: Pick<Interaction, "questions">): string {
  const text = one.questions[0]?.question_text ?? "";
  // A list shows a line or two: reading a megabyte for it would only make it slow.
  const marks = /(\*\*|__|`+|^#+ )/gm;
  return text.slice(0, 400).replace(marks, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\s+/g, " ").trim();
}

/** An answer in the words of its options. */
export function spoken(question: Question | undefined, value: AnswerValue | undefined, words: Words): string {
  if (value === null || value === undefined) return words.noAnswer;
  if (question?.secret) return words.secret;
  if (value === true) return words.yes;
  if (value === false) return words.no;
  if (Array.isArray(value)) return value.map((one) => spoken(question, one, words)).join(", ") || words.noAnswer;
  if (typeof value === "object") return "other" in value ? value.other : words.noAnswer;
  return question?.options?.find((option) => option.id === value)?.label ?? value;
}

/** One answer of a closed interaction, with its follow-ups under it. */
export interface Spoken {
  question: string;
  answer: string;
  note?: string;
  depth: number;
}

export function spokenAnswers(one: Interaction, words: Words): Spoken[] {
  const known = new Map<string, Question>();
  const learn = (questions: readonly Question[]) => {
    for (const question of questions) {
      known.set(question.question_id, question);
      for (const under of Object.values(question.follow_up_questions ?? {})) learn(under);
    }
  };
  learn(one.questions);
  const tell = (answers: readonly AnswerWire[], depth: number): Spoken[] =>
    answers.flatMap((answer) => [
      {
        question: answer.header ?? answer.question,
        answer: spoken(known.get(answer.question_id), answer.answer, words),
        note: answer.note,
        depth,
      },
      ...tell(answer.follow_ups ?? [], depth + 1),
    ]);
  return tell(one.outcome?.answers ?? [], 0);
}

/** How it came to be closed, when nobody answered. */
export function whyClosed(outcome: OutcomeWire, words: Words): string | undefined {
  if (outcome.interrupted) return words.interrupted;
  if (outcome.state === "timeout") return outcome.answers.length > 0 ? words.byDefaults : words.byTimeout;
  if (outcome.state === "cancelled" && outcome.decided_by === "asker") return words.withdrawn;
  return undefined;
}
