import { css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { BatchResult } from "../../live/api.ts";
import type { Interaction, PanelEventDetails, PanelRefusal } from "../../panel/types.ts";
import { shared } from "../styles/shared.ts";
import { agentOf, projectName } from "../shell/ask-words.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk } from "../shell/page-element.ts";
import { alikeGroups } from "./alike.ts";

/** Several questions of the same shape, answered with one form. */
@customElement("batch-view")
export class BatchView extends PageElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        overflow: auto;
      }
      .all {
        display: grid;
        gap: 16px;
        max-inline-size: 780px;
        margin-inline: auto;
        padding: 28px 20px 60px;
      }
      h1 {
        font-size: 1.3125rem;
        letter-spacing: -0.015em;
      }
      .head {
        display: flex;
        align-items: center;
        gap: 6px;
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
  @state() private group: Interaction[] = [];
  @state() private left = new Set<string>();
  @state() private results?: BatchResult[];
  @state() private refusal?: PanelRefusal;

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("first")) {
      this.results = undefined;
      this.left = new Set();
      this.group = [];
    }
    if (this.results) return;
    const found = alikeGroups(desk.pending).get(this.first) ?? alikeGroups(desk.pending).get(this.group[0]?.interaction_id ?? "");
    if (found) this.group = found;
    else this.group = this.group.filter((one) => desk.find(one.interaction_id));
  }

  override render() {
    const { words } = this;
    const chosen = this.group.filter((one) => !this.left.has(one.interaction_id));
    const first = this.group[0];
    return html`<div class="all">
      <div class="head">
        ${this.wide ? nothing : html`<a class="icon" href="/" aria-label=${words.back}>${icons.back}</a>`}
        <h1>${words.alikeTitle(chosen.length)}</h1>
      </div>
      ${this.results ? this.outcome(this.results) : nothing}
      ${!this.results && first
        ? html`<p class="quiet">${words.alikeHint}</p>
            <ul>${this.group.map((one) => this.row(one))}</ul>
            <user-question-panel lang=${this.language} .interaction=${first} .refusal=${this.refusal} .now=${desk.api.now} ?offline=${desk.link === "lost"} @question-answer=${this.answer} @question-cancel=${this.cancel}></user-question-panel>`
        : nothing}
      ${!this.results && !first && desk.link !== "connecting" ? html`<p>${words.nothingWaiting}</p>` : nothing}
      ${this.results || !first ? html`<p><a class="button" href="/">${words.inbox}</a></p>` : nothing}
    </div>`;
  }

  private row(one: Interaction) {
    const id = one.interaction_id;
    const about = [agentOf(one, this.words), projectName(one.project), one.session_id].filter(Boolean).join(" · ");
    return html`<li><label><input type="checkbox" .checked=${!this.left.has(id)} @change=${() => this.toggle(id)}><span>${about}</span></label></li>`;
  }

  private outcome(results: readonly BatchResult[]) {
    const failed = results.filter((one) => !one.success);
    const done = results.length - failed.length;
    return html`<div role="status">
      ${done > 0 ? html`<p class="good">${this.words.alikeDone(done)}</p>` : nothing}
      ${failed.length > 0 ? html`<p class="bad">${this.words.alikeFailed(failed.length)}</p><ul>${failed.map((one) => html`<li><label><span>${one.error?.message}</span></label></li>`)}</ul>` : nothing}
    </div>`;
  }

  private toggle(id: string): void {
    const left = new Set(this.left);
    if (!left.delete(id)) left.add(id);
    this.left = left;
  }

  private async answer(event: CustomEvent<PanelEventDetails["question-answer"]>): Promise<void> {
    const ids = this.group.map((one) => one.interaction_id).filter((id) => !this.left.has(id));
    if (ids.length === 0) {
      this.refusal = { code: "none", message: this.words.alikeNone };
      return;
    }
    const given = new Map(event.detail.answers.map((one) => [one.question_id, one.answer]));
    const answers = (this.group[0]?.questions ?? []).map((question) => given.get(question.question_id) ?? null);
    try {
      this.results = (await desk.api.batch(ids, answers)).results;
    } catch (error) {
      this.refusal = { code: "unreachable", message: (error as Error).message || this.words.unreachable };
    }
  }

  /** Calls off every one that is ticked. */
  private async cancel(event: CustomEvent<PanelEventDetails["question-cancel"]>): Promise<void> {
    const ids = this.group.map((one) => one.interaction_id).filter((id) => !this.left.has(id));
    const { reason, idempotency_key } = event.detail;
    const results = ids.map(async (id): Promise<BatchResult> => {
      const done = desk.api.cancel(id, reason, `${idempotency_key}:${id}`);
      return done.then(
        () => ({ interaction_id: id, success: true }),
        (error: Error) => ({ interaction_id: id, success: false, error: { code: "", message: error.message } }),
      );
    });
    this.results = await Promise.all(results);
  }
}
