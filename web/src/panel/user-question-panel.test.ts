// Keys and clicks in, events out: the card as a page sees it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Draft, OutcomeWire, Question } from "../form/wire.ts";
import { UserQuestionPanel } from "./index.ts";
import type { Interaction, PanelEventDetails } from "./types.ts";

const choice = (id: string, more: object = {}) => ({ id, label: `Option ${id}`, ...more });
const pick = (id: string, more: Partial<Question> = {}): Question => ({
  question_id: id,
  question_text: `${id}?`,
  type: "multiple_choice",
  options: [choice("x"), choice("y"), choice("z")],
  ...more,
});
const text = (id: string, more: Partial<Question> = {}): Question => ({ question_id: id, question_text: `${id}?`, type: "text", ...more });
const yesNo = (id: string, more: Partial<Question> = {}): Question => ({ question_id: id, question_text: `${id}?`, type: "boolean", ...more });
const ask = (questions: Question[], more: Partial<Interaction> = {}): Interaction => ({
  interaction_id: "i1",
  session_id: "s1",
  round: 1,
  state: "pending",
  source: "tool",
  questions,
  ...more,
});
const outcome = (more: Partial<OutcomeWire> = {}): OutcomeWire => ({
  interaction_id: "i1", session_id: "s1", round: 1, tool_use_id: null, state: "answered", answers: [], unanswered: [],
  decided_by: "person", by: "lin", via: "terminal", at: "2026-11-16T00:00:00Z", took_ms: 1_000, ...more,
});

type Said = { [Name in keyof PanelEventDetails]: [Name, PanelEventDetails[Name]] }[keyof PanelEventDetails];

/** A card on a page, and what it said. */
class Stage {
  readonly card = new UserQuestionPanel();
  readonly said: Said[] = [];

  static async of(interaction: Interaction, more: Partial<UserQuestionPanel> = {}): Promise<Stage> {
    const stage = new Stage();
    for (const name of ["answer", "cancel", "hold", "draft", "fold", "reopen", "chain"]) {
      stage.card.addEventListener(`question-${name}`, (event) => stage.said.push([event.type, (event as CustomEvent).detail] as Said));
    }
    Object.assign(stage.card, { lang: "en", interaction, ...more });
    document.body.append(stage.card);
    await stage.after(500);
    return stage;
  }

  async after(millis = 0): Promise<void> {
    await this.card.updateComplete;
    await vi.advanceTimersByTimeAsync(millis);
    await this.card.updateComplete;
  }

  find<Element extends HTMLElement = HTMLElement>(selector: string): Element {
    const found = this.card.renderRoot.querySelector<Element>(selector);
    if (!found) throw new Error(`no ${selector} in ${this.card.shadowRoot?.innerHTML}`);
    return found;
  }

  has(selector: string): boolean {
    return this.card.renderRoot.querySelector(selector) !== null;
  }

