import type { Problem } from "../form/problem.ts";
import type { Decider, Face, State } from "../form/wire.ts";
import type { PanelText } from "./panel.ts";

const FACES: Record<Face, string> = {
  terminal: "terminal",
  inbox: "terminal inbox",
  web: "web",
  mcp: "MCP client",
  http: "API",
  file: "answer file",
  pipe: "pipe",
  hook: "hook",
  host: "agent",
  desk: "desk",
};

export const panelEn: PanelText = {
  region: (agent) => (agent ? `Question from ${agent}` : "Question"),
  approvalRegion: (agent) => (agent ? `Permission asked by ${agent}` : "Permission asked"),
  round: (round, of) => (of && of > 1 ? `Round ${round} of ${of}` : `Round ${round}`),
  chain: (n) => `${n} in a row`,
  chainTitle: (n, limit) => `The agent has asked ${n} times in a row; after ${limit} it is told to work first.`,
  chainMore: "Let it ask 10 more",
  chainEnd: "No more questions in a row",
  menu: "More",
  copyMarkdown: "Copy question and answers",
  copied: "Copied",
  notCopied: "The browser did not let it be copied.",
  fold: "Fold",
  unfold: "Open",
  tabs: "Questions",
  questionOf: (n, of) => `Question ${n} of ${of}`,
  review: "Review",
  reviewTitle: "Your answers",
  reviewReady: "Everything is answered.",
  answeredMark: "answered",
  optional: "Optional",
  suggested: "Suggested",
  lockedQuestion: "Answered already; the first answer stands.",
  other: "Other",
  otherHint: "Other: in your own words",
  yes: "Yes",
  no: "No",
  textHint: "Your answer",
  secretHint: "Kept out of the log and never shown again",
  reveal: "Show",
  conceal: "Hide",
  hiddenAnswer: "Given, and kept secret",
  note: "Note",
  noteHint: "Anything the agent should know beside your answer",
  addNote: "Add a note",
  filter: (n) => `Filter ${n.toLocaleString("en")} options`,
  noMatch: "Nothing matches. Clear the filter, or use your own words.",
  matches: (n, of) => `${n.toLocaleString("en")} of ${of.toLocaleString("en")}`,
  moreBelow: (n) => `${n.toLocaleString("en")} more below`,
  pickedList: "Picked",
  preview: (label) => `Preview: ${label}`,
  context: "Refers to",
  contextLines: (first, last) => (first === last ? `line ${first}` : `lines ${first}–${last}`),
  contextFailed: "This file cannot be shown here.",
  contextWhole: "Show the whole file",
  counted: (n, max) => `${n.toLocaleString("en")} / ${max.toLocaleString("en")}`,
  answeredCount: (n, of) => `${n} of ${of} answered`,
  cancel: "Cancel",
  cancelTitle: "Cancel this question?",
  cancelHint: "Tell the agent why, or what to talk about first (optional)",
  cancelConfirm: "Cancel the question",
  cancelKeep: "Keep it open",
  back: "Back",
  next: "Next",
  toReview: "Review",
  submit: "Confirm",
  sending: "Sending…",
  sent: "Your answer was taken.",
  hold: "Hold",
  letRun: "Let it run",
  left: "left",
  held: (left) => `Clock stopped with ${left} left`,
  lastMinute: "Less than a minute left.",
  timeUp: "Time is up",
  atZeroStop: "At zero the task is told to stop. Nothing is chosen for you.",
  atZeroDefault: (labels) => `At zero ${labels} stands in, marked as chosen by nobody.`,
  atZeroPart: (labels) => `At zero ${labels} stands in, marked as chosen by nobody; the rest stays open and the task is told so.`,
  approvalAction: "Exactly this",
  approvalDigest: (digest) => `Only this action: ${digest}`,
  approvalScroll: "Read to the end before you allow it.",
  approvalHidden: (n) => `${n} unusual ${n === 1 ? "character is" : "characters are"} written out and marked.`,
  approvalLead: "Permission asked",
  newQuestion: (text) => `New question: ${text}`,
  askerSub: (kind) => (kind ? `sub-agent ${kind}` : "sub-agent"),
  askerUnknown: "agent unknown",
  askerAway: "Asker away",
  unattended: "Its asker is not waiting now. Your answer is kept until it comes back for it.",
  offline: "You are offline. What you entered is kept here; it can be sent when the desk is back.",
  unreachable: "The desk could not be reached: it is not known whether this arrived. Nothing is lost; send it again, it counts once.",
  notTaken: "The desk did not take it",
  missing: (n) => (n === 1 ? "1 question still needs an answer" : `${n} questions still need an answer`),
  goTo: "Go to it",
  closed: (state: State, decider: Decider, interrupted: boolean) => {
    if (interrupted) return "Task interrupted";
    if (state === "timeout") return "Timed out";
    if (state === "cancelled") return decider === "asker" ? "Withdrawn by the agent" : "Cancelled";
    return decider === "person" ? "Answered" : `Answered by a ${decider}`;
  },
  by: (by, via, at) => `${by} · ${FACES[via]} · ${at}`,
  evidence: {
    passkey: "proved with a passkey",
    pin: "proved with a PIN",
    page: "from a signed-in page",
    terminal: "typed at a terminal",
    channel: "from a bound channel",
    client_form: "from a form of the agent's program",
    reported: "reported by the agent's program",
    grant: "by a standing grant",
    script: "by a script, not a person",
    default: "by the deadline",
  },
  delivery: {
    waiting: "not collected by the agent yet",
    handed_over: "given to the agent",
    acknowledged: "received by the agent",
    undeliverable: "could not be given to the agent",
  },
  took: (duration) => `after ${duration}`,
  reason: "Reason",
  notAnswered: "Not answered",
  defaulted: "Default, chosen by nobody",
  lostTitle: (state, by, via, at) =>
    `${state === "cancelled" ? "Cancelled" : "Answered"} by ${by} (${FACES[via]}) at ${at}, before yours was sent.`,
  lateTitle: (at) => `Too late: the time ran out at ${at}.`,
  lostKept: "Your answer was not used. What you entered is kept below.",
  copyKept: "Copy what I entered",
  dismiss: "Dismiss",
  reopen: "Ask again",
  reopened: "It was asked again.",
  problem: (one: Problem) => {
    switch (one.problem) {
      case "too_long":
        return `At most ${one.max.toLocaleString("en")} characters, now ${one.got.toLocaleString("en")}`;
      case "too_many":
        return `At most ${one.max} allowed, now ${one.got}`;
      case "twice":
        return `“${one.what}” stands twice`;
      case "not_offered":
        return `“${one.got}” is not offered`;
      case "wrong_shape":
        return "Not an answer of this kind";
      case "no_other":
        return "Own words are not taken here";
      case "unanswered":
        return "This needs an answer";
      case "nothing_answered":
        return "Nothing is answered yet. To leave without answering, cancel.";
    }
  },
  faces: FACES,
  listOf: (items) => items.map((item) => `“${item}”`).join(", "),
  between: ", ",
};
