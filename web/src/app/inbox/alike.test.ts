import { expect, test } from "vitest";
import type { Interaction } from "../../panel/types.ts";
import { alikeGroups } from "./alike.ts";

const choice = { question_text: "Deploy?", type: "multiple_choice", options: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }] };

const ask = (interaction_id: string, question: object = {}, more: object = {}) =>
  ({ interaction_id, source: "tool", questions: [{ question_id: interaction_id, ...choice, ...question }], ...more }) as unknown as Interaction;

const alike = (...pending: Interaction[]) => [...alikeGroups(pending).keys()];

test("the same questions are alike, whoever asks and wherever", () => {
  const groups = alikeGroups([ask("a", {}, { project: "/shop" }), ask("b", { required: true, allow_other: true }, { project: "/bank" }), ask("c", { question_text: "Delete?" })]);
  expect([...groups.keys()]).toEqual(["a", "b"]);
  expect(groups.get("b")?.map((one) => one.interaction_id)).toEqual(["a", "b"]);
});

test.each([
  ["text", { question_text: "Delete?" }],
  ["header", { header: "Danger" }],
  ["description", { description: "Production" }],
  ["kind", { type: "checkbox" }],
  ["required", { required: false }],
  ["own words", { allow_other: false }],
  ["secret", { secret: true }],
  ["context", { context: [{ path: "a.sql" }] }],
  ["a label", { options: [{ id: "yes", label: "Sure" }, { id: "no", label: "No" }] }],
  ["what an option means", { options: [{ id: "yes", label: "Yes", description: "for ever" }, { id: "no", label: "No" }] }],
  ["a default", { options: [{ id: "yes", label: "Yes", default: true }, { id: "no", label: "No" }] }],
  ["a preview", { options: [{ id: "yes", label: "Yes", preview: "rm -r" }, { id: "no", label: "No" }] }],
])("another %s is another question", (_, question) => {
  expect(alike(ask("a"), ask("b", question))).toEqual([]);
  expect(alike(ask("a", question), ask("b", question))).toEqual(["a", "b"]);
});

test.each([
  ["permissions", {}, { source: "approval" }],
  ["what has follow-ups", { follow_up_questions: { yes: [{}] } }, {}],
  ["what was begun", {}, { answered: ["a"] }],
])("%s: one by one", (_, question, more) => {
  expect(alike(ask("a", question, more), ask("b", question, more))).toEqual([]);
});

test("the same path is another file in another project", () => {
  const context = [{ path: "plan.md" }];
  expect(alike(ask("a", { context }, { project: "/shop" }), ask("b", { context }, { project: "/bank" }))).toEqual([]);
});