  async click(selector: string, detail = 1): Promise<void> {
    this.find(selector).dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, cancelable: true, detail }));
    await this.after();
  }

  async key(key: string, more: KeyboardEventInit = {}, on?: HTMLElement): Promise<boolean> {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true, ...more });
    const target = on ?? (this.card.shadowRoot?.activeElement as HTMLElement | null) ?? this.find(".card, .folded");
    target.dispatchEvent(event);
    await this.after();
    return event.defaultPrevented;
  }

  async keys(...keys: string[]): Promise<void> {
    for (const key of keys) await this.key(key.replace("Ctrl+", ""), { ctrlKey: key.startsWith("Ctrl+") });
  }

  async type(selector: string, words: string): Promise<void> {
    const field = this.find<HTMLTextAreaElement>(selector);
    field.focus();
    field.value = words;
    field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    await this.after();
  }

  /** The last answers that were sent, by question. */
  get answers(): Record<string, unknown> | undefined {
    const sent = this.said.filter(([name]) => name === "question-answer").at(-1)?.[1] as PanelEventDetails["question-answer"] | undefined;
    return sent && Object.fromEntries(sent.answers.map((one) => [one.question_id, one.answer]));
  }

  get live(): string {
    return this.card.renderRoot.querySelector("[aria-live]")?.textContent ?? "";
  }

  count(name: keyof PanelEventDetails): number {
    return this.said.filter(([one]) => one === name).length;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe("keys alone answer", () => {
  const options = Array.from({ length: 60 }, (_, i) => choice(`o${i}`));
  const rows: [string, Question[], string[], Record<string, unknown> | undefined][] = [
    ["one choice by digit", [pick("a")], ["2", "Ctrl+Enter"], { a: "y" }],
    ["by arrows and space", [pick("a")], ["ArrowDown", "ArrowDown", " ", "Ctrl+Enter"], { a: "y" }],
    ["Enter picks and does not send", [pick("a")], ["ArrowDown", "Enter"], undefined],
    ["highlighted is not chosen", [pick("a")], ["ArrowDown", "ArrowDown", "Ctrl+Enter"], undefined],
    ["many choices", [pick("a", { type: "checkbox" })], ["3", "1", "2", "2", "Ctrl+Enter"], { a: ["x", "z"] }],
    ["yes", [yesNo("b")], ["1", "Ctrl+Enter"], { b: true }],
    ["no", [yesNo("b")], ["2", "Ctrl+Enter"], { b: false }],
    ["a pick is taken back", [pick("a")], ["1", "Backspace", "Ctrl+Enter"], undefined],
    ["of an optional one by the same digit", [pick("a", { required: false })], ["1", "1", "Ctrl+Enter"], undefined],
    ["a digit beyond the options", [pick("a")], ["9", "Ctrl+Enter"], undefined],
    ["follow-ups", [pick("a", { follow_up_questions: { x: [yesNo("b")] } })], ["1", "ArrowDown", " ", "Ctrl+Enter"], { a: "x", b: true }],
    ["several questions", [pick("a"), yesNo("b")], ["1", "ArrowRight", "2", "Ctrl+Enter"], { a: "x", b: false }],
    ["far down a long list", [pick("a", { options })], ["ArrowDown", ..."ArrowDown ".repeat(59).trim().split(" "), " ", "Ctrl+Enter"], { a: "o59" }],
    ["an approval takes no digit", [yesNo("b")], ["1", "Ctrl+Enter"], undefined],
  ];
  it.each(rows)("%s", async (name, questions, keys, answers) => {
    const stage = await Stage.of(ask(questions, { source: name.includes("approval") ? "approval" : "tool" }));
    await stage.keys(...keys);
    expect(stage.answers).toEqual(answers);
  });
});

describe("the pointer answers", () => {
  const rows: [string, Question[], string[], Record<string, unknown> | undefined][] = [
    ["one choice", [pick("a")], ['[data-choice="y"]', "[data-submit]"], { a: "y" }],
    ["another instead", [pick("a")], ['[data-choice="y"]', '[data-choice="z"]', "[data-submit]"], { a: "z" }],
    ["again is still picked", [pick("a")], ['[data-choice="y"]', '[data-choice="y"]', "[data-submit]"], { a: "y" }],
    ["many", [pick("a", { type: "checkbox" })], ['[data-choice="y"]', '[data-choice="x"]', "[data-submit]"], { a: ["x", "y"] }],
    ["a default as it stands", [pick("a", { options: [choice("x", { default: true }), choice("y")] })], ["[data-submit]"], { a: "x" }],
    ["nothing", [pick("a")], ["[data-submit]"], undefined],
    ["through tabs and review", [pick("a"), yesNo("b")], ['[data-choice="x"]', "[data-next]", '[data-choice="false"]', "[data-next]", "[data-submit]"], { a: "x", b: false }],
    ["optional ones may stay open", [pick("a"), yesNo("b", { required: false })], ['[data-choice="x"]', "[data-next]", "[data-next]", "[data-submit]"], { a: "x" }],
  ];
  it.each(rows)("%s", async (_, questions, clicks, answers) => {
    const stage = await Stage.of(ask(questions));
    for (const selector of clicks) await stage.click(selector);
    expect(stage.answers).toEqual(answers);
  });

  it("a double click of an optional choice picks it", async () => {
    const stage = await Stage.of(ask([pick("a", { required: false })]));
    await stage.click('[data-choice="x"]', 1);
    await stage.click('[data-choice="x"]', 2);
    await stage.click("[data-submit]");
    expect(stage.answers).toEqual({ a: "x" });
  });
});

describe("own words, text and notes", () => {
  it("writing own words picks them, and the pick goes", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    await stage.click('[data-choice="x"]');
    await stage.type("[data-own]", "mine");
    await stage.key("Enter", { ctrlKey: true });
    expect(stage.answers).toEqual({ a: { other: "mine" } });
  });

  it("0 leads to own words, and digits there are text", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    await stage.key("0");
    expect(stage.card.shadowRoot?.activeElement).toBe(stage.find("[data-own]"));
    expect(await stage.key("1")).toBe(false);
    expect(stage.has('[data-choice="x"][aria-checked="true"]')).toBe(false);
  });

  it("a note goes beside the answer", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "8080");
    await stage.click("[data-add-note]");
    await stage.type("[data-note]", "for now");
    await stage.click("[data-submit]");
    const detail = stage.said.find(([name]) => name === "question-answer")?.[1] as PanelEventDetails["question-answer"];
    expect(detail.answers).toEqual([{ question_id: "t", answer: "8080", note: "for now" }]);
  });

  it.each([
    [{ isComposing: true }],
    [{ keyCode: 229 } as KeyboardEventInit],
  ])("the Enter that ends a composition sends nothing: %j", async (composing) => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "你好");
    await stage.key("Enter", { ...composing, ctrlKey: true });
    await stage.key("Escape", composing);
    expect([stage.answers, stage.card.folded]).toEqual([undefined, false]);
  });

  it("a secret is masked and stays out of the draft", async () => {
    const stage = await Stage.of(ask([text("t", { secret: true })]));
    expect(stage.find<HTMLInputElement>("[data-own]").type).toBe("password");
    await stage.type("[data-own]", "hush");
    await stage.after(1_000);
    expect(stage.said).toEqual([["question-draft", { interaction_id: "i1", session_id: "s1", draft: {} }]]);
    await stage.click("[data-submit]");
    expect(stage.answers).toEqual({ t: "hush" });
  });
});

