import { html, nothing } from "lit";
import { desk } from "../shell/page-element.ts";
import { icons } from "../shell/icons.ts";
import type { Words } from "../words/words.ts";

/** Matches read at once; more are counted as "so many and more". */
const MOST = 500;
const NAME = "sayso-find";

/** Finding words in a session of any length: the desk looks, since most rows do not exist here. */
export class Find {
  private shown = false;
  private words = "";
  private session = "";
  private found: number[] = [];
  private more = false;
  private at = 0;
  private typing?: number;
  private wish = 0;

  constructor(
    private readonly show: (seq: number) => void,
    private readonly changed: () => void,
  ) {}

  get isOpen(): boolean {
    return this.shown;
  }

  begin(session: string): void {
    this.session = session;
    this.close();
  }

  open(): void {
    this.shown = true;
    this.changed();
  }

  close(): void {
    this.shown = false;
    this.words = "";
    this.found = [];
    this.changed();
  }

  bar(words: Words) {
    if (!this.shown) return nothing;
    const count = this.found.length === 0 ? (this.words ? words.findNone : "") : words.findOf(this.at + 1, `${this.found.length}${this.more ? "+" : ""}`);
    return html`<div class="find" role="search">
      <input class="field" type="search" aria-label=${words.find} placeholder=${words.find} .value=${this.words} @input=${(event: Event) => this.type((event.target as HTMLInputElement).value)} @keydown=${(event: KeyboardEvent) => this.press(event)}>
      <span class="count" role="status">${count}</span>
      <button type="button" class="icon" aria-label=${words.previous} @click=${() => this.step(-1)}>${icons.up}</button>
      <button type="button" class="icon" aria-label=${words.next} @click=${() => this.step(1)}>${icons.down}</button>
      <button type="button" class="icon" aria-label=${words.close} @click=${() => this.close()}>${icons.close}</button>
    </div>`;
  }

  /** Marks the words in the rows that are there. */
  paint(root: ShadowRoot): void {
    if (!("highlights" in CSS)) return;
    const wanted = this.shown ? this.words.toLowerCase() : "";
    if (!wanted) {
      CSS.highlights.delete(NAME);
      return;
    }
    const ranges: Range[] = [];
    const walker = document.createTreeWalker(root.querySelector(".shown") ?? root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && ranges.length < MOST; node = walker.nextNode()) {
      const text = node.textContent?.toLowerCase() ?? "";
      for (let at = text.indexOf(wanted); at >= 0 && ranges.length < MOST; at = text.indexOf(wanted, at + wanted.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        ranges.push(range);
      }
    }
    CSS.highlights.set(NAME, new Highlight(...ranges));
  }

  private type(words: string): void {
    this.words = words;
    clearTimeout(this.typing);
    this.typing = window.setTimeout(() => void this.look(), 200);
  }

  private async look(): Promise<void> {
    const wish = ++this.wish;
    const words = this.words.trim();
    const page = words ? await desk.api.messages(this.session, { q: words, limit: MOST }).catch(() => undefined) : undefined;
    if (wish !== this.wish) return;
    this.found = page?.messages.map((fact) => fact.seq) ?? [];
    this.more = page?.next != null;
    this.at = Math.max(0, this.found.length - 1);
    this.step(0);
  }

  private step(by: number): void {
    const count = this.found.length;
    if (count > 0) {
      this.at = (this.at + by + count) % count;
      this.show(this.found[this.at] ?? 1);
    }
    this.changed();
  }

  private press(event: KeyboardEvent): void {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
