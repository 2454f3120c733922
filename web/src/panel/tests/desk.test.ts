// Drafts, refusals, races, clocks: the card and the desk behind the page.
import { describe, expect, it } from "vitest";
import type { Draft } from "../../form/wire.ts";
import type { PanelEventDetails } from "../types.ts";
import { type Said, ask, choice, outcome, pick, Stage, stillTime, text } from "./stage.ts";

stillTime();

describe("drafts", () => {
  const draft: Draft = { a: { picked: ["y"], note: "n" } };
  it("come in", async () => {
    const stage = await Stage.of(ask([pick("a")]), { draft });
    expect(stage.has('[data-choice="y"][aria-checked="true"]')).toBe(true);
    expect(stage.find<HTMLTextAreaElement>("[data-note]").value).toBe("n");
  });

  it("an empty one leaves the defaults", async () => {
    const stage = await Stage.of(ask([pick("a", { options: [choice("x", { default: true })] })]), { draft: {} });
    expect(stage.has('[data-choice="x"][aria-checked="true"]')).toBe(true);
  });

  it("go out a moment after the last key, once", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "8");
    await stage.type("[data-own]", "80");
    expect(stage.count("question-draft")).toBe(0);
    await stage.after(500);
    expect(stage.said).toEqual([["question-draft", { interaction_id: "i1", session_id: "s1", draft: { t: { text: "80" } } }]]);
  });

  it("go out when the card goes away", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "80");
    stage.card.remove();
    expect(stage.count("question-draft")).toBe(1);
  });

  it("from elsewhere does not disturb who types, and is taken later", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "mine");
    stage.card.draft = { t: { text: "theirs" } };
    await stage.after();
    expect(stage.find<HTMLTextAreaElement>("[data-own]").value).toBe("mine");
    stage.find("[data-own]").blur();
    await stage.after(10_000);
    stage.card.draft = { t: { text: "theirs, later" } };
    await stage.after();
    expect(stage.find<HTMLTextAreaElement>("[data-own]").value).toBe("theirs, later");
  });
});

