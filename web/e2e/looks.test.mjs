// Every view in every size, colour and language: nothing that axe finds wrong, nothing that sticks out.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, person, PHONE, WIDE } from "./browser.mjs";
import { ready } from "./card.mjs";
import { Desk } from "./desk.mjs";
import { boolean, boxes, choice, followed, text } from "./words.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const SESSION = "0198a0b0-c0d0-7e0f-8000-000000000001";

let desk, browser, open, home;
before(async () => {
  home = mkdtempSync(join(tmpdir(), "sayso-looks-"));
  mkdirSync(join(home, "shop"));
  const line = (fields) => JSON.stringify({ sessionId: SESSION, cwd: "/srv/shop", ...fields });
  const blocks = (...content) => ({ type: "assistant", message: { content } });
  writeFileSync(join(home, "shop", `${SESSION}.jsonl`), [
    line({ type: "user", uuid: "u", parentUuid: null, message: { content: "A person said this" } }),
    line({ ...blocks({ type: "thinking", thinking: "Hm." }, { type: "text", text: "A **text**" }, { type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } }), uuid: "a", parentUuid: "u" }),
    line({ type: "user", uuid: "r", parentUuid: "a", message: { content: [{ type: "tool_result", tool_use_id: "t", is_error: true, content: "no" }] } }),
    "{ torn",
    line({ ...blocks({ type: "tool_use", id: "q", name: "AskUserQuestion", input: { questions: [{ question: "Which?", header: "Way", multiSelect: false, options: [{ label: "Left", description: "Mill" }, { label: "Right", description: "Bridge" }] }] } }), uuid: "b", parentUuid: "r" }),
    "",
  ].join("\n"));
  mkdirSync(join(home, ".claude/skills/release"), { recursive: true });
  writeFileSync(join(home, ".claude/skills/release/SKILL.md"), "---\nname: release\ndescription: Before a release\n---\n```ask_user_question\nvariables:\n  version: {description: The next one}\nquestions:\n  - {question: \"Release {{version}}?\", header: Release, multiSelect: false, options: [{label: Yes, description: a}, {label: No, description: b}]}\n```\n");
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

/** Nothing scrolls sideways, and nothing that can be touched is too small for a finger. */
async function layout(page, touch) {
  return page.evaluate((touch) => {
    const wrong = [];
    if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
    if (document.documentElement.scrollHeight > innerHeight) wrong.push(`the page is ${document.documentElement.scrollHeight} high`);
    const visit = (root) => {
      for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot) visit(element.shadowRoot);
        if (!element.checkVisibility()) continue;
        const box = element.getBoundingClientRect();
        const fits = getComputedStyle(element).overflowX;
        if (element.scrollWidth > element.clientWidth + 1 && fits === "visible" && box.right > innerWidth + 1) wrong.push(`${element.localName}.${element.className} sticks out`);
        if (element.matches("footer.foot") && box.bottom > innerHeight + 1) wrong.push("the buttons are cut off");
        const tappable = element.matches("button, select, input:not([type=checkbox], [type=radio]), textarea, a[href]:not(p a, .md a)");
        if (touch && tappable && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.height < 43) wrong.push(`${element.localName}.${element.className} is ${Math.round(box.height)} high`);
      }
    };
    visit(document);
    return wrong;
  }, touch);
}

const views = [
  ["the inbox", "/"],
  ["a session with its card", () => `/q/${open.interaction_id}`],
  ["what was decided", "/done"],
  ["sessions", "/sessions"],
  ["transcripts", "/transcripts"],
  ["a transcript", () => `/t/${encodeURIComponent(`shop:${SESSION}`)}`],
  ["starting something", "/new"],
  ["settings", "/settings"],
  ["a link to nothing", "/q/00000000000000000000000000000000"],
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
    for (const [name, path] of views) {
      await page.goto(desk.url + (typeof path === "string" ? path : path()));
      if (name.includes("card")) await ready(page);
      else await page.locator("inbox-list, session-view, settings-view, transcript-view, new-view").first().waitFor();
      if (name === "a transcript") await page.locator("transcript-view article.ask_user_question").first().waitFor();
      if (name === "starting something") await page.locator("template-form summary").first().click();
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
      assert.deepEqual(await violations(page), [], name);
      assert.deepEqual(await layout(page, look.touch ?? false), [], name);
    }
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

test("parts that open: rounds, options, thinking, find, cancel, batch, sign-in", async () => {
  const { page, context } = await person(browser, desk, { path: `/q/${open.interaction_id}` });
  await ready(page);
  const check = async (name) => assert.deepEqual(await violations(page), [], name);
  await page.locator("rounds-panel").getByRole("button", { name: "Options" }).first().click();
  await check("options of a round");
  await page.getByRole("button", { name: "Find in this session" }).click();
  await page.getByRole("searchbox", { name: "Find in this session" }).fill("person");
  await page.locator("session-transcript .marked").waitFor();
  await check("find");
  await page.locator("question-dock [data-cancel]").click();
  await check("cancel");
  await page.getByText("Answer together").click();
  await page.locator("batch-view user-question-panel").waitFor();
  await check("batch");
  await context.clearCookies();
  await page.goto(desk.url);
  await page.getByText("This page needs to know that it is you").waitFor();
  await check("sign-in");
  await context.close();
});

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
