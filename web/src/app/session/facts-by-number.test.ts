import { expect, test } from "vitest";
import type { AnyFact } from "../../live/facts.ts";
import { FactsByNumber } from "./facts-by-number.ts";

const fact = (seq: number) => ({ type: "info", seq, session_id: "s", timestamp: "" }) as AnyFact;
const settled = () => new Promise((done) => setTimeout(done));

function desk(length: number) {
  const reads: number[] = [];
  const log = { length, reads };
  const read = async (after: number, limit: number) => {
    reads.push(after);
    const count = Math.max(0, Math.min(limit, log.length - after));
    return { messages: Array.from({ length: count }, (_, n) => fact(after + n + 1)), next: null, last: log.length };
  };
  return { log, read };
}

test("only what is looked at is read, once", async () => {
  const { log, read } = desk(100_000);
  const facts = new FactsByNumber(read, () => {});
  facts.last = 100_000;
  facts.want(50_001, 50_120);
  facts.want(50_001, 50_120);
  await settled();
  facts.want(50_010, 50_050);
  expect(log.reads).toEqual([50_000, 50_100]);
  expect(facts.get(50_120)?.seq).toBe(50_120);
  expect(facts.get(1)).toBeUndefined();
});

test("what happens joins the end; a hole is read when it is looked at", async () => {
  const { log, read } = desk(3);
  const facts = new FactsByNumber(read, () => {});
  facts.want(1, 3);
  await settled();
  facts.add(fact(4));
  facts.add(fact(4));
  expect([facts.last, facts.get(4)?.seq]).toEqual([4, 4]);
  log.length = 8;
  facts.add(fact(8));
  expect([facts.last, facts.get(8)]).toEqual([8, undefined]);
  facts.want(1, 8);
  await settled();
  expect(facts.get(6)?.seq).toBe(6);
});

test("memory stays flat however far one scrolls", async () => {
  const { read } = desk(100_000);
  const facts = new FactsByNumber(read, () => {});
  facts.last = 100_000;
  for (let seq = 1; seq < 100_000; seq += 100) {
    facts.want(seq, seq + 99);
    await settled();
  }
  const kept = Array.from({ length: 100_000 }, (_, n) => facts.get(n + 1)).filter(Boolean).length;
  expect(kept).toBeLessThanOrEqual(4_000);
});
