import type { AnyFact } from "../../live/facts.ts";
import type { FactPage } from "../../live/api.ts";

const PAGE = 100;
/** Pages kept; the ones looked at longest ago go first. */
const KEPT = 40;

type Read = (after: number, limit: number) => Promise<FactPage>;

/**
 * The facts of a session by their number. Numbers have no gaps, so any stretch can be read on its
 * own and a session of any length costs only what is looked at.
 */
export class FactsByNumber {
  /** The number of the newest fact. */
  last = 0;
  private readonly pages = new Map<number, AnyFact[]>();
  private readonly reading = new Set<number>();

  constructor(
    private readonly read: Read,
    private readonly changed: () => void,
  ) {}

  /** The fact of this number, if it was read. */
  get(seq: number): AnyFact | undefined {
    return this.pages.get(pageOf(seq))?.[(seq - 1) % PAGE];
  }

  /** Sees to it that these are read. */
  want(first: number, last: number): void {
    for (let page = pageOf(Math.max(1, first)); page <= pageOf(Math.max(1, last)); page++) {
      const known = this.pages.get(page);
      if (known && (known.length === PAGE || page * PAGE + known.length >= this.last)) {
        // Looked at just now: last to go.
        this.pages.delete(page);
        this.pages.set(page, known);
      } else if (!this.reading.has(page)) void this.load(page);
    }
  }

  /** Takes in a fact that just happened. Ones that were missed between are read when looked at. */
  add(fact: AnyFact): void {
    if (fact.seq <= this.last) return;
    const page = pageOf(fact.seq);
    const place = (fact.seq - 1) % PAGE;
    const known = this.pages.get(page) ?? [];
    if (known.length === place) this.pages.set(page, [...known, fact]);
    this.last = fact.seq;
    this.forget();
    this.changed();
  }

  private async load(page: number): Promise<void> {
    this.reading.add(page);
    try {
      const { messages, last } = await this.read(page * PAGE, PAGE);
      const known = this.pages.get(page);
      // A fact may have happened while the page was on its way.
      if (!known || known.length < messages.length) this.pages.set(page, messages);
      this.last = Math.max(this.last, last);
      this.forget();
    } catch {
      // It is asked for again when it is looked at again.
    } finally {
      this.reading.delete(page);
    }
    this.changed();
  }

  private forget(): void {
    for (const page of this.pages.keys()) {
      if (this.pages.size <= KEPT) return;
      this.pages.delete(page);
    }
  }
}

function pageOf(seq: number): number {
  return Math.floor((seq - 1) / PAGE);
}
