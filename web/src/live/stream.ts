import type { Interaction } from "../panel/types.ts";
import type { AnyFact } from "./facts.ts";
import { LiveStream, type Connect, type StreamEvent } from "./live-stream.ts";

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

/** A page that comes back after so long may have slept while its connection died. */
const NAP = 20_000;

/** The desk's live stream of all facts. */
export class Stream {
  private readonly live: LiveStream;

  constructor(
    connect: Connect,
    private readonly tell: (news: News) => void,
  ) {
    this.live = new LiveStream(connect, {
      event: (event) => this.take(event),
      heard: (heard) => this.tell({ kind: "heard", heard }),
    });
    addEventListener("online", () => this.live.isOpen && this.open());
    document.addEventListener("visibilitychange", () => {
      if (this.live.isOpen && !document.hidden && Date.now() - this.live.heardAt > NAP) this.open();
    });
  }

  /** The place in the log up to which all was told. */
  get last(): string | undefined {
    return this.live.last;
  }

  set last(place: string | undefined) {
    this.live.last = place;
  }

  /** Listens, from the last fact on if there was one. */
  open(): void {
    this.live.open();
  }

  close(): void {
    this.live.close();
  }

  private take({ type, data, id: last }: StreamEvent): void {
    if (type === "message") this.tell({ kind: "fact", fact: JSON.parse(data) as AnyFact, last });
    else if (type === "snapshot" || type === "reset") {
      const { pending } = JSON.parse(data) as { pending: Interaction[] };
      this.tell({ kind: "snapshot", snapshot: { pending, anew: type === "reset" }, last });
    } else if (type === "unattended") {
      const { interactions: ids } = JSON.parse(data) as { interactions: string[] };
      this.tell({ kind: "unattended", ids });
    } else this.tell({ kind: "alive" });
  }
}
