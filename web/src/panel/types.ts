// What the card is given and what it says: all that a page has to know to embed it.
import type { AnswerValue, Asker, ContextFile, Deadline, Draft, IssueWire, OutcomeWire, Question, QuestionId, Source, State } from "../form/wire.ts";

/** An interaction as `GET /api/interactions/{id}` tells it. */
export interface Interaction {
  interaction_id: string;
  session_id: string;
  /** The n-th of its session, from 1. */
  round: number;
  state: State;
  questions: readonly Question[];
  asked_at?: string;
  deadline?: Omit<Deadline, "held_with"> & { held_with?: number };
  source: Source;
  /** The agent goes on meanwhile instead of waiting. */
  goes_on?: boolean;
  /** Nobody waits for it now: the answer is kept until its asker comes back. */
  unattended?: boolean;
  agent?: Asker;
  project?: string;
  tool_use_id?: string;
  dialect?: "claude" | "id";
  /** The n-th question in a row. */
  chain?: number;
  /** Questions that were answered already, while it is answered bit by bit. */
  answered?: readonly QuestionId[];
  /** How it closed. */
  outcome?: OutcomeWire;
}

/** What the desk said instead of taking an answer; `unreachable` when it said nothing. */
export interface PanelRefusal {
  code: string;
  message: string;
  details?: readonly IssueWire[];
}

/** One answer, as `POST /api/interactions/{id}/answer` takes it in its list. */
export interface GivenAnswer {
  question_id: QuestionId;
  answer: AnswerValue;
  note?: string;
}

/** Reads a file that a question refers to; rejects when it cannot. */
export type ContextReader = (file: ContextFile) => Promise<string>;

/** Which interaction an event is about. */
interface About {
  interaction_id: string;
  session_id: string;
}

/** The events of the card. All bubble and cross shadow roots; none is sent without the person's doing. */
export interface PanelEventDetails {
  /** The person confirmed. Answer it with a new `interaction`, or with a `refusal`. */
  "question-answer": About & {
    answers: GivenAnswer[];
    /** The same for the same answers, so that sending again is harmless. */
    idempotency_key: string;
  };
  /** The person called it off; the reason reaches the agent. */
  "question-cancel": About & { reason?: string; idempotency_key: string };
  /** The person stops the clock, or lets it go on. */
  "question-hold": About & { hold: boolean };
  /** The person entered something; sent a moment after the last key. */
  "question-draft": About & { draft: Draft };
  /** The card was folded to a line, or opened. */
  "question-fold": About & { folded: boolean };
  /** The person wants a timed-out question again. */
  "question-reopen": About;
  /** The person lets the agent ask `more` in a row, or (null) no more. */
  "question-chain": About & { more: number | null };
}

declare global {
  interface HTMLElementEventMap {
    "question-answer": CustomEvent<PanelEventDetails["question-answer"]>;
    "question-cancel": CustomEvent<PanelEventDetails["question-cancel"]>;
    "question-hold": CustomEvent<PanelEventDetails["question-hold"]>;
    "question-draft": CustomEvent<PanelEventDetails["question-draft"]>;
    "question-fold": CustomEvent<PanelEventDetails["question-fold"]>;
    "question-reopen": CustomEvent<PanelEventDetails["question-reopen"]>;
    "question-chain": CustomEvent<PanelEventDetails["question-chain"]>;
  }
}