describe("nothing is answered by accident", () => {
  it("a card that has just appeared hears nothing", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    stage.card.interaction = ask([pick("a")], { interaction_id: "i2" });
    await stage.after();
    expect(stage.card.armed).toBe(false);
    await stage.keys("1", "Ctrl+Enter");
    await stage.click('[data-choice="y"]');
    await stage.click("[data-submit]");
    expect([stage.answers, stage.has('[aria-checked="true"]')]).toEqual([undefined, false]);
    await stage.after(500);
    await stage.keys("1", "Ctrl+Enter");
    expect(stage.answers).toEqual({ a: "x" });
  });

  it("Esc goes one layer back, folds, and never answers", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    await stage.key("1");
    await stage.click("[data-cancel]");
    await stage.key("Escape");
    expect([stage.has("[data-reason]"), stage.card.folded]).toEqual([false, false]);
    await stage.key("Escape");
    expect(stage.card.folded).toBe(true);
    await stage.click("[data-unfold]");
    expect(stage.has('[data-choice="x"][aria-checked="true"]')).toBe(true);
    expect([stage.count("question-answer"), stage.count("question-cancel"), stage.count("question-fold")]).toEqual([0, 0, 2]);
  });

  it("what is sent cannot be sent twice or changed", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    await stage.keys("1", "Ctrl+Enter", "Ctrl+Enter", "2", "Ctrl+Enter");
    await stage.click("[data-submit]");
    expect([stage.count("question-answer"), stage.answers]).toEqual([1, { a: "x" }]);
  });

  it.each([{ offline: true }, { readonly: true }])("%j sends nothing", async (more) => {
    const stage = await Stage.of(ask([pick("a")]), more);
    await stage.keys("1", "Ctrl+Enter");
    expect(stage.count("question-answer")).toBe(0);
  });

  it("focus is never taken by itself", async () => {
    const field = document.createElement("input");
    document.body.append(field);
    field.focus();
    const stage = await Stage.of(ask([text("t")]));
    stage.card.interaction = ask([pick("a")], { interaction_id: "i2" });
    await stage.after(1_000);
    expect(document.activeElement).toBe(field);
    expect(stage.card.takeKey(new KeyboardEvent("keydown", { key: "1" }))).toBe(true);
    field.addEventListener("keydown", (event) => expect(stage.card.takeKey(event)).toBe(false));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true, composed: true }));
  });
});

