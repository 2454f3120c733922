import { css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { TranscriptItem } from "../../live/transcripts.ts";
import { markdownStyles } from "../../markdown/index.ts";
import { shared } from "../styles/shared.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk } from "../shell/page-element.ts";
import { rowStyles } from "../session/row-styles.ts";
import { itemRow } from "./item-row.ts";

const PAGE = 100;

/** What a sub-agent did, nested under the result that it led to; read when it is opened. */
@customElement("sub-agent")
export class SubAgent extends PageElement {
  static override styles = [
    shared,
    markdownStyles,
    rowStyles,
    css`
      :host {
        display: block;
        margin-block-start: 6px;
      }
      summary {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        min-block-size: 32px;
        color: var(--accent);
        font-size: 0.8125rem;
        font-weight: 600;
        cursor: pointer;
        list-style: none;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      summary svg {
        inline-size: 16px;
        block-size: 16px;
      }
      .all {
        padding-inline-start: 14px;
        border-inline-start: 2px solid var(--line-strong);
      }
      @media (pointer: coarse) {
        summary {
          min-block-size: 44px;
        }
      }
    `,
  ];

  @property() transcript = "";
  @property() agent = "";
  @state() private items: TranscriptItem[] = [];
  @state() private next: number | null = 0;
  @state() private trouble = "";
  private readonly open = new Set<number>();

  override render() {
    const { words } = this;
    const place = {
      words,
      lang: this.language,
      now: desk.api.now(),
      rounds: new Map(),
      open: this.open,
      fold: (seq: number, open: boolean) => {
        if (open) this.open.add(seq);
        else this.open.delete(seq);
        this.requestUpdate();
      },
    };
    return html`<details @toggle=${(event: Event) => (event.target as HTMLDetailsElement).open && this.items.length === 0 && void this.more()}>
      <summary>${icons.branch}${words.subAgent} <code>${this.agent}</code></summary>
      <div class="all">
        ${repeat(this.items, (item) => `${item.line}:${item.block}`, (item) => itemRow({ ...item, standing: "current" }, place))}
        ${this.trouble ? html`<p class="meta">${this.trouble}</p>` : nothing}
        ${this.next !== null && this.items.length > 0 ? html`<button type="button" class="button small" @click=${() => void this.more()}>${words.more}</button>` : nothing}
      </div>
    </details>`;
  }

  private async more(): Promise<void> {
    try {
      const page = await desk.api.transcript(this.transcript, { agent: this.agent, after: this.next ?? 0, limit: PAGE });
      this.items = [...this.items, ...page.items];
      this.next = page.next;
      this.trouble = this.items.length === 0 ? this.words.emptySession : "";
    } catch (error) {
      this.trouble = (error as Error).message || this.words.unreachable;
    }
  }
}
