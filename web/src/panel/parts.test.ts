// The pure parts of the card.
import { describe, expect, it } from "vitest";
import { Form } from "../form/form.ts";
import type { OutcomeWire, Question } from "../form/wire.ts";
import { panelText } from "../text/panel.ts";
import { answerWords, asMarkdown } from "./answer-words.ts";
import { refuses, refusingChoice, wordsOf } from "./approval.ts";
import { atZero } from "./at-zero.ts";
import { ChoiceFilter, STEP } from "./choice-filter.ts";
import { pressOf } from "./keys.ts";
import { splitLabel } from "./label.ts";
import { outcomeDraft } from "./outcome-draft.ts";

const choice = (id: string, more: object = {}) => ({ id, label: id.toUpperCase(), ...more });
const pick = (more: Partial<Question> = {}): Question => ({
  question_id: "a",
  question_text: "a?",
  type: "multiple_choice",
  options: [choice("x", { default: true }), choice("y")],
  ...more,
});

describe("what happens at zero", () => {
  const many = pick({ question_id: "m", type: "checkbox", options: [choice("p", { default: true }), choice("q", { default: true })] });
  const text: Question = { question_id: "t", question_text: "t?", type: "text" };
  const optional = { required: false };
  it.each([
    ["required: nothing stands in", [pick()], undefined, [], true],
    ["optional: its default stands in", [pick(optional)], undefined, ["X"], false],
    ["said outright: default", [pick()], "default", ["X"], false],
    ["said outright: terminate", [pick(optional)], "terminate", [], false],
    ["all defaults of many", [many], "default", ["P", "Q"], false],
    ["a text has no default", [pick(), text], "default", ["X"], true],
    ["a default brings its follow-ups", [pick({ follow_up_questions: { x: [many] } })], "default", ["X", "P", "Q"], false],
    ["and what they leave open", [pick({ follow_up_questions: { x: [text] } })], "default", ["X"], true],
  ] as const)("%s", (_, questions, policy, standIn, open) => {
    expect(atZero(questions, policy, "tool")).toEqual({ standIn, open });
  });

  it("nothing ever stands in for an approval", () => {
    expect(atZero([pick()], "default", "approval")).toEqual({ standIn: [], open: true });
  });

  it("what was answered is left alone", () => {
    expect(atZero([pick()], "default", "tool", new Set(["a"]))).toEqual({ standIn: [], open: false });
  });
});

it("history is drawn from the form that would have given it", () => {
  const questions = [
    pick({ type: "checkbox", follow_up_questions: { y: [{ question_id: "b", question_text: "b?", type: "boolean" }] } }),
    pick({ question_id: "s" }),
    { question_id: "t", question_text: "t?", type: "text" } as Question,
  ];
  const about = { header: null, question: "" };
  const answers = [
    { question_id: "a", ...about, answer: ["y", { other: "mine" }], note: "n", follow_ups: [{ question_id: "b", ...about, answer: false }] },
    { question_id: "s", ...about, answer: { other: "own" } },
    { question_id: "t", ...about, answer: null },
    { question_id: "gone", ...about, answer: "x" },
  ];
  expect(outcomeDraft(questions, { answers } as unknown as OutcomeWire)).toEqual({
    a: { picked: ["y"], other: "mine", other_on: true, note: "n" },
    b: { yes: false },
    s: { picked: [], other: "own", other_on: true },
    t: {},
  });
});

describe("answers in words", () => {
  const text = panelText("en");
  const questions: Question[] = [
    pick({ type: "checkbox" }),
    { question_id: "b", question_text: "b?", type: "boolean" },
    { question_id: "t", question_text: "t?", type: "text", secret: true },
  ];
  const form = Form.resume(questions, { a: { picked: ["x", "y"], other: "z", other_on: true, note: "n" }, b: { yes: true }, t: { text: "hush" } });
  it.each([
    [0, "X, Y, z"],
    [1, "Yes"],
    [2, "••••••"],
  ])("%d", (at, words) => {
    expect(answerWords(form, questions[at] as Question, text)).toBe(words);
  });
  it("as markdown, without secrets", () => {
    expect(asMarkdown(form, text)).toBe("- **a?**\n  X, Y, z\n  *Note: n*\n- **b?**\n  Yes\n- **t?**\n  ••••••");
  });
  it("none when there is none", () => {
    expect(answerWords(Form.open([questions[1] as Question]), questions[1] as Question, text)).toBeUndefined();
  });
});

