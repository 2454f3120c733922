import { expect, test } from "vitest";
import { Pages } from "./pages.ts";

test("pages follow each other, and a newer wish overtakes an older one", async () => {
  let drawn = 0;
  const pages = new Pages<number>(() => drawn++);
  const gates: (() => void)[] = [];
  const slow = (items: number[], next?: number) => () => new Promise<{ items: number[]; next?: number }>((done) => gates.push(() => done({ items, next })));
  pages.begin(slow([1], 7));
  pages.begin(slow([2, 3], 8));
  gates[1]?.();
  await Promise.resolve();
  gates[0]?.();
  await new Promise((done) => setTimeout(done));
  expect(pages.items).toEqual([2, 3]);
  expect(pages.more).toBe(true);
  pages.next();
  gates[2]?.();
  await new Promise((done) => setTimeout(done));
  expect(pages.items).toEqual([2, 3, 2, 3]);
  expect(drawn).toBeGreaterThan(3);
});
