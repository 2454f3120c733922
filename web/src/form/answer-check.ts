// The check of an answer against its question, the same as `answer_check.rs`, so that a person
// hears of it before sending. The desk checks again and has the last word.
import type { Offered } from "./entry.ts";
import { MANY_ANSWER_CHARS, ONE_ANSWER_CHARS, WORDS_CHARS } from "./limits.ts";
import type { Problem } from "./problem.ts";
import { count } from "./safe-text.ts";
import { takesOther } from "./question-tree.ts";
import type { AnswerValue, Question } from "./wire.ts";

/** What is wrong with an answer in the shape of spec §3; none when it fits, or is no answer. */
export function wrong(question: Question, offered: Offered, value: AnswerValue): Problem | undefined {
  if (value === null) return undefined;
  switch (question.type) {
    case "multiple_choice":
      return wrongPick(question, offered, value);
    case "checkbox":
      return wrongMany(question, offered, value);
    case "text":
      return typeof value === "string" ? wrongWords(value) : { problem: "wrong_shape" };
    case "boolean":
      return typeof value === "boolean" ? undefined : { problem: "wrong_shape" };
  }
}

/** What is wrong with own words, a note or a reason. */
export function wrongWords(text: string): Problem | undefined {
  // No text has more characters than code units: most are short, and counting is slow.
  if (text.length <= WORDS_CHARS) return undefined;
  return tooLong(WORDS_CHARS, count(text));
}

function tooLong(max: number, got: number): Problem | undefined {
  return got > max ? { problem: "too_long", max, got } : undefined;
}

function wrongPick(question: Question, offered: Offered, value: unknown): Problem | undefined {
  if (typeof value === "string") {
    const long = tooLong(ONE_ANSWER_CHARS, count(value));
    if (long) return long;
    return offered.has(value) ? undefined : { problem: "not_offered", got: [...value].slice(0, 80).join("") };
  }
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 1) return { problem: "wrong_shape" };
  const words = (value as { other?: unknown }).other;
  if (typeof words !== "string") return { problem: "wrong_shape" };
  return takesOther(question) ? wrongWords(words) : { problem: "no_other" };
}

function wrongMany(question: Question, offered: Offered, value: unknown): Problem | undefined {
  if (!Array.isArray(value)) return { problem: "wrong_shape" };
  const max = (question.options ?? []).length + 1;
  if (value.length > max) return { problem: "too_many", max, got: value.length };
  const seen = new Set<string>();
  let chars = 0;
  for (const item of value) {
    const problem = wrongPick(question, offered, item);
    if (problem) return problem;
    // Own words stand under a name that no option's id can have here.
    const name = typeof item === "string" ? `=${item}` : "other";
    if (seen.has(name)) return { problem: "twice", what: typeof item === "string" ? item : "other" };
    seen.add(name);
    if (typeof item === "string") chars += count(item);
  }
  return tooLong(MANY_ANSWER_CHARS, chars);
}
