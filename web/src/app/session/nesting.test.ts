import { expect, test } from "vitest";
import type { AnyFact } from "../../live/facts.ts";
import { Nesting } from "./nesting.ts";

const fact = (type: string, content: object) => ({ type, seq: 1, session_id: "s", timestamp: "", uuid: "", content }) as AnyFact;

test("what a sub-agent says stands under the call that started it, at any depth", () => {
  const nesting = new Nesting();
  nesting.learn(fact("tool_use", { id: "t1", name: "Task", input: { description: "Look for uses" } }));
  nesting.learn(fact("tool_use", { id: "t2", name: "Task", input: { prompt: "Deeper" }, parent_tool_use_id: "t1" }));
  expect(nesting.of(fact("text", { text: "mine" }))).toBeUndefined();
  expect(nesting.of(fact("text", { parent_tool_use_id: "t1" }))).toEqual({ depth: 1, task: "Look for uses" });
  expect(nesting.of(fact("text", { parent_tool_use_id: "t2" }))).toEqual({ depth: 2, task: "Deeper" });
  expect(nesting.of(fact("text", { parent_tool_use_id: "not seen" }))).toEqual({ depth: 1, task: undefined });
});

test("calls that name each other do not go round for ever", () => {
  const nesting = new Nesting();
  nesting.learn(fact("tool_use", { id: "a", parent_tool_use_id: "b" }));
  nesting.learn(fact("tool_use", { id: "b", parent_tool_use_id: "a" }));
  expect(nesting.of(fact("text", { parent_tool_use_id: "a" }))?.depth).toBe(5);
});
