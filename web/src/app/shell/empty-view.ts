import { css, html, svg } from "lit";
import { customElement, property } from "lit/decorators.js";
import { shared } from "../styles/shared.ts";
import { PageElement, desk } from "./page-element.ts";

/** What stands in the middle when nothing is chosen. */
@customElement("empty-view")
export class EmptyView extends PageElement {
  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        place-items: center;
        padding: 32px;
        overflow: auto;
      }
      div {
        max-inline-size: 420px;
        display: grid;
        justify-items: center;
        gap: 12px;
        text-align: center;
      }
      svg {
        inline-size: 132px;
        block-size: 108px;
        margin-block-end: 6px;
      }
      h1 {
        font-size: 1.25rem;
        letter-spacing: -0.01em;
      }
      pre {
        max-inline-size: 100%;
        margin: 0;
        padding: 9px 14px;
        border: 1px solid var(--line);
        border-radius: 9px;
        background: var(--surface);
        font: 0.8125rem/1.5 var(--mono);
        white-space: pre-wrap;
        text-align: start;
      }
    `,
  ];

  @property() list: "waiting" | "done" | "sessions" | "transcripts" = "waiting";

  override render() {
    const { words } = this;
    if (desk.pending.length > 0) return html`<div>${picture}<h1>${words.waitingCount(desk.pending.length)}</h1></div>`;
    return html`<div>
      ${picture}
      <h1>${words.nothingWaiting}</h1>
      <p class="quiet">${words.nothingWaitingHint}</p>
      <p class="quiet">${words.nothingWaitingTry}</p>
      <pre>sayso ask '{"question":"Tea or coffee?","options":["Tea","Coffee"]}'</pre>
    </div>`;
  }
}

const picture = svg`<svg viewBox="0 0 132 108" aria-hidden="true">
  <rect x="14" y="26" width="82" height="56" rx="12" fill="var(--surface)" stroke="var(--line-strong)" stroke-width="1.5"/>
  <path d="M34 82v14l16-14z" fill="var(--surface)" stroke="var(--line-strong)" stroke-width="1.5" stroke-linejoin="round"/>
  <path d="M35 82h14" stroke="var(--surface)" stroke-width="3"/>
  <path d="M30 46h34M30 60h22" stroke="var(--line-strong)" stroke-width="3" stroke-linecap="round"/>
  <circle cx="96" cy="30" r="20" fill="var(--accent)"/>
  <path d="M87 30.5l6 6 11.5-12.5" fill="none" stroke="var(--on-accent)" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/>
</svg>`;
