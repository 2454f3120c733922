import { expect, test } from "vitest";
import type { TranscriptItem, TranscriptPage } from "../../live/transcripts.ts";
import { TranscriptItems } from "./transcript-items.ts";

const item = (line: number, round: number, more: Partial<TranscriptItem> = {}): TranscriptItem => ({ line, block: 0, round, standing: "current", from: "agent", kind: "text", text: `${line}`, ...more });
const page = (items: TranscriptItem[], previous: number | null, lines: number) => ({ items, previous, next: null, summary: { lines } }) as unknown as TranscriptPage;

test("is read from its end, backwards by pages, and grows; what comes twice is there once", async () => {
  const asked: (number | undefined)[] = [];
  const pages = [page([item(3, 2), item(4, 2)], 3, 4), page([item(1, 1), item(2, 1)], null, 4)];
  const items = new TranscriptItems(({ before }) => {
    asked.push(before);
    return Promise.resolve(pages[asked.length - 1] as TranscriptPage);
  });
  await items.begin();
  expect([items.count, items.earlier, items.last]).toEqual([2, 3, 4]);
  await items.back();
  await items.back();
  expect(asked).toEqual([4_294_967_295, 3]);
  expect(items.add(item(4, 2))).toBe(false);
  expect(items.add(item(5, 3))).toBe(true);
  expect(items.last).toBe(5);
  expect(items.rounds().map((round) => [round.round, ...round.items.map((one) => one.line)])).toEqual([[1, 1, 2], [2, 3, 4], [3, 5]]);
});

test("a question that nobody answered waits until the file says otherwise", async () => {
  const asked = (state: TranscriptItem["state"]) => item(1, 1, { kind: "ask_user_question", state });
  const states: TranscriptItem["state"][] = ["unanswered", "answered"];
  const items = new TranscriptItems(() => Promise.resolve(page([asked(states.shift())], null, 1)));
  await items.begin();
  expect(items.waits).toBe(true);
  await items.again();
  expect([items.waits, items.count]).toEqual([false, 1]);
  items.add(item(2, 1, { kind: "tool_result", tool_use_id: "call" }));
  expect(items.rounds()[0]?.items.length).toBe(2);
  items.add({ ...asked("answered"), tool_use_id: "call" });
  expect(items.rounds()[0]?.items.length, "its result stands on the card").toBe(1);
});
