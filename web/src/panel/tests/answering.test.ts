// Keys and clicks in, answers out.
import { describe, expect, it } from "vitest";
import type { PanelEventDetails } from "../types.ts";
import type { Question } from "../../form/wire.ts";
import { ask, choice, pick, Stage, stillTime, text, yesNo } from "./stage.ts";

stillTime();

describe("keys alone answer", () => {
  const options = Array.from({ length: 60 }, (_, i) => choice(`o${i}`));
  const rows: [string, Question[], string[], Record<string, unknown> | undefined][] = [
    ["one choice by digit", [pick("a")], ["2", "Ctrl+Enter"], { a: "y" }],
    ["by arrows and space", [pick("a")], ["ArrowDown", "ArrowDown", " ", "Ctrl+Enter"], { a: "y" }],
    ["Enter picks and does not send", [pick("a")], ["ArrowDown", "Enter"], undefined],
    ["highlighted is not chosen", [pick("a")], ["ArrowDown", "ArrowDown", "Ctrl+Enter"], undefined],
    ["many choices", [pick("a", { type: "checkbox" })], ["3", "1", "2", "2", "Ctrl+Enter"], { a: ["x", "z"] }],
    ["yes", [yesNo("b")], ["1", "Ctrl+Enter"], { b: true }],
    ["no", [yesNo("b")], ["2", "Ctrl+Enter"], { b: false }],
    ["a pick is taken back", [pick("a")], ["1", "Backspace", "Ctrl+Enter"], undefined],
    ["of an optional one by the same digit", [pick("a", { required: false })], ["1", "1", "Ctrl+Enter"], undefined],
    ["a digit beyond the options", [pick("a")], ["9", "Ctrl+Enter"], undefined],
    ["follow-ups", [pick("a", { follow_up_questions: { x: [yesNo("b")] } })], ["1", "ArrowDown", " ", "Ctrl+Enter"], { a: "x", b: true }],
    ["several questions", [pick("a"), yesNo("b")], ["1", "ArrowRight", "2", "Ctrl+Enter"], { a: "x", b: false }],
    ["far down a long list", [pick("a", { options })], ["ArrowDown", ..."ArrowDown ".repeat(59).trim().split(" "), " ", "Ctrl+Enter"], { a: "o59" }],
    ["an approval takes no digit", [yesNo("b")], ["1", "Ctrl+Enter"], undefined],
  ];
  it.each(rows)("%s", async (name, questions, keys, answers) => {
    const stage = await Stage.of(ask(questions, { source: name.includes("approval") ? "approval" : "tool" }));
    await stage.keys(...keys);
    expect(stage.answers).toEqual(answers);
  });
});

describe("the pointer answers", () => {
  const rows: [string, Question[], string[], Record<string, unknown> | undefined][] = [
    ["one choice", [pick("a")], ['[data-choice="y"]', "[data-submit]"], { a: "y" }],
    ["another instead", [pick("a")], ['[data-choice="y"]', '[data-choice="z"]', "[data-submit]"], { a: "z" }],
    ["again is still picked", [pick("a")], ['[data-choice="y"]', '[data-choice="y"]', "[data-submit]"], { a: "y" }],
    ["many", [pick("a", { type: "checkbox" })], ['[data-choice="y"]', '[data-choice="x"]', "[data-submit]"], { a: ["x", "y"] }],
    ["a default as it stands", [pick("a", { options: [choice("x", { default: true }), choice("y")] })], ["[data-submit]"], { a: "x" }],
    ["nothing", [pick("a")], ["[data-submit]"], undefined],
    ["through tabs and review", [pick("a"), yesNo("b")], ['[data-choice="x"]', "[data-next]", '[data-choice="false"]', "[data-next]", "[data-submit]"], { a: "x", b: false }],
    ["optional ones may stay open", [pick("a"), yesNo("b", { required: false })], ['[data-choice="x"]', "[data-next]", "[data-next]", "[data-submit]"], { a: "x" }],
  ];
  it.each(rows)("%s", async (_, questions, clicks, answers) => {
    const stage = await Stage.of(ask(questions));
    for (const selector of clicks) await stage.click(selector);
    expect(stage.answers).toEqual(answers);
  });

  it("a double click of an optional choice picks it", async () => {
    const stage = await Stage.of(ask([pick("a", { required: false })]));
    await stage.click('[data-choice="x"]', 1);
    await stage.click('[data-choice="x"]', 2);
    await stage.click("[data-submit]");
    expect(stage.answers).toEqual({ a: "x" });
  });
});