describe("what is missing is pointed at", () => {
  it("and the focus goes there", async () => {
    const stage = await Stage.of(ask([pick("a"), text("t"), yesNo("b")]));
    await stage.keys("1", "Ctrl+Enter");
    expect([stage.card.shadowRoot?.activeElement, stage.live]).toEqual([stage.find('[data-own="t"]'), "This needs an answer"]);
    expect(stage.find(".foot-words").textContent).toContain("2 questions");
  });

  it("a follow-up counts as soon as it is on the table", async () => {
    const stage = await Stage.of(ask([pick("a", { follow_up_questions: { x: [text("t")] } })]));
    await stage.keys("1", "Ctrl+Enter");
    expect([stage.answers, stage.has('[data-own="t"]')]).toEqual([undefined, true]);
    await stage.click('[data-choice="y"]');
    expect(stage.has('[data-own="t"]')).toBe(false);
    await stage.click("[data-submit]");
    expect(stage.answers).toEqual({ a: "y" });
  });

  it("what was answered before is neither asked nor sent", async () => {
    const stage = await Stage.of(ask([pick("a"), yesNo("b")], { answered: ["a"] }));
    await stage.keys("ArrowRight", "1", "Ctrl+Enter");
    expect(stage.answers).toEqual({ b: true });
  });
});

describe("drafts", () => {
  const draft: Draft = { a: { picked: ["y"], note: "n" } };
  it("come in", async () => {
    const stage = await Stage.of(ask([pick("a")]), { draft });
    expect(stage.has('[data-choice="y"][aria-checked="true"]')).toBe(true);
    expect(stage.find<HTMLTextAreaElement>("[data-note]").value).toBe("n");
  });

  it("an empty one leaves the defaults", async () => {
    const stage = await Stage.of(ask([pick("a", { options: [choice("x", { default: true })] })]), { draft: {} });
    expect(stage.has('[data-choice="x"][aria-checked="true"]')).toBe(true);
  });

  it("go out a moment after the last key, once", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "8");
    await stage.type("[data-own]", "80");
    expect(stage.count("question-draft")).toBe(0);
    await stage.after(500);
    expect(stage.said).toEqual([["question-draft", { interaction_id: "i1", session_id: "s1", draft: { t: { text: "80" } } }]]);
  });

  it("go out when the card goes away", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "80");
    stage.card.remove();
    expect(stage.count("question-draft")).toBe(1);
  });

  it("from elsewhere does not disturb who types, and is taken later", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "mine");
    stage.card.draft = { t: { text: "theirs" } };
    await stage.after();
    expect(stage.find<HTMLTextAreaElement>("[data-own]").value).toBe("mine");
    stage.find("[data-own]").blur();
    await stage.after(10_000);
    stage.card.draft = { t: { text: "theirs, later" } };
    await stage.after();
    expect(stage.find<HTMLTextAreaElement>("[data-own]").value).toBe("theirs, later");
  });
});

