import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EventParser, LiveStream, SILENCE, type StreamEvent } from "./live-stream.ts";

describe("events out of text", () => {
  const TEXT = 'id: 3\nevent: snapshot\ndata: {"a":1}\n\nevent: alive\ndata: {}\n\n: a comment\nid:4\r\ndata: two\r\ndata:lines\r\n\r\nevent: none\n\ndata\n\nid: 5\ndata: half';
  const WHOLE: StreamEvent[] = [
    { type: "snapshot", data: '{"a":1}', id: "3" },
    { type: "alive", data: "{}", id: "3" },
    { type: "message", data: "two\nlines", id: "4" },
    { type: "message", data: "", id: "4" },
  ];

  it("are the same however the text is cut", () => {
    expect(new EventParser().push(TEXT)).toEqual(WHOLE);
    for (let size = 1; size < 20; size++) {
      const parser = new EventParser();
      const pieces = TEXT.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      expect(pieces.flatMap((piece) => parser.push(piece)), `in pieces of ${size}`).toEqual(WHOLE);
    }
  });
});

/** A desk whose connections the test opens, feeds and breaks. */
class FakeDesk {
  readonly asked: (string | undefined)[] = [];
  readonly heard: boolean[] = [];
  readonly events: string[] = [];
  status = 200;
  private feed?: ReadableStreamDefaultController<Uint8Array>;
  readonly stream = new LiveStream(
    (last, signal) => {
      this.asked.push(last);
      if (this.status === 0) return Promise.reject(new TypeError("the line broke"));
      const body = new ReadableStream<Uint8Array>({
        start: (feed) => {
          this.feed = feed;
          signal.addEventListener("abort", () => feed.error(new DOMException("", "AbortError")));
        },
      });
      return Promise.resolve(new Response(body, { status: this.status }));
    },
    { event: ({ type, id }) => type !== "alive" && this.events.push(id), heard: (heard) => this.heard.push(heard) },
  );

  async says(text: string): Promise<void> {
    this.feed?.enqueue(new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(0);
  }

  async breaks(): Promise<void> {
    this.feed?.error(new TypeError("the line broke"));
    await vi.advanceTimersByTimeAsync(0);
  }
}

describe("a live stream", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("goes on after the last event when it breaks, waiting longer each time", async () => {
    const desk = new FakeDesk();
    desk.stream.open();
    await desk.says("id: 7\ndata: {}\n\nid: 8\nda");
    await desk.breaks();
    desk.status = 502;
    const waited: number[] = [];
    for (let tries = desk.asked.length; tries < 7; tries++) {
      const begun = Date.now();
      while (desk.asked.length === tries) await vi.advanceTimersByTimeAsync(100);
      waited.push(Date.now() - begun);
    }
    expect(waited).toEqual([400, 800, 1_600, 3_200, 5_000, 5_000]);
    desk.status = 200;
    await vi.advanceTimersByTimeAsync(5_000);
    await desk.says("id: 8\ndata: {}\n\n");
    expect(desk.asked.slice(1)).toEqual(Array(7).fill("7"));
    expect(desk.events).toEqual(["7", "8"]);
    expect([desk.heard[0], desk.heard.at(-1)]).toEqual([true, true]);
    await desk.breaks();
    await vi.advanceTimersByTimeAsync(400);
    expect(desk.asked.at(-1), "and is quick again once it was heard").toBe("8");
    desk.stream.close();
  });

  it("is opened again when it falls silent, and not while it shows that it lives", async () => {
    const desk = new FakeDesk();
    desk.stream.open();
    await desk.says("id: 1\ndata: {}\n\n");
    for (let beats = 0; beats < 4; beats++) {
      await vi.advanceTimersByTimeAsync(SILENCE - 1);
      await desk.says("event: alive\ndata: {}\n\n");
    }
    expect(desk.asked).toEqual([undefined]);
    await vi.advanceTimersByTimeAsync(SILENCE + 400);
    expect(desk.asked).toEqual([undefined, "1"]);
    desk.stream.close();
  });

  it("says nothing more once it is closed", async () => {
    const desk = new FakeDesk();
    desk.stream.open();
    await desk.says("id: 1\ndata: {}\n\n");
    desk.stream.close();
    await vi.advanceTimersByTimeAsync(2 * SILENCE);
    expect([desk.asked.length, desk.events, desk.heard]).toEqual([1, ["1"], [true]]);
  });
});