describe("the filter of a long list", () => {
  const options = Array.from({ length: 10_000 }, (_, i) => ({ id: `r${i}`, label: `Region ${i}`, description: i === 5 ? "Ｔｏｋｙｏ east" : "" }));
  it.each([
    ["", 10_000],
    ["tokyo", 1],
    ["EAST region", 1],
    ["region 9999", 1],
    ["r123", 11],
    ["nowhere", 0],
  ])("%j finds %d", (words, n) => {
    const filter = new ChoiceFilter(options);
    filter.words = words;
    expect(filter.matches.length).toBe(n);
  });
  it("draws step by step, and begins anew with new words", () => {
    const filter = new ChoiceFilter(options);
    expect([filter.more(), filter.drawn]).toEqual([true, 2 * STEP]);
    filter.words = "tokyo";
    expect([filter.more(), filter.drawn]).toEqual([false, STEP]);
  });
});

describe("approvals", () => {
  const of = (...options: [string, string][]) => pick({ options: options.map(([id, label]) => ({ id, label })) });
  it.each([
    [of(["allow", "Allow"], ["deny", "Deny"]), "deny"],
    [of(["n", "No, thanks"], ["yes", "Yes"]), "n"],
    [of(["no_more_questions", "Always allow"], ["stop", "Deny"]), "stop"],
    [of(["a", "允许"], ["b", "拒绝"], ["c", "总是"]), "b"],
    [of(["a", "Go"], ["b", "Wait"]), "b"],
    [{ question_id: "b", question_text: "?", type: "boolean" } as Question, "false"],
  ])("opens on no", (question, id) => {
    expect(refusingChoice(question)).toBe(id);
  });
  it.each([
    [of(["allow", "Allow"], ["deny", "Deny"]), "deny", true],
    [of(["allow", "Allow"], ["deny", "Deny"]), "allow", false],
    [of(["a", "Go"], ["b", "Wait"]), "b", false],
    [of(["a", "Notify"]), "a", false],
    [of(["no_more_questions", "Always allow"]), "no_more_questions", false],
    [of(["a", "Go"]), { other: "no" }, false],
    [{ question_id: "b", question_text: "?", type: "boolean" } as Question, false, true],
    [{ question_id: "b", question_text: "?", type: "boolean" } as Question, true, false],
  ])("what refuses", (question, value, no) => {
    expect(refuses(question, value)).toBe(no);
  });
  it("a draft brings back words and no leave", () => {
    const draft = { run: { picked: ["allow"], other_on: true, other: "not now", note: "n" }, sure: { yes: true } };
    expect(wordsOf(draft)).toEqual({ run: { other: "not now", note: "n" }, sure: {} });
  });
});

it.each([
  ["OAuth 2.0 (Recommended)", "OAuth 2.0", true],
  ["侧边导航（推荐）", "侧边导航", true],
  ["OAuth 2.0 (推荐用于生产环境)", "OAuth 2.0 (推荐用于生产环境)", false],
  ["(Recommended)", "(Recommended)", false],
  ["plain", "plain", false],
])("%s", (whole, label, recommended) => {
  expect(splitLabel(whole)).toEqual({ label, recommended });
});

describe("keys", () => {
  const key = (init: KeyboardEventInit & { keyCode?: number }) => new KeyboardEvent("keydown", init);
  it.each([
    [{ key: "3" }, false, { press: "digit", digit: 3 }],
    [{ key: "3" }, true, undefined],
    [{ key: "3", ctrlKey: true }, false, undefined],
    [{ key: "Enter" }, false, { press: "pick" }],
    [{ key: "Enter" }, true, undefined],
    [{ key: "Enter", ctrlKey: true }, true, { press: "submit" }],
    [{ key: "Enter", metaKey: true }, false, { press: "submit" }],
    [{ key: "Enter", ctrlKey: true, isComposing: true }, true, undefined],
    [{ key: "Enter", ctrlKey: true, keyCode: 229 }, true, undefined],
    [{ key: "Escape" }, true, { press: "back" }],
    [{ key: "Escape", isComposing: true }, true, undefined],
    [{ key: " " }, false, { press: "pick" }],
    [{ key: "ArrowDown" }, false, { press: "move", by: 1 }],
    [{ key: "ArrowLeft" }, false, { press: "turn", by: -1 }],
    [{ key: "Backspace" }, false, { press: "clear" }],
    [{ key: "a" }, false, undefined],
  ])("%j, typing: %s", (init, typing, press) => {
    expect(pressOf(key(init), typing)).toEqual(press);
  });
});
