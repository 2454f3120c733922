import type { AnswerValue, Draft, Entry, Question } from "../form/wire.ts";

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

/** What is to be allowed, to the letter. */
export function exactAction(question: Question): string {
  return question.description ?? question.question_text;
}

/**
 * What of a draft of an approval is gone on with: words alone. Leave is given by who reads it now, and a
 * draft may be another's, or of another day.
 */
export function wordsOf(draft: Draft): Draft {
  const words = ({ picked: _picked, other_on: _on, yes: _yes, ...entry }: Entry): Entry => entry;
  return Object.fromEntries(Object.entries(draft).map(([id, entry]) => [id, words(entry)]));
}
