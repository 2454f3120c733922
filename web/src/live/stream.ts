import type { Interaction } from "../panel/types.ts";
import type { AnyFact } from "./facts.ts";

/** What is open, when the stream begins or begins anew. */
export interface Snapshot {
  pending: Interaction[];
  /** Whether facts may be missing between the last one and this. */
  anew: boolean;
}

/** What a stream tells; `last` is its place in the log. */
export type News =
  | { kind: "snapshot"; snapshot: Snapshot; last: string }
  | { kind: "fact"; fact: AnyFact; last: string }
  /** The open questions that nobody waits for now, all of them. */
  | { kind: "unattended"; ids: readonly string[] }
  /** Whether the desk can be heard. */
  | { kind: "heard"; heard: boolean }
  /** Somebody is there and listens, though there is nothing to tell. */
  | { kind: "alive" };

const FIRST_RETRY = 400;
const LAST_RETRY = 5_000;
/** A desk that says nothing for so long is not heard: it shows every 15 s that it lives. */
export const SILENCE = 40_000;
/** A page that comes back after so long may have slept while its connection died. */
const NAP = 20_000;

/**
 * The desk's live stream, opened again whenever it breaks or falls silent, from where it was. The
 * browser's own reconnecting gives up at the first error status, which a desk that is being restarted
 * behind a proxy does send, and never looks whether an open connection still lives; so it is done here.
 */
export class Stream {
  /** The place in the log up to which all was told. */
  last?: string;
  private source?: EventSource;
  private wanted = false;
  private wait = FIRST_RETRY;
  private timer?: number;
  private heardAt = 0;

  constructor(private readonly tell: (news: News) => void) {
    addEventListener("online", () => this.wanted && this.open());
    document.addEventListener("visibilitychange", () => {
      if (this.wanted && !document.hidden && Date.now() - this.heardAt > NAP) this.open();
    });
  }

  /** Listens, from the last fact on if there was one. */
  open(): void {
    this.close();
    this.wanted = true;
    const query = this.last === undefined ? "" : `?last_event_id=${this.last}`;
    const source = new EventSource(`/api/events${query}`);
    this.source = source;
    this.hear({ kind: "alive" });
    source.onopen = () => {
      this.wait = FIRST_RETRY;
      this.hear({ kind: "heard", heard: true });
    };
    source.onerror = () => this.broke();
    source.addEventListener("alive", () => this.hear({ kind: "alive" }));
    source.addEventListener("unattended", ({ data }: MessageEvent<string>) => {
      const { interactions: ids } = JSON.parse(data) as { interactions: string[] };
      this.hear({ kind: "unattended", ids });
    });
    source.onmessage = ({ data, lastEventId: last }: MessageEvent<string>) => {
      this.last = last;
      this.hear({ kind: "fact", fact: JSON.parse(data) as AnyFact, last });
    };
    const begin = (anew: boolean) => ({ data, lastEventId: last }: MessageEvent<string>) => {
      this.last = last;
      const { pending } = JSON.parse(data) as { pending: Interaction[] };
      this.hear({ kind: "snapshot", snapshot: { pending, anew }, last });
    };
    source.addEventListener("snapshot", begin(false));
    source.addEventListener("reset", begin(true));
  }

  close(): void {
    this.wanted = false;
    clearTimeout(this.timer);
    this.source?.close();
    this.source = undefined;
  }

  private hear(news: News): void {
    this.heardAt = Date.now();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.broke(), SILENCE);
    this.tell(news);
  }

  private broke(): void {
    this.close();
    this.wanted = true;
    this.timer = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LAST_RETRY);
    this.tell({ kind: "heard", heard: false });
  }
}