describe("the desk's word", () => {
  it("an asker that is away is told of while it can be answered, and nothing typed is lost", async () => {
    const away = "Asker away";
    const stage = await Stage.of(ask([text("t")]));
    const told = (): boolean => stage.card.shadowRoot?.textContent?.includes(away) ?? false;
    await stage.type("[data-own]", "80");
    const seen = [told()];
    for (const unattended of [true, false, true]) {
      stage.card.interaction = ask([text("t")], { unattended });
      await stage.after();
      seen.push(told());
    }
    expect(seen).toEqual([false, true, false, true]);
    expect(stage.find<HTMLTextAreaElement>("[data-own]").value).toBe("80");
  });

  it("a refusal unlocks, keeps and says it; sending the same again has the same key", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "80");
    await stage.key("Enter", { ctrlKey: true });
    stage.card.folded = true;
    stage.card.refusal = { code: "unreachable", message: "" };
    await stage.after();
    expect([stage.card.folded, stage.find("[role=alert]").textContent?.includes("could not be reached")]).toEqual([false, true]);
    expect(stage.find<HTMLTextAreaElement>("[data-own]").value).toBe("80");
    await stage.click("[data-submit]");
    await stage.after();
    const keys = stage.said.filter(([name]) => name === "question-answer").map(([, detail]) => (detail as PanelEventDetails["question-answer"]).idempotency_key);
    expect(keys.length).toBe(2);
    expect(keys[0]).toBe(keys[1]);
    stage.card.refusal = { code: "unreachable", message: "again" };
    await stage.after();
    await stage.type("[data-own]", "81");
    await stage.click("[data-submit]");
    const last = stage.said.at(-1)?.[1] as PanelEventDetails["question-answer"];
    expect(last.idempotency_key).not.toBe(keys[0]);
  });

  it("the race is lost: who won is told, and what was typed stays", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "my long words");
    const answers = [{ question_id: "t", header: null, question: "t?", answer: "theirs" }];
    stage.card.interaction = ask([text("t")], { state: "answered", outcome: outcome({ answers }) });
    await stage.after();
    const told = stage.find("[role=alert]").textContent ?? "";
    expect([told.includes("lin"), told.includes("terminal"), told.includes("my long words")]).toEqual([true, true, true]);
    expect(stage.find(".given").textContent).toBe("theirs");
    expect(stage.has("[data-submit]")).toBe(false);
  });

  it("the stream tells of the end before the refusal does", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "mine");
    await stage.key("Enter", { ctrlKey: true });
    const answers = [{ question_id: "t", header: null, question: "t?", answer: "theirs" }];
    stage.card.interaction = ask([text("t")], { state: "answered", outcome: outcome({ answers }) });
    await stage.after();
    stage.card.refusal = { code: "already_answered", message: "Already answered" };
    await stage.after();
    expect(stage.find("[role=alert]").textContent).toContain("mine");
  });

  it("one's own answer is no lost race", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "mine");
    await stage.key("Enter", { ctrlKey: true });
    const answers = [{ question_id: "t", header: null, question: "t?", answer: "mine" }];
    stage.card.interaction = ask([text("t")], { state: "answered", outcome: outcome({ answers, via: "web" }) });
    await stage.after();
    expect([stage.has("[role=alert]"), stage.live]).toEqual([false, "Your answer was taken."]);
    expect(stage.card.shadowRoot?.activeElement).toBe(stage.find("[data-closed]"));
  });

  it("too late: it can be asked again", async () => {
    const stage = await Stage.of(ask([text("t")]));
    await stage.type("[data-own]", "slow words");
    stage.card.interaction = ask([text("t")], { state: "timeout", outcome: outcome({ state: "timeout", decided_by: "timeout", by: "desk", via: "desk" }) });
    await stage.after();
    expect(stage.find("[role=alert]").textContent).toContain("slow words");
    await stage.click("[data-reopen]");
    expect(stage.count("question-reopen")).toBe(1);
  });
});

describe("cancel, hold and chain", () => {
  it("cancel asks once and takes a reason", async () => {
    const stage = await Stage.of(ask([pick("a")]));
    await stage.click("[data-cancel]");
    expect(stage.count("question-cancel")).toBe(0);
    await stage.type("[data-reason]", " let us talk first ");
    await stage.click("[data-cancel-confirm]");
    const [, detail] = stage.said.at(-1) as Said;
    expect(detail).toMatchObject({ interaction_id: "i1", session_id: "s1", reason: "let us talk first" });
    expect(stage.count("question-answer")).toBe(0);
  });

  it("the clock can be held and let go", async () => {
    const deadline = { at: new Date(Date.now() + 300_000).toISOString() };
    const stage = await Stage.of(ask([pick("a")], { deadline }));
    expect(stage.find(".deadline").textContent).toContain("Nothing is chosen for you");
    await stage.click("[data-hold]");
    stage.card.interaction = ask([pick("a")], { deadline: { ...deadline, held_with: 252_000 } });
    await stage.after();
    expect(stage.find(".deadline").textContent).toContain("04:12");
    await stage.click("[data-hold]");
    const held = stage.said.filter(([name]) => name === "question-hold").map(([, detail]) => (detail as PanelEventDetails["question-hold"]).hold);
    expect(held).toEqual([true, false]);
  });

  it("the person ends a chain or allows more", async () => {
    const stage = await Stage.of(ask([pick("a")], { chain: 9 }));
    for (const at of [2, 3]) {
      await stage.click("[data-menu-button]");
      await stage.click(`.menu-item:nth-of-type(${at})`);
    }
    const more = stage.said.map(([, detail]) => (detail as PanelEventDetails["question-chain"]).more);
    expect(more).toEqual([10, null]);
  });
});
