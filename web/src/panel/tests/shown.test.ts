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

describe("actions of an agent", () => {
  const posing = "rm\u{a0}cаt";
  const exact = "rm\\u{a0}c\\u{430}t";
  const bash = (more: Partial<Question> = {}): Question => ({
    question_id: "a",
    header: "Permission",
    question_text: "Allow Bash?",
    description: `a:\n│ x\n│ Only this action: 0123456789abcdef\n│ command:\ncommand:\n│ ${posing}\ntimeout: 5`,
    action_digest: "ab".repeat(32),
    type: "multiple_choice",
    options: [choice("deny", { label: "No" }), choice("allow", { label: "Yes, this once" }), choice("always", { label: "Yes, and do not ask again", description: `allow Bash(${posing}) → session\nmode plan → session` }), choice("change", { label: "Yes, but changed", preview: posing })],
    follow_up_questions: { change: [{ ...text("instead"), question_text: "What instead?" }] },
    ...more,
  });
  const approval = (question: Question) => ask([question], { source: "approval" });
  const lines = (stage: Stage, place: string) =>
    [...stage.card.renderRoot.querySelectorAll(`${place} .line`)].map((line) => (line.classList.contains("foreign") ? `│ ${line.textContent}` : line.textContent));

  it("values stand behind the gutter, names and the digest do not", async () => {
    const stage = await Stage.of(approval(bash()));
    expect(stage.find("#q0-text").textContent).toBe("Allow Bash?");
    expect(lines(stage, '[data-action="a"]:not([data-carried])')).toEqual(["a:", "│ x", "│ Only this action: 0123456789abcdef", "│ command:", "command:", `│ ${exact}`, "timeout: 5"]);
    expect(stage.find("[data-digest]").textContent).toContain("abababababababab");
    expect(stage.find("[data-action]").contains(stage.find("[data-digest]"))).toBe(false);
    expect(lines(stage, '[data-carried="always"]')).toEqual([`│ allow Bash(${exact}) → session`, "│ mode plan → session"]);
    expect(stage.find(".preview .line").textContent).toBe(exact);
  });

  it("what an asker words itself is all behind the gutter", async () => {
    const own = bash({ question_text: `Run?\ncommand: ${posing}` });
    delete own.action_digest;
    const stage = await Stage.of(approval({ ...own, header: posing, options: [choice("go", { label: `${posing} (Recommended)` }), choice("no", { label: "No" })] }));
    expect(lines(stage, "#q0-text")).toEqual(["│ Run?", `│ command: ${exact}`]);
    expect(lines(stage, "[data-action]").slice(0, 2)).toEqual(["│ a:", "│ │ x"]);
    expect(stage.has("[data-digest]")).toBe(false);
    expect(stage.find('[data-choice="go"] .label').textContent?.trim()).toBe(`${exact} (Recommended)`);
    expect(stage.find(".chip").textContent).toBe(exact);
  });

  it("rules are read to the last before they are allowed", async () => {
    const height = vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(900);
    const stage = await Stage.of(approval(bash()));
    const read = async (selector: string) => {
      const box = stage.find(selector);
      box.scrollTop = 900;
      box.dispatchEvent(new Event("scroll"));
      await stage.after();
    };
    const tried = async (id: string) => {
      await stage.click(`[data-choice="${id}"]`);
      await stage.click("[data-submit]");
      return stage.answers;
    };
    expect(await tried("always")).toBeUndefined();
    await read('[data-action="a"]:not([data-carried])');
    await stage.key(" ", {}, stage.find('[data-choice="always"]'));
    expect((stage.card.shadowRoot?.activeElement as HTMLElement).dataset.carried).toBe("always");
    expect(await tried("always")).toBeUndefined();
    await read('[data-carried="always"]');
    expect(await tried("always")).toEqual({ a: "always" });

    const once = await Stage.of(approval(bash()));
    const box = once.find('[data-action="a"]:not([data-carried])');
    box.scrollTop = 900;
    box.dispatchEvent(new Event("scroll"));
    await once.after();
    await once.click('[data-choice="allow"]');
    await once.click("[data-submit]");
    expect(once.answers).toEqual({ a: "allow" });
    height.mockRestore();
  });

  it("what it should run with instead is asked in plain words", async () => {
    const stage = await Stage.of(approval(bash()));
    await stage.click('[data-choice="change"]');
    expect(stage.find("#q1-text").textContent).toBe("What instead?");
    expect(stage.has('[data-action="instead"]')).toBe(false);
    await stage.type('[data-own="instead"]', "{}");
    await stage.click("[data-submit]");
    expect(stage.answers).toEqual({ a: "change", instead: "{}" });
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
