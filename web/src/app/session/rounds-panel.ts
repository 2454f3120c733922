import { css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { Interaction } from "../../panel/types.ts";
import { panelText } from "../../text/panel.ts";
import { duration, moment } from "../../text/time.ts";
import { shared } from "../styles/shared.ts";
import { spokenAnswers, titleOf, whyClosed } from "../shell/ask-words.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk } from "../shell/page-element.ts";
import { go } from "../shell/route.ts";

/** The history of a session: every round, what was offered, who decided what, where and when. */
@customElement("rounds-panel")
export class RoundsPanel extends PageElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-block-size: 0;
        background: var(--surface);
        border-inline-start: 1px solid var(--line);
      }
      header {
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 12px 16px 10px;
        min-block-size: 60px;
      }
      h1,
      h2 {
        font-size: 0.9375rem;
        letter-spacing: -0.01em;
      }
      .bar {
        flex: 1;
        display: flex;
        gap: 3px;
        margin-inline-start: 8px;
        max-inline-size: 140px;
      }
      .bar i {
        flex: 1;
        block-size: 4px;
        border-radius: 2px;
        background: var(--line);
      }
      .bar .answered {
        background: var(--green);
      }
      .bar .pending {
        background: var(--accent);
      }
      .bar .cancelled {
        background: var(--red);
      }
      .bar .timeout {
        background: var(--yellow-line);
      }
      header .icon {
        margin-inline-start: auto;
      }
      ol {
        flex: 1;
        min-block-size: 0;
        margin: 0;
        padding: 4px 12px calc(20px + env(safe-area-inset-bottom)) 16px;
        overflow-y: auto;
        list-style: none;
        scrollbar-width: thin;
      }
      li {
        position: relative;
        padding: 0 0 18px 36px;
        overflow-wrap: anywhere;
      }
      li::before {
        content: "";
        position: absolute;
        inset: 26px auto 0 11px;
        inline-size: 2px;
        background: var(--line);
      }
      li:last-child::before {
        display: none;
      }
      .number {
        position: absolute;
        inset: 0 auto auto 0;
        display: grid;
        place-items: center;
        inline-size: 24px;
        block-size: 24px;
        border-radius: 50%;
        background: var(--well);
        color: var(--ink-soft);
        font-size: 0.75rem;
        font-weight: 650;
        font-variant-numeric: tabular-nums;
      }
      .answered > .number {
        background: var(--green-soft);
        color: var(--green);
      }
      .pending > .number {
        background: var(--accent);
        color: var(--on-accent);
      }
      .cancelled > .number {
        background: var(--red-soft);
        color: var(--red);
      }
      .timeout > .number {
        background: var(--yellow-soft);
        color: var(--yellow);
      }
      .asked {
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 3;
        overflow: hidden;
        overflow-wrap: anywhere;
        color: var(--ink-soft);
        font-size: 0.875rem;
        line-height: 1.45;
        padding-block-start: 1px;
      }
      .answer {
        margin-block-start: 3px;
        padding-inline-start: calc(var(--depth, 0) * 12px);
        font-size: 0.9375rem;
        font-weight: 600;
        line-height: 1.4;
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }
      .note {
        font-weight: 400;
        color: var(--ink-soft);
      }
      .by {
        margin-block-start: 3px;
        color: var(--ink-faint);
        font-size: 0.75rem;
      }
      .tools {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 12px;
        margin-block-start: 4px;
      }
      .tools button {
        min-block-size: 26px;
        padding: 0;
        border: 0;
        background: none;
        color: var(--accent);
        font-size: 0.8125rem;
        cursor: pointer;
        border-radius: 4px;
      }
      .tools button:hover {
        text-decoration: underline;
      }
      @media (pointer: coarse) {
        .tools button {
          min-block-size: 44px;
          min-inline-size: 44px;
        }
      }
      .offered {
        margin: 8px 0 0 -12px;
        --sayso-radius: 10px;
      }
      .told:not(:empty) {
        padding: 10px 16px calc(10px + env(safe-area-inset-bottom));
        border-block-start: 1px solid var(--line);
        font-size: 0.875rem;
        overflow-wrap: anywhere;
      }
      .none {
        padding: 12px 16px;
        color: var(--ink-soft);
        font-size: 0.875rem;
      }
    `,
  ];

  /** The rounds, in order. */
  @property({ attribute: false }) list: readonly Interaction[] = [];
  @property({ type: Boolean }) loaded = false;
  @property() session = "";
  /** Whether it is shown in the session's stead: then it is the page's heading, and can be left. */
  @property({ type: Boolean }) closable = false;
  /** Whether the agent can be told to go on in this very session. */
  @property({ type: Boolean }) resumable = false;
  @state() private offered = new Set<string>();
  @state() private sure = 0;
  @state() private said = "";

  override render() {
    const { words, list } = this;
    return html`
      <header>
        ${this.closable ? html`<h1>${words.rounds}</h1>` : html`<h2>${words.rounds}</h2>`}
        ${list.length > 1 ? html`<span class="bar" aria-hidden="true">${list.slice(-12).map((one) => html`<i class=${one.state}></i>`)}</span>` : nothing}
        ${this.closable ? html`<button type="button" class="icon" aria-label=${words.close} @click=${() => this.tell("rounds-close")}>${icons.close}</button>` : nothing}
      </header>
      ${list.length === 0 ? html`<p class="none">${this.loaded ? words.noRounds : words.loading}</p>` : html`<ol aria-label=${words.rounds} tabindex="0">${repeat(list, (one) => one.interaction_id, (one) => this.round(one))}</ol>`}
      <p class="told" role="status">${this.said}</p>
    `;
  }

  private round(one: Interaction) {
    const { words, language: lang } = this;
    const { outcome } = one;
    const now = desk.api.now();
    const id = one.interaction_id;
    const shown = this.offered.has(id);
    const why = outcome && whyClosed(outcome, words);
    return html`<li class=${one.state}>
      <span class="number" aria-label=${words.round(one.round)}>${one.round}</span>
      <p class="asked">${titleOf(one)}</p>
      ${outcome ? spokenAnswers(one, words).map((each) => html`<p class="answer" .style=${`--depth:${each.depth}`}>${each.answer}${each.note ? html` <span class="note">“${each.note}”</span>` : nothing}</p>`) : html`<p class="answer">${words.state.pending}</p>`}
      ${outcome && outcome.answers.length === 0 ? html`<p class="answer">${words.state[one.state]}</p>` : nothing}
      ${why ? html`<p class="by">${why}</p>` : nothing}
      ${outcome?.reason ? html`<p class="note">“${outcome.reason}”</p>` : nothing}
      ${outcome ? html`<p class="by">${words.outcomeBy(outcome.by, panelText(lang).faces[outcome.via], moment(outcome.at, now, lang))} · ${panelText(lang).evidence[outcome.evidence]} · ${words.took(duration(outcome.took_ms, lang))} · ${panelText(lang).delivery[outcome.delivery]}</p>` : nothing}
      <div class="tools">
        ${outcome
          ? html`<button type="button" aria-expanded=${shown} @click=${() => this.toggle(id)}>${shown ? words.hideOptions : words.showOptions}</button>`
          : html`<button type="button" @click=${() => this.openQuestion(id)}>${words.openQuestion}</button>`}
        ${one.asked_at ? html`<button type="button" @click=${() => this.tell("rounds-show", one.asked_at)}>${words.goTo}</button>` : nothing}
        ${outcome && one === this.list.at(-1) ? this.resume(one) : nothing}
        ${outcome ? html`<button type="button" @click=${() => void this.branch(one.round)}>${this.sure === one.round ? words.branchSure : words.branch}</button>` : nothing}
      </div>
      ${shown ? html`<div class="offered"><user-question-panel readonly lang=${lang} .interaction=${one} .now=${desk.api.now}></user-question-panel></div>` : nothing}
    </li>`;
  }

  /** From the last round one goes on in the same session; from an earlier one only in a branch. */
  private resume(one: Interaction) {
    const { words } = this;
    if (one.state === "timeout" && one.outcome?.reopened_as === undefined) return html`<button type="button" @click=${() => void this.reopen(one)}>${panelText(this.language).reopen}</button>`;
    return this.resumable ? html`<button type="button" title=${words.resumeHint} @click=${() => this.tell("rounds-resume")}>${words.resume}</button>` : nothing;
  }

  private async reopen({ interaction_id }: Interaction): Promise<void> {
    try {
      this.openQuestion((await desk.api.reopen(interaction_id)).interaction_id);
    } catch (error) {
      this.said = (error as Error).message || this.words.unreachable;
    }
  }

  private toggle(id: string): void {
    const offered = new Set(this.offered);
    if (!offered.delete(id)) offered.add(id);
    this.offered = offered;
  }

  private openQuestion(id: string): void {
    this.tell("rounds-close");
    go({ view: "question", id });
  }

  private async branch(round: number): Promise<void> {
    if (this.sure !== round) {
      this.sure = round;
      return;
    }
    this.sure = 0;
    try {
      const { session_id } = await desk.api.branch(this.session, round);
      this.said = this.words.branched(round);
      go({ view: "session", id: session_id });
    } catch (error) {
      this.said = (error as Error).message || this.words.unreachable;
    }
  }

  private tell(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
