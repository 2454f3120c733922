import type { AnswerValue, ChoiceId, Draft, Entry, Question, QuestionId } from "../form/wire.ts";

const NO = /^(no|not|deny|denied|reject|decline|refuse|disallow|block|false|cancel|stop|abort)\b|^(否|不|拒绝|禁止|取消|停止)/i;

/** The option that refuses, where an approval opens: what reads as no, whatever its id is, else the last. */
export function refusingChoice(question: Question): string | undefined {
  if (question.type === "boolean") return "false";
  const options = question.options ?? [];
  const no = options.find((choice) => NO.test(choice.label));
  return (no ?? options.at(-1))?.id;
}

/** Whether an answer surely refuses; everything else counts as leave to act. */
export function refuses(question: Question, value: AnswerValue): boolean {
  if (question.type === "boolean") return value === false;
  const choice = question.options?.find((one) => one.id === value);
  return choice !== undefined && NO.test(choice.label);
}

/** A line of what is to be approved: Sayso's own, or somebody else's, which stands behind a gutter. */
export interface Line {
  own: boolean;
  text: string;
}

const GUTTER = "│ ";

/** The question itself. Where Sayso did not write it, it is somebody else's. */
export function textLines(question: Question): Line[] {
  const own = question.action_digest !== undefined;
  return question.question_text.split("\n").map((text) => ({ own, text }));
}

/** What Sayso says about the action, names of fields and all; values stand behind a gutter. */
export function aboutLines(question: Question): Line[] {
  const { description, action_digest } = question;
  if (description === undefined) return [];
  if (action_digest === undefined) return foreignLines(description);
  return description.split("\n").map((line) => {
    const own = !line.startsWith(GUTTER);
    return { own, text: own ? line : line.slice(GUTTER.length) };
  });
}

/** A text that somebody else wrote. */
export function foreignLines(text: string): Line[] {
  return text.split("\n").map((line) => ({ own: false, text: line }));
}

/** What was read to its end: a question's action, or what one of its options carries. */
export function part(question: QuestionId, choice?: ChoiceId): string {
  return choice === undefined ? question : JSON.stringify([question, choice]);
}

/**
 * What of a draft of an approval is gone on with: words alone. Leave is given by who reads it now, and a
 * draft may be another's, or of another day.
 */
export function wordsOf(draft: Draft): Draft {
  const words = ({ picked: _picked, other_on: _on, yes: _yes, ...entry }: Entry): Entry => entry;
  return Object.fromEntries(Object.entries(draft).map(([id, entry]) => [id, words(entry)]));
}

/** Whether a question of an approval only asks for words under one of its options; it permits nothing itself. */
export function asksForWords(question: Question, depth: number): boolean {
  return depth > 0 && question.type === "text";
}
