// Every view in every size, colour and language: nothing that axe finds wrong, nothing that sticks out.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, person, PHONE, WIDE } from "./browser.mjs";
import { ready } from "./card.mjs";
import { Desk } from "./desk.mjs";
import { layoutTroubles } from "./layout.mjs";
import { asking, line, RELEASE, RELEASE_PATH, SESSION, toldOf, write } from "./left-behind.mjs";
import { boolean, boxes, choice, followed, text } from "./words.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let desk, browser, open, home;
before(async () => {
  home = mkdtempSync(join(tmpdir(), "sayso-looks-"));
  const said = (...fields) => line("/srv/shop", ...fields);
  write(home, `shop/${SESSION}.jsonl`, [
    said("user", "u", null, "A person said this"),
    said("assistant", "a", "u", [{ type: "thinking", thinking: "Hm." }, { type: "text", text: "A **text**" }, { type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } }]),
    said("user", "r", "a", toldOf("t", "no", { is_error: true })),
    "{ torn\n",
    said("assistant", "b", "r", asking("q", "Which?", "Way", [{ label: "Left", description: "Mill" }, { label: "Right", description: "Bridge" }])),
  ].join(""));
  write(home, RELEASE_PATH, RELEASE);
  desk = await Desk.open(["serve"], { SAYSO_TRANSCRIPTS: home }, home);
  browser = await launch();
  const session_id = "looks";
  const done = await desk.ask(choice(), { session_id, project: "/srv/shop" });
  await desk.call("POST", `/api/interactions/${done.interaction_id}/answer`, { answers: [{ question_id: done.questions[0].question_id, answer: "jwt", note: "for now" }] });
  const off = await desk.ask(boxes(), { session_id });
  await desk.call("POST", `/api/interactions/${off.interaction_id}/cancel`, { reason: "not now" });
  for (const [kind, content] of [
    ["text", { text: "A **text** with `code`, [a link](https://example.com) and\n\n| a | b |\n|---|---|\n| 1 | 2 |" }],
    ["text", { role: "user", text: "What a person said" }],
    ["thinking", { thinking: "Hm.\n\nWell." }],
    ["tool_use", { name: "Bash", input: { command: "ls -la", timeout: 5 } }],
    ["tool_result", { content: "a\nb", is_error: false }],
    ["tool_result", { content: "No such file", is_error: true }],
    ["error", { text: "It broke" }],
    ["info", { text: "A hint" }],
    ["complete", { text: "Done" }],
  ]) await desk.say(session_id, kind, content);
  open = await desk.ask(followed(), { session_id, timeout_seconds: 3_600, on_timeout: "terminate", total_rounds: 4 });
  await desk.ask({ questions: [boxes(), text(), boolean()] }, { session_id });
  await desk.ask(boolean({ question_text: "Run `rm -rf build`?" }), { source: "approval", agent: "Codex" });
  for (const n of [1, 2]) await desk.ask(boolean({ question_text: "Deploy?" }), { session_id: `alike-${n}` });
});
after(async () => {
  await browser?.close();
  await desk?.close();
  rmSync(home, { recursive: true, force: true });
});

/** What axe finds, in words one can act on. */
async function violations(page) {
  // The page's policy lets no foreign script in; the browser's own door does.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${JSON.stringify(node.target)} ${node.failureSummary}`));
}

/** What was drawn last is laid out. */
const settled = (page) => page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));

/** A view, where it is, and what is there once it is drawn: the list stands beside most of them. */
const views = [
  ["the inbox", "/", 'inbox-list a.row[href^="/q/"]'],
  ["a session with its card", () => `/q/${open.interaction_id}`, "session-transcript article.said.complete"],
  ["what was decided", "/done", "inbox-list a.row .mark.cancelled"],
  ["sessions", "/sessions", 'inbox-list a.row[href="/s/looks"]'],
  ["transcripts", "/transcripts", 'inbox-list a.row[href^="/t/"]'],
  ["a transcript", () => `/t/${encodeURIComponent(`shop:${SESSION}`)}`, "transcript-view article.ask_user_question"],
  ["starting something", "/new", "template-form summary"],
  ["settings", "/settings", "settings-view dl dd"],
  ["a link to nothing", "/q/00000000000000000000000000000000", "session-view .missing a.button"],
];
const looks = [
  { name: "wide, light, English", size: WIDE },
  { name: "wide, dark, Chinese", size: WIDE, dark: true, lang: "zh-CN" },
  { name: "phone, light, Chinese", size: PHONE, touch: true, lang: "zh-CN" },
  { name: "phone, dark, English", size: PHONE, touch: true, dark: true },
];
for (const look of looks) {
  test(`every view: ${look.name}`, async () => {
    const { page, context, troubles } = await person(browser, desk, look);
    for (const [name, path, drawn] of views) {
      await page.goto(desk.url + (typeof path === "string" ? path : path()));
      await page.locator(drawn).first().waitFor();
      if (name.includes("card")) await ready(page);
      if (name === "starting something") await page.locator("template-form summary").first().click();
      await settled(page);
      assert.deepEqual(await violations(page), [], name);
      assert.deepEqual(await layoutTroubles(page, look), [], name);
    }
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

for (const look of [{ name: "wide" }, { name: "on a phone", size: PHONE, touch: true }]) {
  test(`parts that open: rounds, options, thinking, find, note, fold, cancel, batch, sign-in, ${look.name}`, async () => {
    const { page, context } = await person(browser, desk, { ...look, path: `/q/${open.interaction_id}` });
    const panel = await ready(page);
    const check = async (name) => {
      await settled(page);
      assert.deepEqual(await violations(page), [], name);
      assert.deepEqual(await layoutTroubles(page, look), [], name);
    };
    if (look.touch) await page.getByRole("button", { name: "Rounds" }).tap();
    await page.locator("rounds-panel").getByRole("button", { name: "Options" }).first().click();
    await page.locator("rounds-panel user-question-panel [data-option]").first().waitFor();
    await check("options of a round");
    if (look.touch) await page.locator("rounds-panel").getByRole("button", { name: "Close" }).tap();
    await page.getByRole("button", { name: "Find in this session" }).click();
    await page.getByRole("searchbox", { name: "Find in this session" }).fill("Hm.");
    await page.locator("session-transcript .marked summary").click();
    await page.locator("session-transcript details.thinking[open] .md").waitFor();
    await check("find, and a thought");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await panel.locator("[data-option]").first().click();
    await panel.locator("[data-add-note]").first().click();
    await panel.locator("[data-note]").first().waitFor();
    await check("follow-ups and a note");
    await page.locator("question-dock [data-cancel]").click();
    await panel.locator("[data-reason]").waitFor();
    await check("cancel");
    await page.locator("question-dock [data-keep]").click();
    await page.keyboard.press("Escape");
    await page.locator("user-question-panel[folded]").waitFor();
    await check("folded");
    if (look.touch) await page.goto(desk.url);
    await page.getByText("Answer together").click();
    await page.locator("batch-view user-question-panel[armed]").waitFor();
    await check("batch");
    await context.clearCookies();
    await page.goto(desk.url);
    await page.getByText("This page needs to know that it is you").waitFor();
    await check("sign-in");
    await context.close();
  });
}

test("the looks that a person sets are kept", async () => {
  const { page, context } = await person(browser, desk, { path: "/settings" });
  await page.getByText("中文").click();
  await page.getByRole("heading", { name: "设置" }).waitFor();
  await page.getByText("深色").click();
  await page.reload();
  await page.getByRole("heading", { name: "设置" }).waitFor();
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
  await context.close();
});
