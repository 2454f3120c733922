import { css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { BatchResult } from "../../live/api.ts";
import type { Interaction, PanelEventDetails, PanelRefusal } from "../../panel/types.ts";
import { countdown } from "../../text/time.ts";
import { column } from "../styles/column.ts";
import { shared } from "../styles/shared.ts";
import { agentOf, projectName } from "../shell/ask-words.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk } from "../shell/page-element.ts";
import { readingOf } from "./alike.ts";

/** Several questions of the same shape, answered with one form. */
@customElement("batch-view")
export class BatchView extends PageElement {
  static override styles = [
    shared,
    column,
    css`
      :host {
        /* What is hidden but for screen readers scrolls with the rest. */
        position: relative;
        display: block;
        overflow: auto;
      }
      .all {
        gap: 16px;
        max-inline-size: 780px;
      }
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--surface);
        overflow: hidden;
      }
      li + li {
        border-block-start: 1px solid var(--line);
      }
      label {
        display: flex;
        align-items: center;
        gap: 12px;
        min-block-size: 46px;
        padding: 6px 16px;
        cursor: pointer;
      }
      input {
        inline-size: 18px;
        block-size: 18px;
        accent-color: var(--accent);
      }
      label span {
        flex: 1;
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }
      .gone {
        color: var(--ink-soft);
        cursor: default;
      }
      .gone b {
        flex: none;
        font-size: 0.8125rem;
        font-weight: 550;
      }
      label time {
        flex: none;
        color: var(--ink-soft);
        font-variant-numeric: tabular-nums;
      }
      .good {
        color: var(--green);
        font-weight: 600;
      }
      .bad {
        color: var(--red);
      }
    `,
  ];

  /** One of them. */
  @property() first = "";
  @property({ type: Boolean }) wide = false;
  /** What the form is drawn from: as it was when the person began to read it. */
  @state() private card?: Interaction;
  @state() private group: Interaction[] = [];
  /** Who was there from the start, or was ticked since. Nobody is answered for by having come late. */
  @state() private ticked = new Set<string>();
  @state() private results?: BatchResult[];
  @state() private refusal?: PanelRefusal;
  @state() private now = desk.api.now();
  /** Those that were there from the start. They keep their places: nothing moves under a finger. */
  private early: Interaction[] = [];
  private readonly abouts = new Map<string, string>();

  protected override listens() {
    const tick = setInterval(() => (this.now = desk.api.now()), 1_000);
    return [() => clearInterval(tick)];
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("first")) {
      this.results = undefined;
      this.refusal = undefined;
      this.card = undefined;
      this.group = [];
      this.ticked = new Set();
    }
    if (this.results) return;
    const first = this.card ?? desk.find(this.first);
    const read = first && readingOf(first);
    this.group = read === undefined ? [] : desk.pending.filter((one) => readingOf(one) === read);
    for (const one of this.group) this.abouts.set(one.interaction_id, this.about(one));
    if (this.card || this.group.length === 0) return;
    // Each has a clock of its own, which stands in its row.
    const agents = [...new Set(this.group.map((one) => agentOf(one, this.words)))].join(", ");
    this.card = { ...(first as Interaction), deadline: undefined, agent: { kind: "main", name: agents }, project: undefined };
    this.early = this.group;
    this.ticked = new Set(this.early.map((one) => one.interaction_id));
  }

  private get chosen(): string[] {
    return this.group.map((one) => one.interaction_id).filter((id) => this.ticked.has(id));
  }

  override render() {
    const { words, card } = this;
    const open = this.group.length > 0;
    const early = new Set(this.early.map((one) => one.interaction_id));
    const late = this.group.filter((one) => !early.has(one.interaction_id));
    return html`<div class="all">
      <div class="head">
        ${this.wide ? nothing : html`<a class="icon" href="/" aria-label=${words.back}>${icons.back}</a>`}
        <h1>${words.alikeTitle(this.chosen.length)}</h1>
      </div>
      ${this.results ? this.outcome(this.results) : nothing}
      ${!this.results && card && open
        ? html`<p class="quiet">${words.alikeHint}</p>
            <ul>${this.early.map((one) => this.row(one))}</ul>
            <user-question-panel lang=${this.language} .interaction=${card} .refusal=${this.refusal} .now=${desk.api.now} ?offline=${desk.link === "lost"} @question-answer=${this.answer} @question-cancel=${this.cancel}></user-question-panel>
            ${late.length > 0 ? html`<p class="quiet" role="status">${words.alikeLate(late.length)}</p><ul>${late.map((one) => this.row(one))}</ul>` : nothing}`
        : nothing}
      ${!this.results && !open && desk.link !== "connecting" ? html`<p>${words.nothingWaiting}</p>` : nothing}
      ${this.results || !open ? html`<p><a class="button" href="/">${words.inbox}</a></p>` : nothing}
    </div>`;
  }

  private about(one: Interaction): string {
    return [agentOf(one, this.words), projectName(one.project), one.session_id].filter(Boolean).join(" · ");
  }

  private row(one: Interaction) {
    const id = one.interaction_id;
    const open = desk.find(id);
    const deadline = open?.deadline;
    const left = deadline && (deadline.held_with !== undefined ? Number(deadline.held_with) : Date.parse(deadline.at) - this.now);
    return html`<li><label class=${open ? "" : "gone"}>
      <input type="checkbox" .checked=${open !== undefined && this.ticked.has(id)} ?disabled=${!open} @change=${() => this.toggle(id)}>
      <span>${this.about(one)}</span>
      ${left === undefined ? nothing : html`<time title=${this.words.due}>${countdown(left, this.language)}</time>`}
      ${open ? nothing : html`<b>${this.words.alikeGone}</b>`}
    </label></li>`;
  }

  private outcome(results: readonly BatchResult[]) {
    const failed = results.filter((one) => !one.success);
    const done = results.length - failed.length;
    return html`<div role="status">
      ${done > 0 ? html`<p class="good">${this.words.alikeDone(done)}</p>` : nothing}
      ${failed.length > 0 ? html`<p class="bad">${this.words.alikeFailed(failed.length)}</p><ul>${failed.map((one) => html`<li><label><span><b>${this.abouts.get(one.interaction_id)}</b><br>${one.error?.message || this.words.unreachable}</span></label></li>`)}</ul>` : nothing}
    </div>`;
  }

  private toggle(id: string): void {
    const ticked = new Set(this.ticked);
    if (!ticked.delete(id)) ticked.add(id);
    this.ticked = ticked;
  }

  private async answer(event: CustomEvent<PanelEventDetails["question-answer"]>): Promise<void> {
    const { answers, idempotency_key } = event.detail;
    const given = new Map(answers.map((one) => [one.question_id, one]));
    const inOrder = (this.card?.questions ?? []).map((question) => given.get(question.question_id));
    const said = {
      answers: inOrder.map((one) => one?.answer ?? null),
      notes: inOrder.map((one) => one?.note ?? null),
      idempotency_key,
    };
    await this.forChosen(async (ids) => (await desk.api.batch(ids, said)).results);
  }

  /** Calls off every one that is ticked. */
  private async cancel(event: CustomEvent<PanelEventDetails["question-cancel"]>): Promise<void> {
    const { reason, idempotency_key } = event.detail;
    const one = (id: string): Promise<BatchResult> =>
      desk.api.cancel(id, reason, `${idempotency_key}:${id}`).then(
        () => ({ interaction_id: id, success: true }),
        (error: Error) => ({ interaction_id: id, success: false, error: { code: "", message: error.message } }),
      );
    await this.forChosen((ids) => Promise.all(ids.map(one)));
  }

  private async forChosen(call: (ids: string[]) => Promise<BatchResult[]>): Promise<void> {
    const ids = this.chosen;
    this.refusal = undefined;
    if (ids.length === 0) {
      await this.updateComplete;
      this.refusal = { code: "none", message: this.words.alikeNone };
      return;
    }
    try {
      this.results = await call(ids);
    } catch (error) {
      this.refusal = { code: "unreachable", message: (error as Error).message || this.words.unreachable };
    }
  }
}
