// What the card shows: approvals, history, long lists, files, languages.
import { describe, expect, it, vi } from "vitest";
import type { Question } from "../../form/wire.ts";
import { ask, choice, outcome, pick, Stage, stillTime, text, yesNo } from "./stage.ts";

stillTime();

describe("headers", () => {
  const long = "A header beyond what is advised";
  it.each<[string, Question[], boolean]>([
    ["alone", [pick("a", { header: "Auth" })], true],
    ["named by its tab", [pick("a", { header: "Twelve chars" }), text("b")], false],
    ["named by its tab, in wide letters", [pick("a", { header: "十二个字的标题刚好这么长" }), text("b")], false],
    ["too long for its tab", [pick("a", { header: long }), text("b")], true],
    ["without one", [pick("a"), text("b")], false],
  ])("%s", async (_, questions, shown) => {
    const stage = await Stage.of(ask(questions));
    expect(stage.has('[data-question="a"] .chip')).toBe(shown);
    if (shown) expect(stage.find('[data-question="a"] .chip').textContent).toBe(questions[0]?.header);
  });
});

describe("approvals", () => {
  const approval = (question: Question) => ask([question], { source: "approval" });
  const action = "rm -rf /\u{202e}tmp";

  it("show the exact action, and the focus goes to no", async () => {
    const stage = await Stage.of(approval(yesNo("b", { description: action })));
    expect(stage.find("[data-action]").textContent).toBe("rm -rf /\\u{202e}tmp");
    expect(stage.has("[data-action] mark")).toBe(true);
    stage.card.focusFirst();
    expect((stage.card.shadowRoot?.activeElement as HTMLElement).dataset.choice).toBe("false");
    expect(stage.has('[aria-checked="true"]')).toBe(false);
  });

  it("yes only after the end was seen; no at any time", async () => {
    const height = vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(900);
    const stage = await Stage.of(approval(yesNo("b", { description: action })));
    await stage.click('[data-choice="true"]');
    await stage.click("[data-submit]");
    expect(stage.answers).toBeUndefined();
    const box = stage.find("[data-action]");
    box.scrollTop = 900;
    box.dispatchEvent(new Event("scroll"));
    await stage.after();
    await stage.click('[data-choice="true"]');
    await stage.click("[data-submit]");
    expect(stage.answers).toEqual({ b: true });

    const other = await Stage.of(approval(yesNo("b", { description: action })));
    await other.click('[data-choice="false"]');
    await other.click("[data-submit]");
    expect(other.answers).toEqual({ b: false });
    height.mockRestore();
  });

  it("own words let nothing happen that was not read", async () => {
    const height = vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(900);
    const stage = await Stage.of(approval(pick("a", { description: action })));
    await stage.type("[data-own]", "yes, go");
    await stage.click("[data-submit]");
    expect(stage.answers).toBeUndefined();
    height.mockRestore();
  });
});

describe("history", () => {
  it("shows what was offered and picked, and takes nothing", async () => {
    const answers = [{ question_id: "a", header: null, question: "a?", answer: ["y", { other: "mine" }], note: "n" }];
    const stage = await Stage.of(ask([pick("a", { type: "checkbox" })], { state: "answered", outcome: outcome({ answers }) }));
    const picked = [...stage.card.renderRoot.querySelectorAll('[aria-checked="true"]')];
    expect(picked.length).toBe(2);
    expect(stage.card.renderRoot.querySelectorAll("[data-choice]").length).toBe(3);
    await stage.click('[data-choice="x"]');
    await stage.keys("3", "Ctrl+Enter");
    expect([stage.card.renderRoot.querySelectorAll('[aria-checked="true"]').length, stage.said]).toEqual([2, []]);
  });

  it("says that a secret was given, and not what", async () => {
    const answers = [{ question_id: "t", header: null, question: "t?", answer: null }];
    const stage = await Stage.of(ask([text("t", { secret: true })], { state: "answered", outcome: outcome({ answers }) }));
    expect(stage.find(".body").textContent).toContain("kept secret");
  });

  it("marks what nobody chose", async () => {
    const answers = [{ question_id: "a", header: null, question: "a?", answer: "x" }];
    const stage = await Stage.of(ask([pick("a")], { state: "timeout", outcome: outcome({ state: "timeout", decided_by: "timeout", answers, defaulted: ["a"] }) }));
    expect(stage.find(".body").textContent).toContain("chosen by nobody");
  });
});

describe("ten thousand options", () => {
  const options = Array.from({ length: 10_000 }, (_, i) => choice(`o${i}`));
  it("draws few, finds any, and keeps what was picked", async () => {
    const stage = await Stage.of(ask([pick("a", { type: "checkbox", options })]));
    expect(stage.card.renderRoot.querySelectorAll("[data-choice]").length).toBeLessThan(200);
    await stage.type("[data-filter]", "o9876");
    expect(stage.card.renderRoot.querySelectorAll("[data-choice]").length).toBe(1);
    await stage.key("Enter");
    await stage.key(" ");
    await stage.type("[data-filter]", "");
    expect(stage.find(".picked-list").textContent).toContain("o9876");
    await stage.click("[data-submit]");
    expect(stage.answers).toEqual({ a: ["o9876"] });
  });
});

it("speaks Chinese where the page does", async () => {
  const stage = await Stage.of(ask([pick("a")], { round: 2 }), { lang: "zh", rounds: 3 });
  expect(stage.find(".head").textContent).toContain("第 2 轮 / 共 3 轮");
  expect(stage.find("[data-submit]").textContent).toContain("确认");
});

describe("files it refers to", () => {
  const open = async (stage: Stage) => {
    const details = stage.find<HTMLDetailsElement>("details");
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
    await stage.after(10);
  };
  const asked = (lines?: [number, number]) => ask([pick("a", { context: [{ path: "src/a.rs", lines }] })]);

  it("shows the lines that are meant, and the whole file when asked to", async () => {
    const readContext = vi.fn(() => Promise.resolve("one\ntwo\nthree\nfour"));
    const stage = await Stage.of(asked([2, 3]), { readContext });
    await open(stage);
    expect(readContext).toHaveBeenCalledWith({ path: "src/a.rs", lines: [2, 3] });
    expect(stage.find("details code").textContent).toBe("two\nthree");
    await stage.click("[data-whole]");
    expect(stage.find("details code").textContent).toBe("one\ntwo\nthree\nfour");
    await stage.click("[data-whole]");
    expect(stage.find("details code").textContent).toBe("two\nthree");
    expect(readContext).toHaveBeenCalledTimes(1);
    expect(stage.answers).toBeUndefined();
  });

  it.each(["failed", "loading"])("a file that says only %j is a file", async (words) => {
    const stage = await Stage.of(asked(), { readContext: () => Promise.resolve(words) });
    await open(stage);
    expect(stage.find("details code").textContent).toBe(words);
  });

  it("says why it cannot be read, and tries again", async () => {
    const readContext = vi.fn(() => Promise.reject(new Error("not of this desk")));
    const stage = await Stage.of(asked(), { readContext });
    await open(stage);
    expect(stage.find("details").textContent).toContain("not of this desk");
    await open(stage);
    expect(readContext).toHaveBeenCalledTimes(2);
  });
});
