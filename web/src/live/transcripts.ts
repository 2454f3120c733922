// What agents left behind, as the desk tells it.

/** What a list shows of a transcript. */
export interface TranscriptSummary {
  session_id: string | null;
  project: string | null;
  branch: string | null;
  /** What it is about. */
  title: string | null;
  started_at: string | null;
  updated_at: string | null;
  rounds: number;
  lines: number;
  broken: number;
  questions: number;
  unanswered: number;
}

export interface ListedTranscript {
  id: string;
  folder: string;
  bytes: number;
  modified_at: string;
  summary: TranscriptSummary;
}

/** How a question of a transcript ended. */
export type CardState = "answered" | "unanswered" | "declined" | "timeout" | "failed" | "unclear";

export interface CardQuestion {
  header?: string;
  question: string;
  options: { label: string; description?: string; picked: boolean }[];
  other?: string;
  note?: string;
  answered: boolean;
  defaulted?: boolean;
}

/** One thing that a transcript shows: a line, or a block of it. */
export interface TranscriptItem {
  line: number;
  block: number;
  uuid?: string;
  at?: string;
  /** What a person typed begins one; 0 before the first. */
  round: number;
  standing: "current" | "left" | "sidechain" | "repeated" | "orphan" | "cyclic" | "loose";
  from: "person" | "agent" | "host";
  kind: "text" | "thinking" | "tool_use" | "tool_result" | "ask_user_question" | "error" | "complete" | "info" | "unknown" | "broken" | "too_long";
  text?: string;
  /** Bytes that follow the text and were left out. */
  left_out?: number;
  tool_use_id?: string | null;
  name?: string;
  input?: unknown;
  is_error?: boolean;
  /** The sub-agent that worked for a result. */
  agent?: string;
  what?: string;
  why?: string;
  bytes?: number;
  state?: CardState;
  questions?: CardQuestion[];
  reply?: string;
  told?: string;
}

export interface TranscriptPage {
  summary: TranscriptSummary;
  items: TranscriptItem[];
  next: number | null;
  previous: number | null;
}

/** Before this stands the end of every transcript. */
export const END = 4_294_967_295;
