import { html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { RETRY } from "../../live/api.ts";
import { LiveStream } from "../../live/live-stream.ts";
import type { Refusal } from "../../live/refusal.ts";
import type { TranscriptItem } from "../../live/transcripts.ts";
import { markdownStyles } from "../../markdown/index.ts";
import { shared } from "../styles/shared.ts";
import { projectName } from "../shell/ask-words.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk } from "../shell/page-element.ts";
import { go } from "../shell/route.ts";
import { rowStyles } from "../session/row-styles.ts";
import { sessionStyles } from "../session/session-styles.ts";
import { transcriptStyles } from "../session/transcript-styles.ts";
import { itemRow, type ItemPlace } from "./item-row.ts";
import { TranscriptItems, type TranscriptRound } from "./transcript-items.ts";
import { viewStyles } from "./view-styles.ts";
import "../session/prompt-bar.ts";
import "./sub-agent.ts";

/** So near the end counts as being there. */
const NEAR = 60;
/** How long after something was added the open questions are looked at again. */
const SETTLED = 300;

/** What an agent left behind, by rounds; followed while it grows. Nothing of it can be answered here. */
@customElement("transcript-view")
export class TranscriptView extends PageElement {
  static override styles = [shared, markdownStyles, rowStyles, sessionStyles, transcriptStyles, viewStyles];

  @property() transcript = "";
  @property({ type: Boolean }) wide = false;
  @state() private trouble = "";
  @state() private said = "";
  @state() private unseen = 0;
  @state() private following = true;
  @query(".box") private box?: HTMLElement;
  @query(".column") private column?: HTMLElement;
  private measured?: ResizeObserver;
  private top = 0;
  private items = this.newItems();
  private live?: LiveStream;
  private link = desk.link;
  private settled?: number;
  private readonly open = new Set<number>();
  private readonly folded = new Set<number>();

  protected override listens() {
    const look = () => this.look();
    document.addEventListener("visibilitychange", look);
    return [() => document.removeEventListener("visibilitychange", look), () => this.leave(), () => this.unmeasure(), desk.listen("change", look)];
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("transcript") || !this.transcript) return;
    this.trouble = "";
    void this.begin();
  }

  override updated(): void {
    if (this.column && !this.measured) {
      // Rows get their height when they come into sight.
      this.measured = new ResizeObserver(() => this.keepEnd());
      this.measured.observe(this.column);
      if (this.box) this.measured.observe(this.box);
    }
    this.keepEnd();
  }

  private keepEnd(): void {
    if (this.following && this.box) this.box.scrollTop = this.box.scrollHeight;
  }

  override render() {
    const { words } = this;
    const summary = this.items.summary;
    if (this.trouble && !summary) return html`<div class="missing"><h1>${words.nothingFound}</h1><p>${this.trouble}</p><a class="button" href="/transcripts">${words.transcripts}</a></div>`;
    const rounds = this.items.rounds();
    return html`<section class="middle" aria-label=${summary?.title ?? words.transcript}>
      <header>
        ${this.wide ? nothing : html`<a class="icon" href="/transcripts" aria-label=${words.back}>${icons.back}</a>`}
        <span class="face file">${icons.file}</span>
        <div class="name">
          <h1>${summary?.title ?? summary?.session_id ?? words.loading}</h1>
          <p>${projectName(summary?.project) ? html`<span title=${summary?.project ?? ""}>${projectName(summary?.project)}</span>` : nothing}${summary?.branch ? html`<span>${summary.branch}</span>` : nothing}${summary ? html`<span>${words.roundCount(summary.rounds)}</span>` : nothing}${summary?.unanswered ? html`<span class="warn">${words.neverAnswered(summary.unanswered)}</span>` : nothing}</p>
        </div>
      </header>
      <div class="box" tabindex="0" role="log" aria-live="off" aria-label=${words.transcript} @scroll=${this.scrolled}>
        <div class="column">
          ${this.items.earlier === null ? nothing : html`<button type="button" class="button small earlier" @click=${() => void this.back()}>${words.earlier}</button>`}
          ${repeat(rounds, (round) => round.round, (round) => this.round(round))}
          ${summary && this.items.count === 0 ? html`<p class="meta">${words.emptySession}</p>` : nothing}
        </div>
      </div>
      ${this.following ? nothing : html`<div class="over"><button type="button" class="pill" @click=${this.end}>${icons.end}${this.unseen > 0 ? words.newBelow(this.unseen) : words.toEnd}</button></div>`}
      <p class="done" role="status">${this.said}</p>
      ${summary?.session_id
        ? html`<prompt-bar agent="claude" fork=${summary.session_id} cwd=${summary.project ?? ""} .hint=${words.goOnHint} @prompt-sent=${(event: CustomEvent<string>) => go({ view: "session", id: event.detail })}></prompt-bar>`
        : nothing}
    </section>`;
  }

  private round({ round, items }: TranscriptRound) {
    const { words } = this;
    const shut = this.folded.has(round);
    const place: ItemPlace = {
      words,
      lang: this.language,
      now: desk.api.now(),
      rounds: new Map(),
      open: this.open,
      fold: (seq, open) => this.change(() => (open ? this.open.add(seq) : this.open.delete(seq))),
      askAgain: (item) => void this.askAgain(item),
      subAgent: (agent) => html`<sub-agent .transcript=${this.transcript} .agent=${agent}></sub-agent>`,
    };
    const key = (item: TranscriptItem) => item.line * 1_000 + item.block;
    return html`<section class="turn" aria-label=${words.round(round)}>
      ${round > 0 ? html`<h2><button type="button" aria-expanded=${!shut} @click=${() => this.change(() => (shut ? this.folded.delete(round) : this.folded.add(round)))}>${words.round(round)}<span class="quiet">${shut ? words.itemCount(items.length) : ""}</span>${icons.down}</button></h2>` : nothing}
      ${shut ? nothing : repeat(items, key, (item) => guard([item, place.lang, this.open.has(key(item))], () => itemRow(item, place)))}
    </section>`;
  }

  private newItems(): TranscriptItems {
    return new TranscriptItems((wanted) => desk.api.transcript(this.transcript, wanted));
  }

  private async begin(): Promise<void> {
    this.leave();
    const items = this.newItems();
    this.items = items;
    this.open.clear();
    this.folded.clear();
    this.said = "";
    this.unseen = 0;
    this.following = true;
    try {
      await items.begin();
    } catch (error) {
      if (items === this.items) this.trouble = (error as Error).message || this.words.unreachable;
      if ((error as Refusal).passing) setTimeout(() => this.isConnected && items === this.items && void this.begin(), RETRY);
      return;
    }
    if (items !== this.items || !this.isConnected) return;
    this.trouble = "";
    this.follow();
    this.requestUpdate();
  }

  /**
   * A desk that was away has let go of the stream, also where the browser believes that it is open. Nobody
   * reads in a hidden page, which must not keep one of the few connections that a browser has.
   */
  private look(): void {
    const back = desk.link === "live" && this.link !== "live";
    this.link = desk.link;
    if (document.hidden) this.live?.close();
    else if (this.live && (back || !this.live.isOpen)) this.live.open();
  }

  /** What is added comes by itself. */
  private follow(): void {
    this.live?.close();
    const path = `/api/transcripts/${encodeURIComponent(this.transcript)}/events?after=${this.items.last}`;
    const live = new LiveStream((last, signal) => desk.api.stream(path, last, signal), {
      event: ({ type, data }) => {
        if (type !== "message" || live !== this.live) return;
        if (this.items.add(JSON.parse(data) as TranscriptItem) && !this.following) this.unseen += 1;
        this.requestUpdate();
        clearTimeout(this.settled);
        this.settled = window.setTimeout(() => void this.settle(), SETTLED);
      },
    });
    this.live = live;
    live.open();
  }

  /** What was added may be the answer to what stands above. */
  private async settle(): Promise<void> {
    await this.items.again().catch(() => undefined);
    this.requestUpdate();
  }

  private unmeasure(): void {
    this.measured?.disconnect();
    this.measured = undefined;
  }

  private leave(): void {
    this.live?.close();
    this.live = undefined;
    clearTimeout(this.settled);
  }

  private async back(): Promise<void> {
    const { box } = this;
    if (!box || this.items.loading || this.items.earlier === null) return;
    this.following = false;
    const below = box.scrollHeight - box.scrollTop;
    await this.items.back().catch(() => undefined);
    this.requestUpdate();
    await this.updateComplete;
    // What one reads stays where it is.
    box.scrollTop = box.scrollHeight - below;
  }

  private scrolled(): void {
    const { box } = this;
    if (!box) return;
    const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    // Only who goes up leaves the end; that rows grow does not.
    if (near) this.following = true;
    else if (box.scrollTop < this.top) this.following = false;
    this.top = box.scrollTop;
    if (near) this.unseen = 0;
    else if (box.scrollTop < NEAR) void this.back();
  }

  private end(): void {
    this.unseen = 0;
    this.following = true;
  }

  private change(what: () => unknown): void {
    this.following = false;
    what();
    this.requestUpdate();
  }

  private async askAgain(item: TranscriptItem): Promise<void> {
    try {
      const { interaction_id } = await desk.api.askAgain(this.transcript, item.tool_use_id ?? item.uuid ?? "");
      go({ view: "question", id: interaction_id });
    } catch (error) {
      this.said = (error as Error).message || this.words.unreachable;
    }
  }
}
