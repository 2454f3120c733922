import type { AnswerValue, Question } from "../form/wire.ts";

const NO = /^(no|not|deny|denied|reject|decline|refuse|disallow|block|false|cancel|stop|abort)\b|^(否|不|拒绝|禁止|取消|停止)/i;

/** The option that refuses, where an approval opens: what is called no, else the last. */
export function refusingChoice(question: Question): string | undefined {
  if (question.type === "boolean") return "false";
  const options = question.options ?? [];
  const no = options.find((choice) => NO.test(choice.id.replaceAll("_", " ")) || NO.test(choice.label));
  return (no ?? options.at(-1))?.id;
}

/** Whether an answer surely refuses; everything else counts as leave to act. */
export function refuses(question: Question, value: AnswerValue): boolean {
  if (question.type === "boolean") return value === false;
  const choice = question.options?.find((one) => one.id === value);
  return choice !== undefined && (NO.test(choice.id.replaceAll("_", " ")) || NO.test(choice.label));
}

/** What is to be allowed, to the letter. */
export function exactAction(question: Question): string {
  return question.description ?? question.question_text;
}