describe("the desk's word", () => {
  it("a refusal unlocks, keeps and says it; sending the same again has the same key", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "80");
    await stage.key("Enter", { ctrlKey: true });
    stage.card.folded = true;
    stage.card.refusal = { code: "unreachable", message: "" };
    await stage.after();
    expect([stage.card.folded, stage.find("[role=alert]").textContent?.includes("could not be reached")]).toEqual([false, true]);
    expect(stage.find<HTMLTextAreaElement>("[data-own]").value).toBe("80");
    await stage.click("[data-submit]");
    await stage.after();
    const keys = stage.said.filter(([name]) => name === "question-answer").map(([, detail]) => (detail as PanelEventDetails["question-answer"]).idempotency_key);
    expect(keys.length).toBe(2);
    expect(keys[0]).toBe(keys[1]);
    stage.card.refusal = { code: "unreachable", message: "again" };
    await stage.after();
    await stage.type("[data-own]", "81");
    await stage.click("[data-submit]");
    const last = stage.said.at(-1)?.[1] as PanelEventDetails["question-answer"];
    expect(last.idempotency_key).not.toBe(keys[0]);
  });

  it("the race is lost: who won is told, and what was typed stays", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "my long words");
    const answers = [{ question_id: "t", header: null, question: "t?", answer: "theirs" }];
    stage.card.interaction = ask([text("t")], { state: "answered", outcome: outcome({ answers }) });
    await stage.after();
    const told = stage.find("[role=alert]").textContent ?? "";
    expect([told.includes("lin"), told.includes("terminal"), told.includes("my long words")]).toEqual([true, true, true]);
    expect(stage.find(".given").textContent).toBe("theirs");
    expect(stage.has("[data-submit]")).toBe(false);
  });

  it("the stream tells of the end before the refusal does", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "mine");
    await stage.key("Enter", { ctrlKey: true });
    const answers = [{ question_id: "t", header: null, question: "t?", answer: "theirs" }];
    stage.card.interaction = ask([text("t")], { state: "answered", outcome: outcome({ answers }) });
    await stage.after();
    stage.card.refusal = { code: "already_answered", message: "Already answered" };
    await stage.after();
    expect(stage.find("[role=alert]").textContent).toContain("mine");
  });

  it("one's own answer is no lost race", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "mine");
    await stage.key("Enter", { ctrlKey: true });
    const answers = [{ question_id: "t", header: null, question: "t?", answer: "mine" }];
    stage.card.interaction = ask([text("t")], { state: "answered", outcome: outcome({ answers, via: "web" }) });
    await stage.after();
    expect([stage.has("[role=alert]"), stage.live]).toEqual([false, "Your answer was taken."]);
    expect(stage.card.shadowRoot?.activeElement).toBe(stage.find("[data-closed]"));
  });

  it("too late: it can be asked again", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "slow words");
    stage.card.interaction = ask([text("t")], { state: "timeout", outcome: outcome({ state: "timeout", decided_by: "timeout", by: "desk", via: "desk" }) });
    await stage.after();
    expect(stage.find("[role=alert]").textContent).toContain("slow words");
    await stage.click("[data-reopen]");
    expect(stage.count("question-reopen")).toBe(1);
  });
});

describe("cancel, hold and chain", () => {
  it("cancel asks once and takes a reason", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    await stage.click("[data-cancel]");
    expect(stage.count("question-cancel")).toBe(0);
    await stage.type("[data-reason]", " let us talk first ");
    await stage.click("[data-cancel-confirm]");
    const [, detail] = stage.said.at(-1) as Said;
    expect(detail).toMatchObject({ interaction_id: "i1", session_id: "s1", reason: "let us talk first" });
    expect(stage.count("question-answer")).toBe(0);
  });

  it("the clock can be held and let go", async () => {
    const deadline = { at: new Date(Date.now() + 300_000).toISOString() };
    const stage = await Stage.of(ask([pick("a")], { deadline }));
    expect(stage.find(".deadline").textContent).toContain("Nothing is chosen for you");
    await stage.click("[data-hold]");
    stage.card.interaction = ask([pick("a")], { deadline: { ...deadline, held_with: 252_000 } });
    await stage.after();
    expect(stage.find(".deadline").textContent).toContain("04:12");
    await stage.click("[data-hold]");
    const held = stage.said.filter(([name]) => name === "question-hold").map(([, detail]) => (detail as PanelEventDetails["question-hold"]).hold);
    expect(held).toEqual([true, false]);
  });

  it("the person ends a chain or allows more", async () => {
    const stage = await Stage.of(ask([pick("a")], { chain: 9 }));
    for (const at of [2, 3]) {
      await stage.click("[data-menu-button]");
      await stage.click(`.menu-item:nth-of-type(${at})`);
    }
    const more = stage.said.map(([, detail]) => (detail as PanelEventDetails["question-chain"]).more);
    expect(more).toEqual([10, null]);
  });
});

