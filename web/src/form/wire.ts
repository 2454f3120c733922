// The words of the wire, generated from the Rust types; and what the generated file cannot say.
export type {
  AnswerWire,
  Asker,
  Choice,
  ChoiceId,
  ContextFile,
  Deadline,
  Decider,
  Delivery,
  Edit,
  Evidence,
  Face,
  IssueWire,
  Kind,
  OnTimeout,
  OutcomeWire,
  QuestionId,
  Source,
  State,
} from "../../../schema/wire.d.ts";
import type { AnswerWire, Choice as FullChoice, Entry as FullEntry, Question as FullQuestion } from "../../../schema/wire.d.ts";

/** What a question looks like in JSON: what has a default may be left out. */
export type Question = Omit<FullQuestion, "allow_other" | "required" | "options" | "follow_up_questions"> & {
  allow_other?: boolean;
  required?: boolean;
  options?: readonly WireChoice[];
  follow_up_questions?: { readonly [trigger: string]: readonly Question[] };
};

/** An option in JSON. */
export type WireChoice = Omit<FullChoice, "default"> & { default?: boolean };

/** An answer in the shape of its kind (spec §3); `null` is none. */
export type AnswerValue = AnswerWire["answer"];

/** What a person has entered for one question; what is empty is left out. */
export type Entry = Partial<FullEntry>;

/** What a person has entered so far, by question; kept at the desk. */
export type Draft = { readonly [question: string]: Entry };
