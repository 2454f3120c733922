// What the live stream and the pages of messages say: the push form of the log's facts.
import type { Deadline, Decider, Delivery, Evidence, Face, Question, Source, State } from "../form/wire.ts";

/** What every fact carries. */
interface Fact {
  session_id: string;
  /** Its number in the session, from 1, without gaps. */
  seq: number;
  timestamp: string;
}

export interface OpenedFact extends Fact {
  type: "session_opened";
  agent?: string | null;
  project?: string | null;
  branch?: { session: string; round: number } | null;
}

export interface AskedFact extends Fact {
  type: "ask_user_question";
  questions: readonly Question[];
  interaction_id: string;
  round: number;
  chain?: number;
  total_rounds?: number | null;
  source: Source;
  agent?: { kind: "main" | "sub"; name?: string };
  deadline?: Deadline | null;
  reopens?: string | null;
}

export interface ClosedFact extends Fact {
  type: Exclude<State, "pending">;
  interaction_id: string;
  answers: Record<string, unknown>;
  decided_by: Decider;
  evidence: Evidence;
  by: string;
  via: Face;
  at: string;
  took_ms: number;
  reason?: string | null;
  interrupted?: boolean;
}

export interface ClockFact extends Fact {
  type: "held" | "released";
  interaction_id: string;
  left_ms?: number;
  deadline?: string;
  by: string;
}

export interface PartFact extends Fact {
  type: "partly_answered";
  interaction_id: string;
  questions: string[];
  by: string;
}

export interface DeliveredFact extends Fact {
  type: "delivered";
  interaction_id: string;
  delivery: Delivery;
}

export interface ChainFact extends Fact {
  type: "chain_allowed" | "chain_ended";
  more?: number;
  by: string;
}

export interface SaidFact extends Fact {
  type: "text" | "thinking" | "tool_use" | "tool_result" | "error" | "complete" | "info";
  uuid: string;
  content: unknown;
}

export interface UnknownFact extends Fact {
  type: "unknown";
}

export type AnyFact =
  | OpenedFact
  | AskedFact
  | ClosedFact
  | DeliveredFact
  | ClockFact
  | PartFact
  | ChainFact
  | SaidFact
  | UnknownFact;

/** Whether this fact closes an interaction. */
export function closes(fact: AnyFact): fact is ClosedFact {
  return fact.type === "answered" || fact.type === "cancelled" || fact.type === "timeout";
}