describe("approvals", () => {
  const approval = (question: Question) => ask([question], { source: "approval" });
  const action = "rm -rf /\u{202e}tmp";

  it("show the exact action, and the focus goes to no", async () => {
    const stage = await Stage.of(approval(yesNo("b", { description: action })));
    expect(stage.find("[data-action]").textContent).toBe("rm -rf /\\u{202e}tmp");
    expect(stage.has("[data-action] mark")).toBe(true);
    stage.card.focusFirst();
    expect((stage.card.shadowRoot?.activeElement as HTMLElement).dataset.choice).toBe("false");
    expect(stage.has('[aria-checked="true"]')).toBe(false);
  });

  it("yes only after the end was seen; no at any time", async () => {
    const height = vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(900);
    const stage = await Stage.of(approval(yesNo("b", { description: action })));
    await stage.click('[data-choice="true"]');
    await stage.click("[data-submit]");
    expect(stage.answers).toBeUndefined();
    const box = stage.find("[data-action]");
    box.scrollTop = 900;
    box.dispatchEvent(new Event("scroll"));
    await stage.after();
    await stage.click('[data-choice="true"]');
    await stage.click("[data-submit]");
    expect(stage.answers).toEqual({ b: true });

    const other = await Stage.of(approval(yesNo("b", { description: action })));
    await other.click('[data-choice="false"]');
    await other.click("[data-submit]");
    expect(other.answers).toEqual({ b: false });
    height.mockRestore();
  });

  it("own words let nothing happen that was not read", async () => {
    const height = vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(900);
    const stage = await Stage.of(approval(pick("a", { description: action })));
    await stage.type("[data-own]", "yes, go");
    await stage.click("[data-submit]");
    expect(stage.answers).toBeUndefined();
    height.mockRestore();
  });
});

describe("history", () => {
  it("shows what was offered and picked, and takes nothing", async () => {
    const answers = [{ question_id: "a", header: null, question: "a?", answer: ["y", { other: "mine" }], note: "n" }];
    const stage = await Stage.of(ask([pick("a", { type: "checkbox" })], { state: "answered", outcome: outcome({ answers }) }));
    const picked = [...stage.card.renderRoot.querySelectorAll('[aria-checked="true"]')];
    expect(picked.length).toBe(2);
    expect(stage.card.renderRoot.querySelectorAll("[data-choice]").length).toBe(3);
    await stage.click('[data-choice="x"]');
    await stage.keys("3", "Ctrl+Enter");
    expect([stage.card.renderRoot.querySelectorAll('[aria-checked="true"]').length, stage.said]).toEqual([2, []]);
  });

  it("says that a secret was given, and not what", async () => {
    const answers = [{ question_id: "t", header: null, question: "t?", answer: null }];
    const stage = await Stage.of(ask([text("t", { secret: true })], { state: "answered", outcome: outcome({ answers }) }));
    expect(stage.find(".body").textContent).toContain("kept secret");
  });

  it("marks what nobody chose", async () => {
    const answers = [{ question_id: "a", header: null, question: "a?", answer: "x" }];
    const stage = await Stage.of(ask([pick("a")], { state: "timeout", outcome: outcome({ state: "timeout", decided_by: "timeout", answers, defaulted: ["a"] }) }));
    expect(stage.find(".body").textContent).toContain("chosen by nobody");
  });
});

describe("ten thousand options", () => {
  const options = Array.from({ length: 10_000 }, (_, i) => choice(`o${i}`));
  it("draws few, finds any, and keeps what was picked", async () => {
    const stage = await Stage.of(ask([pick("a", { type: "checkbox", options })]));
    expect(stage.card.renderRoot.querySelectorAll("[data-choice]").length).toBeLessThan(200);
    await stage.type("[data-filter]", "o9876");
    expect(stage.card.renderRoot.querySelectorAll("[data-choice]").length).toBe(1);
    await stage.key("Enter");
    await stage.key(" ");
    await stage.type("[data-filter]", "");
    expect(stage.find(".picked-list").textContent).toContain("o9876");
    await stage.click("[data-submit]");
    expect(stage.answers).toEqual({ a: ["o9876"] });
  });
});

it("speaks Chinese where the page does", async () => {
  const stage = await Stage.of(ask([pick("a")], { round: 2 }), { lang: "zh", rounds: 3 });
  expect(stage.find(".head").textContent).toContain("第 2 轮 / 共 3 轮");
  expect(stage.find("[data-submit]").textContent).toContain("确认");
});

it("reads a file it refers to", async () => {
  const readContext = vi.fn(() => Promise.resolve("let a = 1;"));
  const stage = await Stage.of(ask([pick("a", { context: [{ path: "src/a.rs", lines: [1, 2] }] })]), { readContext });
  const details = stage.find<HTMLDetailsElement>("details");
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await stage.after(10);
  expect(readContext).toHaveBeenCalledWith({ path: "src/a.rs", lines: [1, 2] });
  expect(stage.find("details code").textContent).toBe("let a = 1;");
});
