import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from "@tanstack/virtual-core";
import { html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { markdownStyles } from "../../markdown/index.ts";
import type { AnyFact } from "../../live/facts.ts";
import type { Interaction } from "../../panel/types.ts";
import { shared } from "../styles/shared.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk } from "../shell/page-element.ts";
import { FactsByNumber } from "./facts-by-number.ts";
import { Nesting, parentOf } from "./nesting.ts";
import { factRow } from "./row.ts";
import { rowStyles } from "./row-styles.ts";
import { transcriptStyles } from "./transcript-styles.ts";
import { Find } from "./find.ts";

/** So near the end counts as being there. */
const NEAR = 60;
const ROW = 110;

/** A session's messages, of which only those in sight exist. Follows the end while one is there. */
@customElement("session-transcript")
export class SessionTranscript extends PageElement {
  static override styles = [shared, markdownStyles, rowStyles, transcriptStyles];

  @property() session = "";
  @property({ attribute: false }) rounds: ReadonlyMap<string, Interaction> = new Map();
  @state() private missing = false;
  @state() private unseen = 0;
  @state() private following = true;
  @query(".box") private box!: HTMLElement;
  readonly finding = new Find((seq) => this.show(seq), () => this.requestUpdate());
  private readonly open = new Set<number>();
  private nesting = new Nesting();
  private facts = this.newFacts();
  private virtual?: Virtualizer<HTMLElement, HTMLElement>;
  private unmount?: () => void;
  private readonly measured = new WeakMap<HTMLElement, string>();
  private marked = 0;
  private top = 0;

  protected override listens() {
    return [
      desk.listen("fact", (event) => this.happen(event.detail)),
      desk.listen("reset", () => void this.begin()),
      () => this.unmount?.(),
    ];
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("session") && this.session) void this.begin();
  }

  override firstUpdated(): void {
    this.virtual = new Virtualizer<HTMLElement, HTMLElement>(this.options());
    this.unmount = this.virtual._didMount();
    new ResizeObserver(() => this.following && this.toEnd()).observe(this.box);
    this.requestUpdate();
  }

  override updated(): void {
    this.virtual?._willUpdate();
    for (const row of this.renderRoot.querySelectorAll<HTMLElement>(".item")) {
      // Measured when it comes; when it changes, its observer tells.
      const place = `${this.session}:${row.dataset.index}`;
      if (this.measured.get(row) === place) continue;
      this.measured.set(row, place);
      this.virtual?.measureElement(row);
    }
    if (this.following) this.toEnd();
    this.finding.paint(this.renderRoot as ShadowRoot);
  }

  override render() {
    const { words, virtual } = this;
    virtual?.setOptions(this.options());
    const items = virtual?.getVirtualItems() ?? [];
    const first = items[0];
    const last = items.at(-1);
    if (first && last) this.facts.want(first.index + 1, last.index + 1);
    const place = {
      words,
      lang: this.language,
      now: desk.api.now(),
      rounds: this.rounds,
      open: this.open,
      fold: (seq: number, open: boolean) => this.fold(seq, open),
    };
    return html`
      <h2 class="for-readers">${words.transcript}</h2>
      ${this.finding.bar(words)}
      <div class="box" tabindex="0" role="log" aria-live="off" aria-label=${words.transcript} @scroll=${this.scrolled}>
        ${this.facts.last === 0 ? html`<p class="meta">${this.missing ? words.notFound : words.loading}</p>` : nothing}
        <div class="all" .style=${`height:${virtual?.getTotalSize() ?? 0}px`}>
          <div class="shown" .style=${`transform:translateY(${first?.start ?? 0}px)`}>
            ${repeat(items, (item) => item.index, (item) => {
              const fact = this.facts.get(item.index + 1);
              if (fact) this.nesting.learn(fact);
              const nested = fact && this.nesting.of(fact);
              return html`<div class="item ${this.marked === item.index + 1 ? "marked" : ""} ${nested ? "nested" : ""}" .style=${nested ? `--level:${nested.depth}` : ""} data-index=${item.index}>${nested && this.beginsNest(item.index + 1) ? html`<p class="nest">${icons.branch}${nested.task ? words.subAgentFor(nested.task) : words.subAgent}</p>` : nothing}${guard([fact, place.lang, place.rounds, this.open.has(item.index + 1)], () => (fact ? factRow(fact, place) : html`<div class="ghost"></div>`))}</div>`;
            })}
          </div>
        </div>
      </div>
      ${this.following
        ? nothing
        : html`<button type="button" class="pill" @click=${this.end}>${icons.end}${this.unseen > 0 ? words.newBelow(this.unseen) : words.toEnd}</button>`}
    `;
  }

  /** Whether what stands before is not the same sub-agent's. */
  private beginsNest(seq: number): boolean {
    const [fact, before] = [this.facts.get(seq), this.facts.get(seq - 1)];
    return fact !== undefined && (!before || parentOf(before) !== parentOf(fact));
  }

  /** Shows the fact of this number, wherever in the session it stands. */
  show(seq: number): void {
    this.following = false;
    this.marked = seq;
    this.virtual?.scrollToIndex(seq - 1, { align: "center" });
    this.requestUpdate();
  }

  /** Shows what was said or asked at this moment. */
  async showMoment(iso: string): Promise<void> {
    let [low, high] = [1, this.facts.last];
    while (low < high) {
      const middle = (low + high) >> 1;
      const known = this.facts.get(middle) ?? (await desk.api.messages(this.session, { after: middle - 1, limit: 1 }).catch(() => undefined))?.messages[0];
      if (!known) return;
      if (Date.parse(known.timestamp) < Date.parse(iso)) low = middle + 1;
      else high = middle;
    }
    this.show(low);
  }

  private newFacts(): FactsByNumber {
    return new FactsByNumber(
      (after, limit) => desk.api.messages(this.session, { after, limit }),
      () => this.requestUpdate(),
    );
  }

  private options() {
    return {
      count: this.facts.last,
      getScrollElement: () => this.box,
      estimateSize: () => ROW,
      overscan: 6,
      paddingStart: 12,
      paddingEnd: 20,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: () => this.requestUpdate(),
    };
  }

  private async begin(): Promise<void> {
    const { session } = this;
    const facts = this.newFacts();
    this.facts = facts;
    // Rows go by their number alone: what was measured of another session says nothing here.
    this.virtual?.measure();
    this.open.clear();
    this.nesting = new Nesting();
    this.following = true;
    this.unseen = 0;
    this.marked = 0;
    this.missing = false;
    this.finding.begin(session);
    const shown = (): boolean => this.isConnected && facts === this.facts;
    const end = await desk.api.atLast(shown, (api) => api.messages(session, { before: Number.MAX_SAFE_INTEGER, limit: 1 }));
    if (!shown()) return;
    this.missing = !end;
    if (end) {
      facts.last = end.last;
      facts.want(end.last - 20, end.last);
    }
    this.requestUpdate();
  }

  private happen(fact: AnyFact): void {
    if (fact.session_id !== this.session) return;
    this.missing = false;
    if (fact.seq > this.facts.last && !this.following) this.unseen += fact.seq - this.facts.last;
    this.facts.add(fact);
    this.dispatchEvent(new CustomEvent("session-fact", { detail: fact }));
  }

  private fold(seq: number, open: boolean): void {
    if (this.open.has(seq) === open) return;
    if (open) this.open.add(seq);
    else this.open.delete(seq);
    this.requestUpdate();
  }

  private scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.box;
    const left = scrollHeight - scrollTop - clientHeight;
    if (left < NEAR) {
      this.following = true;
      this.unseen = 0;
    } else if (scrollTop < this.top - 1) this.following = false;
    this.top = scrollTop;
  }

  private toEnd(): void {
    this.box.scrollTop = this.box.scrollHeight;
    this.top = this.box.scrollTop;
  }

  private end(): void {
    this.following = true;
    this.unseen = 0;
    this.marked = 0;
    this.virtual?.scrollToIndex(this.facts.last - 1, { align: "end" });
  }
}
