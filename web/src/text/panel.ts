import type { Problem } from "../form/problem.ts";
import type { Decider, Delivery, Evidence, Face, State } from "../form/wire.ts";
import { panelEn } from "./panel-en.ts";
import { panelZh } from "./panel-zh.ts";
import type { Lang } from "./lang.ts";

/** Every word of the card. */
export interface PanelText {
  region(agent: string | undefined): string;
  approvalRegion(agent: string | undefined): string;
  round(round: number, of: number | undefined): string;
  chain(n: number, limit: number): string;
  chainTitle(n: number, limit: number): string;
  chainMore: string;
  chainEnd: string;
  menu: string;
  copyMarkdown: string;
  copied: string;
  notCopied: string;
  fold: string;
  unfold: string;
  tabs: string;
  questionOf(n: number, of: number): string;
  review: string;
  reviewTitle: string;
  reviewReady: string;
  answeredMark: string;
  optional: string;
  suggested: string;
  lockedQuestion: string;
  other: string;
  otherHint: string;
  yes: string;
  no: string;
  textHint: string;
  secretHint: string;
  reveal: string;
  conceal: string;
  hiddenAnswer: string;
  note: string;
  noteHint: string;
  addNote: string;
  filter(n: number): string;
  noMatch: string;
  matches(n: number, of: number): string;
  moreBelow(n: number): string;
  pickedList: string;
  preview(label: string): string;
  context: string;
  contextLines(first: number, last: number): string;
  contextFailed: string;
  contextWhole: string;
  counted(n: number, max: number): string;
  answeredCount(n: number, of: number): string;
  cancel: string;
  cancelTitle: string;
  cancelHint: string;
  cancelConfirm: string;
  cancelKeep: string;
  back: string;
  next: string;
  toReview: string;
  submit: string;
  sending: string;
  sent: string;
  hold: string;
  letRun: string;
  left: string;
  held(left: string): string;
  lastMinute: string;
  timeUp: string;
  atZeroStop: string;
  atZeroDefault(labels: string): string;
  atZeroPart(labels: string): string;
  approvalAction: string;
  approvalDigest(digest: string): string;
  approvalScroll: string;
  approvalHidden(n: number): string;
  approvalLead: string;
  newQuestion(text: string): string;
  offline: string;
  /** Short: it comes up while somebody reads, and must move nothing. */
  askerSub(kind: string | undefined): string;
  askerUnknown: string;
  askerAway: string;
  unattended: string;
  unreachable: string;
  notTaken: string;
  missing(n: number): string;
  goTo: string;
  closed(state: State, decider: Decider, interrupted: boolean): string;
  by(by: string, via: Face, at: string): string;
  /** How an answer is known. */
  evidence: Record<Evidence, string>;
  /** Whether the agent has the outcome. */
  delivery: Record<Delivery, string>;
  took(duration: string): string;
  reason: string;
  notAnswered: string;
  defaulted: string;
  lostTitle(state: State, by: string, via: Face, at: string): string;
  lateTitle(at: string): string;
  lostKept: string;
  copyKept: string;
  dismiss: string;
  reopen: string;
  reopened: string;
  problem(problem: Problem): string;
  faces: Record<Face, string>;
  listOf(items: string[]): string;
  between: string;
}

/** The words of the card in a language. */
export function panelText(lang: Lang): PanelText {
  return lang === "zh" ? panelZh : panelEn;
}
