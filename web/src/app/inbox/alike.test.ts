import { expect, test } from "vitest";
import type { Interaction } from "../../panel/types.ts";
import { alikeGroups } from "./alike.ts";

const ask = (interaction_id: string, text: string, more: object = {}, source = "tool") =>
  ({ interaction_id, source, questions: [{ question_id: interaction_id, question_text: text, type: "boolean", ...more }] }) as unknown as Interaction;

test("only the same questions without follow-ups, and never permissions, are answered together", () => {
  const groups = alikeGroups([
    ask("a", "Deploy?"),
    ask("b", "Deploy?"),
    ask("c", "Delete?"),
    ask("d", "Deploy?", { required: false }),
    ask("e", "Tell", { follow_up_questions: { true: [{}] } }),
    ask("f", "Tell", { follow_up_questions: { true: [{}] } }),
    ask("g", "Run it?", {}, "approval"),
    ask("h", "Run it?", {}, "approval"),
  ]);
  expect([...groups.keys()]).toEqual(["a", "b"]);
  expect(groups.get("b")?.map((one) => one.interaction_id)).toEqual(["a", "b"]);
});
