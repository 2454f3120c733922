// What the tests of the card are made of: questions, and a card on a page.
import { afterEach, beforeEach, vi } from "vitest";
import type { OutcomeWire, Question } from "../../form/wire.ts";
import { UserQuestionPanel } from "../index.ts";
import type { Interaction, PanelEventDetails } from "../types.ts";

export const choice = (id: string, more: object = {}) => ({ id, label: `Option ${id}`, ...more });
export const pick = (id: string, more: Partial<Question> = {}): Question => ({
  question_id: id,
  question_text: `${id}?`,
  type: "multiple_choice",
  options: [choice("x"), choice("y"), choice("z")],
  ...more,
});
export const text = (id: string, more: Partial<Question> = {}): Question => ({ question_id: id, question_text: `${id}?`, type: "text", ...more });
export const yesNo = (id: string, more: Partial<Question> = {}): Question => ({ question_id: id, question_text: `${id}?`, type: "boolean", ...more });
export const ask = (questions: Question[], more: Partial<Interaction> = {}): Interaction => ({
  interaction_id: "i1",
  session_id: "s1",
  round: 1,
  state: "pending",
  source: "tool",
  questions,
  ...more,
});
export const outcome = (more: Partial<OutcomeWire> = {}): OutcomeWire => ({
  interaction_id: "i1", session_id: "s1", round: 1, tool_use_id: null, state: "answered", answers: [], unanswered: [],
  decided_by: "person", evidence: "terminal", delivery: "acknowledged", by: "lin", via: "terminal", at: "2026-11-16T00:00:00Z", took_ms: 1_000, ...more,
});

export type Said = { [Name in keyof PanelEventDetails]: [Name, PanelEventDetails[Name]] }[keyof PanelEventDetails];

/** A card on a page, and what it said. */
export class Stage {
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

/** Time stands still until it is moved, and no test leaves a card behind. */
export function stillTime(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    document.body.replaceChildren();
    vi.useRealTimers();
  });
}