describe("own words, text and notes", () => {
  it("writing own words picks them, and the pick goes", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    await stage.click('[data-choice="x"]');
    await stage.type("[data-own]", "mine");
    await stage.key("Enter", { ctrlKey: true });
    expect(stage.answers).toEqual({ a: { other: "mine" } });
  });

  it("0 leads to own words, and digits there are text", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    await stage.key("0");
    expect(stage.card.shadowRoot?.activeElement).toBe(stage.find("[data-own]"));
    expect(await stage.key("1")).toBe(false);
    expect(stage.has('[data-choice="x"][aria-checked="true"]')).toBe(false);
  });

  it("a note goes beside the answer", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "8080");
    await stage.click("[data-add-note]");
    await stage.type("[data-note]", "for now");
    await stage.click("[data-submit]");
    const detail = stage.said.find(([name]) => name === "question-answer")?.[1] as PanelEventDetails["question-answer"];
    expect(detail.answers).toEqual([{ question_id: "t", answer: "8080", note: "for now" }]);
  });

  it.each([
    [{ isComposing: true }],
    [{ keyCode: 229 } as KeyboardEventInit],
  ])("the Enter that ends a composition sends nothing: %j", async (composing) => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "你好");
    await stage.key("Enter", { ...composing, ctrlKey: true });
    await stage.key("Escape", composing);
    expect([stage.answers, stage.card.folded]).toEqual([undefined, false]);
  });

  it("a secret is masked and stays out of the draft", async () => {
    const stage = await Stage.of(ask([text("t", { secret: true })]));
    expect(stage.find<HTMLInputElement>("[data-own]").type).toBe("password");
    await stage.type("[data-own]", "hush");
    await stage.after(1_000);
    expect(stage.said).toEqual([["question-draft", { interaction_id: "i1", session_id: "s1", draft: {} }]]);
    await stage.click("[data-submit]");
    expect(stage.answers).toEqual({ t: "hush" });
  });
});

describe("nothing is answered by accident", () => {
  it("a card that has just appeared hears nothing", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    stage.card.interaction = ask([pick("a")], { interaction_id: "i2" });
    await stage.after();
    expect(stage.card.armed).toBe(false);
    await stage.keys("1", "Ctrl+Enter");
    await stage.click('[data-choice="y"]');
    await stage.click("[data-submit]");
    expect([stage.answers, stage.has('[aria-checked="true"]')]).toEqual([undefined, false]);
    await stage.after(500);
    await stage.keys("1", "Ctrl+Enter");
    expect(stage.answers).toEqual({ a: "x" });
  });

  it("Esc goes one layer back, folds, and never answers", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    await stage.key("1");
    await stage.click("[data-cancel]");
    await stage.key("Escape");
    expect([stage.has("[data-reason]"), stage.card.folded]).toEqual([false, false]);
    await stage.key("Escape");
    expect(stage.card.folded).toBe(true);
    await stage.click("[data-unfold]");
    expect(stage.has('[data-choice="x"][aria-checked="true"]')).toBe(true);
    expect([stage.count("question-answer"), stage.count("question-cancel"), stage.count("question-fold")]).toEqual([0, 0, 2]);
  });

  it("what is sent cannot be sent twice or changed", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    await stage.keys("1", "Ctrl+Enter", "Ctrl+Enter", "2", "Ctrl+Enter");
    await stage.click("[data-submit]");
    expect([stage.count("question-answer"), stage.answers]).toEqual([1, { a: "x" }]);
  });

  it.each([{ offline: true }, { readonly: true }])("%j sends nothing", async (more) => {
    const stage = await Stage.of(ask([pick("a")]), more);
    await stage.keys("1", "Ctrl+Enter");
    expect(stage.count("question-answer")).toBe(0);
  });

  it("focus is never taken by itself", async () => {
    const field = document.createElement("input");
    document.body.append(field);
    field.focus();
    const stage = await Stage.of(ask([text("t")]));
    stage.card.interaction = ask([pick("a")], { interaction_id: "i2" });
    await stage.after(1_000);
    expect(document.activeElement).toBe(field);
    expect(stage.card.takeKey(new KeyboardEvent("keydown", { key: "1" }))).toBe(true);
    field.addEventListener("keydown", (event) => expect(stage.card.takeKey(event)).toBe(false));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true, composed: true }));
  });
});

describe("what is missing is pointed at", () => {
  it("and the focus goes there", async () => {
    const stage = await Stage.of(ask([pick("a"), text("t"), yesNo("b")]));
    await stage.keys("1", "Ctrl+Enter");
    expect([stage.card.shadowRoot?.activeElement, stage.live]).toEqual([stage.find('[data-own="t"]'), "This needs an answer"]);
    expect(stage.find(".foot-words").textContent).toContain("2 questions");
  });

  it("a follow-up counts as soon as it is on the table", async () => {
    const stage = await Stage.of(ask([pick("a", { follow_up_questions: { x: [text("t")] } })]));
    await stage.keys("1", "Ctrl+Enter");
    expect([stage.answers, stage.has('[data-own="t"]')]).toEqual([undefined, true]);
    await stage.click('[data-choice="y"]');
    expect(stage.has('[data-own="t"]')).toBe(false);
    await stage.click("[data-submit]");
    expect(stage.answers).toEqual({ a: "y" });
  });

  it("what was answered before is neither asked nor sent", async () => {
    const stage = await Stage.of(ask([pick("a"), yesNo("b")], { answered: ["a"] }));
    await stage.keys("ArrowRight", "1", "Ctrl+Enter");
    expect(stage.answers).toEqual({ b: true });
  });
});
