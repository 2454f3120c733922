import type { QuestionId } from "./wire.ts";

/** What can be wrong with an answer, as data; worded in `text/`. */
export type Problem =
  | { problem: "too_long"; max: number; got: number }
  | { problem: "too_many"; max: number; got: number }
  | { problem: "twice"; what: string }
  | { problem: "not_offered"; got: string }
  | { problem: "wrong_shape" }
  | { problem: "no_other" }
  | { problem: "unanswered" }
  | { problem: "nothing_answered" };

/** One thing that stands in the way of sending, and at which question; at none for the whole form. */
export interface Issue {
  question: QuestionId | null;
  problem: Problem;
}
