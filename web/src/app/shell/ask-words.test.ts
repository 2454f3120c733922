import { expect, test } from "vitest";
import type { AnswerValue, Question } from "../../form/wire.ts";
import { wordsOf } from "../words/words.ts";
import { projectName, spoken, titleOf } from "./ask-words.ts";

const words = wordsOf("en");
const question = { question_id: "q", question_text: "?", type: "checkbox", options: [{ id: "a", label: "Apple" }, { id: "b", label: "Pear" }] } as Question;

test("answers are told in the words of their options", () => {
  const rows: [AnswerValue | undefined, string][] = [
    ["a", "Apple"],
    [["a", "b"], "Apple, Pear"],
    [["b", { other: "plum" }], "Pear, plum"],
    [{ other: "plum" }, "plum"],
    ["gone", "gone"],
    [true, "Yes"],
    [false, "No"],
    [[], "no answer"],
    [null, "no answer"],
    [undefined, "no answer"],
  ];
  for (const [value, said] of rows) expect(spoken(question, value, words)).toBe(said);
  expect(spoken({ ...question, secret: true }, "a", words)).toBe(words.secret);
});

test("titles are one line, projects their last part", () => {
  expect(titleOf({ questions: [{ ...question, question_text: " a\n\n **b** `c` [d](e) " }] })).toBe("a b c d");
  expect(projectName("/srv/shop/")).toBe("shop");
  expect(projectName("C:\\code\\shop")).toBe("shop");
  expect(projectName(null)).toBeUndefined();
});
