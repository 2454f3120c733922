import { SILENCE, type Connect } from "./live-stream.ts";
import { Stream, type News } from "./stream.ts";

const NAME = "sayso-stream";

/** What the pages of a browser tell each other. */
export interface SharedEars {
  news(news: News): void;
  /** Another page listens for this one: what was told before it joined must be read. */
  joined(): void;
}

/**
 * One live stream for all pages of a browser, which opens six connections to a desk and no more: with
 * one for every page the seventh could not even send an answer. The page that holds the lock listens and
 * tells the others. It is the one that came to the front last, since the timers of hidden pages are slowed.
 */
export class SharedStream {
  private readonly stream: Stream;
  private channel?: BroadcastChannel;
  private waiting?: AbortController;
  private letGo?: () => void;
  private silence?: number;

  constructor(
    private readonly ears: SharedEars,
    connect: Connect,
  ) {
    this.stream = new Stream(connect, (news) => this.lead(news));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.waiting?.abort();
    });
  }

  open(): void {
    if (this.channel) return;
    // A browser that has none listens in every page.
    if (!navigator.locks) return this.listenAlone();
    const channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }: MessageEvent<News>) => this.follow(data);
    this.channel = channel;
    void this.takeTurns(channel);
  }

  close(): void {
    this.channel?.close();
    this.channel = undefined;
    clearTimeout(this.silence);
    this.stream.close();
    this.waiting?.abort();
    this.letGo?.();
  }

  /** Listens for all while it holds the lock, which a page takes that is in front, or that hears nothing any more. */
  private async takeTurns(channel: BroadcastChannel): Promise<void> {
    let steal = !document.hidden;
    while (this.channel === channel) {
      const waiting = new AbortController();
      try {
        if (!steal) this.wait(waiting);
        await navigator.locks.request(NAME, steal ? { steal } : { signal: waiting.signal }, () => this.hold(channel));
        steal = false;
      } catch (error) {
        if (this.channel !== channel) return;
        this.stream.close();
        // Refused, as to a page that may keep nothing: it listens for itself.
        if ((error as Error).name !== "AbortError") return this.listenAlone();
        // Stolen from this page, which then waits; or its waiting is over, and it steals.
        steal = waiting.signal.aborted;
      }
    }
  }

  private listenAlone(): void {
    this.close();
    this.stream.open();
  }

  private wait(waiting: AbortController): void {
    this.waiting = waiting;
    this.hearSomebody();
    if (this.stream.last === undefined) this.ears.joined();
  }

  private hold(channel: BroadcastChannel): Promise<void> | undefined {
    if (this.channel !== channel) return undefined;
    this.waiting = undefined;
    clearTimeout(this.silence);
    this.stream.open();
    return new Promise((done) => (this.letGo = done));
  }

  private lead(news: News): void {
    this.channel?.postMessage(news);
    this.ears.news(news);
  }

  private follow(news: News): void {
    this.hearSomebody();
    if (news.kind === "fact" && Number(news.last) <= Number(this.stream.last)) return;
    if ("last" in news) this.stream.last = news.last;
    this.ears.news(news);
  }

  /** Whoever listens for this page may have been put to sleep. */
  private hearSomebody(): void {
    clearTimeout(this.silence);
    if (this.waiting) this.silence = window.setTimeout(() => this.waiting?.abort(), SILENCE + SILENCE);
  }
}
