import { END, type TranscriptItem, type TranscriptPage, type TranscriptSummary } from "../../live/transcripts.ts";

const PAGE = 100;

type Read = (query: { after?: number; before?: number; limit: number }) => Promise<TranscriptPage>;

/** The items of one round, in the order of the file. */
export interface TranscriptRound {
  round: number;
  items: TranscriptItem[];
}

/** The items of a transcript as far as they were read: from its end backwards, and on as it grows. */
export class TranscriptItems {
  summary?: TranscriptSummary;
  /** Where the last whole line stands: what is added comes after it. */
  last = 0;
  /** Items of the file that stand before the first one here. */
  earlier: number | null = null;
  loading = false;
  private readonly byPlace = new Map<string, TranscriptItem>();

  constructor(private readonly read: Read) {}

  get count(): number {
    return this.byPlace.size;
  }

  /** The end of the file. */
  async begin(): Promise<void> {
    const page = await this.page({ before: END, limit: PAGE });
    this.earlier = page.previous;
    this.last = Math.max(this.last, page.summary.lines);
  }

  /** What stands before. */
  async back(): Promise<void> {
    if (this.earlier === null || this.loading) return;
    const page = await this.page({ before: this.earlier, limit: PAGE });
    this.earlier = page.previous;
  }

  /** Reads the end again: a question may have been answered since. */
  async again(): Promise<void> {
    await this.page({ before: END, limit: PAGE });
  }

  /** Takes in one that was added; says whether it is new. */
  add(item: TranscriptItem): boolean {
    const place = placeOf(item);
    const known = this.byPlace.has(place);
    this.byPlace.set(place, item);
    this.last = Math.max(this.last, item.line);
    return !known;
  }

  get waits(): boolean {
    return [...this.byPlace.values()].some((item) => item.kind === "ask_user_question" && item.state === "unanswered");
  }

  /** By rounds. */
  rounds(): TranscriptRound[] {
    const shown = [...this.byPlace.values()];
    // What a question was answered stands on its card.
    const cards = new Set(shown.filter((item) => item.kind === "ask_user_question").map((item) => item.tool_use_id));
    const isTold = (item: TranscriptItem) => item.kind === "tool_result" && item.tool_use_id != null && cards.has(item.tool_use_id);
    const all = shown.filter((item) => !isTold(item)).sort((one, other) => one.line - other.line || one.block - other.block);
    const rounds: TranscriptRound[] = [];
    for (const item of all) {
      const last = rounds.at(-1);
      if (last?.round === item.round) last.items.push(item);
      else rounds.push({ round: item.round, items: [item] });
    }
    return rounds;
  }

  private async page(query: { before: number; limit: number }): Promise<TranscriptPage> {
    this.loading = true;
    try {
      const page = await this.read(query);
      this.summary = page.summary;
      for (const item of page.items) this.add(item);
      return page;
    } finally {
      this.loading = false;
    }
  }
}

function placeOf(item: TranscriptItem): string {
  return `${item.line}:${item.block}`;
}
