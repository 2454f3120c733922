import { expect, test } from "vitest";
import type { Interaction } from "../panel/types.ts";
import { byRank } from "./rank.ts";

const at = (second: number) => new Date(second * 1_000).toISOString();

test("whose clock runs out first, then whose agent stands still, then who has waited longest", () => {
  const one = (interaction_id: string, asked: number, due?: number, held_with?: number) =>
    ({ interaction_id, asked_at: at(asked), deadline: due === undefined ? undefined : { at: at(due), held_with } }) as Interaction;
  const on = { ...one("goes on", 0), goes_on: true };
  const list = [on, one("new", 9), one("old", 1), one("held", 5, 20, 400), one("late", 2, 90), one("soon", 8, 30)];
  expect(list.sort(byRank).map((each) => each.interaction_id)).toEqual(["soon", "late", "old", "held", "new", "goes on"]);
});
