/** One event of a live stream. */
export interface StreamEvent {
  /** `message` when the desk gave none. */
  type: string;
  data: string;
  /** The id of the last event that had one. */
  id: string;
}

/** What is heard of a live stream. */
export interface StreamListener {
  event(event: StreamEvent): void;
  /** The stream is open, or it broke. */
  heard?(heard: boolean): void;
}

/** Opens a connection that goes on after the event of this id. */
export type Connect = (last: string | undefined, signal: AbortSignal) => Promise<Response>;

const FIRST_RETRY = 400;
const LAST_RETRY = 5_000;
/** A desk that says nothing for so long is not heard: it shows every 15 s that it lives. */
export const SILENCE = 40_000;

/**
 * A live stream of the desk's, opened again whenever it breaks or falls silent, from where it was. It is read from
 * `fetch`: a browser's `EventSource` cannot send the header that proves whose page this is, gives up at the first error
 * status, and never looks whether an open connection still lives.
 */
export class LiveStream {
  /** The id of the last event. */
  last?: string;
  heardAt = 0;
  private wanted = false;
  private connection?: AbortController;
  private wait = FIRST_RETRY;
  private timer?: number;

  constructor(
    private readonly connect: Connect,
    private readonly listener: StreamListener,
  ) {}

  /** Whether it listens, or is about to try again. */
  get isOpen(): boolean {
    return this.wanted;
  }

  /** Listens, from the last event on if there was one. */
  open(): void {
    this.close();
    this.wanted = true;
    this.connection = new AbortController();
    // From now on there must be something to hear.
    this.hear({ type: "alive", data: "", id: this.last ?? "" });
    void this.listen(this.connection.signal);
  }

  close(): void {
    this.wanted = false;
    clearTimeout(this.timer);
    this.connection?.abort();
    this.connection = undefined;
  }

  private async listen(signal: AbortSignal): Promise<void> {
    try {
      const { ok, body } = await this.connect(this.last, signal);
      if (ok && body && !signal.aborted) {
        this.wait = FIRST_RETRY;
        this.listener.heard?.(true);
        await this.read(body, signal);
      }
    } catch {
      // Broken off, or aborted.
    }
    if (!signal.aborted) this.broke();
  }

  private async read(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
    const [reader, decoder, parser] = [body.getReader(), new TextDecoder(), new EventParser(this.last)];
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      for (const event of parser.push(decoder.decode(value, { stream: true }))) {
        if (signal.aborted) return;
        this.hear(event);
      }
    }
  }

  private hear(event: StreamEvent): void {
    this.heardAt = Date.now();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.broke(), SILENCE);
    if (event.id) this.last = event.id;
    this.listener.event(event);
  }

  private broke(): void {
    this.close();
    this.wanted = true;
    this.timer = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LAST_RETRY);
    this.listener.heard?.(false);
  }
}

/** Reads events out of text that comes in pieces. */
export class EventParser {
  private rest = "";
  /** Up to here there is no end of a line. */
  private searched = 0;
  private type = "";
  private data: string[] = [];

  constructor(private id = "") {}

  /** The events that this piece completes. */
  push(text: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    this.rest += text;
    let begin = 0;
    for (let end = this.rest.indexOf("\n", this.searched); end >= 0; end = this.rest.indexOf("\n", begin)) {
      const line = this.rest.slice(begin, end).replace(/\r$/, "");
      begin = end + 1;
      if (line) this.field(line);
      else if (this.data.length > 0) events.push(this.event());
      else this.type = "";
    }
    this.rest = this.rest.slice(begin);
    this.searched = this.rest.length;
    return events;
  }

  private field(line: string): void {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") this.data.push(value);
    else if (name === "event") this.type = value;
    else if (name === "id") this.id = value;
  }

  private event(): StreamEvent {
    const event = { type: this.type || "message", data: this.data.join("\n"), id: this.id };
    this.type = "";
    this.data = [];
    return event;
  }
}
