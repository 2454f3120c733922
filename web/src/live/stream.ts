import type { Interaction } from "../panel/types.ts";
import type { AnyFact } from "./facts.ts";

/** What is open, when the stream begins or begins anew. */
export interface Snapshot {
  pending: Interaction[];
  /** Whether facts may be missing between the last one and this. */
  anew: boolean;
}

/** Who listens to the stream. */
export interface StreamEars {
  snapshot(snapshot: Snapshot): void;
  fact(fact: AnyFact): void;
  /** Whether the desk can be heard. */
  heard(heard: boolean): void;
}

const FIRST_RETRY = 400;
const LAST_RETRY = 5_000;
/** A desk that says nothing for so long is not heard: it shows every 15 s that it lives. */
const SILENCE = 40_000;
/** A page that comes back after so long may have slept while its connection died. */
const NAP = 20_000;

/**
 * The desk's live stream, opened again whenever it breaks or falls silent, from where it was. The
 * browser's own reconnecting gives up at the first error status, which a desk that is being restarted
 * behind a proxy does send, and never looks whether an open connection still lives; so it is done here.
 */
export class Stream {
  private source?: EventSource;
  private last?: string;
  private wait = FIRST_RETRY;
  private timer?: number;
  private silence?: number;
  private heardAt = 0;

  constructor(private readonly ears: StreamEars) {
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => {
      const asleep = this.source && !document.hidden && Date.now() - this.heardAt > NAP;
      if (asleep) this.open();
    });
  }

  /** Listens, from the last fact on if there was one. */
  open(): void {
    this.close();
    const query = this.last === undefined ? "" : `?last_event_id=${this.last}`;
    const source = new EventSource(`/api/events${query}`);
    this.source = source;
    this.lives();
    source.onopen = () => {
      this.lives();
      this.wait = FIRST_RETRY;
      this.ears.heard(true);
    };
    source.onerror = () => this.broke();
    source.addEventListener("alive", () => this.lives());
    source.onmessage = (event: MessageEvent<string>) => {
      this.lives();
      this.last = event.lastEventId;
      this.ears.fact(JSON.parse(event.data) as AnyFact);
    };
    const begin = (anew: boolean) => (event: MessageEvent<string>) => {
      this.lives();
      this.last = event.lastEventId;
      const { pending } = JSON.parse(event.data) as { pending: Interaction[] };
      this.ears.snapshot({ pending, anew });
    };
    source.addEventListener("snapshot", begin(false));
    source.addEventListener("reset", begin(true));
  }

  private lives(): void {
    this.heardAt = Date.now();
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.broke(), SILENCE);
  }

  private broke(): void {
    this.ears.heard(false);
    this.close();
    this.timer = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LAST_RETRY);
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.source?.close();
    this.source = undefined;
  }
}
