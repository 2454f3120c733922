// Texts that mean harm, in every field that can hold text: nothing runs, nothing is fetched from
// anywhere else, and the layout holds.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, person, PHONE } from "./browser.mjs";
import { card, ready } from "./card.mjs";
import { Desk } from "./desk.mjs";

let desk, browser, trap, caught, home;
before(async () => {
  home = mkdtempSync(join(tmpdir(), "sayso-hostile-"));
  mkdirSync(join(home, ".claude/skills"), { recursive: true });
  desk = await Desk.open(["serve"], { SAYSO_TRANSCRIPTS: home }, home);
  browser = await launch();
  caught = [];
  trap = createServer((request, response) => {
    caught.push(request.url);
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("");
  });
  await new Promise((done) => trap.listen(0, "127.0.0.1", done));
});
after(async () => {
  await browser?.close();
  await desk?.close();
  trap?.close();
  rmSync(home, { recursive: true, force: true });
});

function corpus() {
  const at = `http://127.0.0.1:${trap.address().port}`;
  return [
    `<script>window.pwned=1;fetch("${at}/script")</script>`,
    `<img src="${at}/img" onerror="window.pwned=1"><svg onload="window.pwned=1"><image href="${at}/svg"/></svg>`,
    `![an image](${at}/markdown.png) ![x](data:image/svg+xml,<svg/onload=alert(1)>)`,
    `[click](javascript:window.pwned=1) [data](data:text/html,<script>window.pwned=1</script>) <javascript:window.pwned=1>`,
    `<a href="javascript:window.pwned=1" onmouseover="window.pwned=1">hover</a> <iframe src="${at}/frame"></iframe>`,
    `<style>@import url("${at}/css");*{display:none}</style><link rel=stylesheet href="${at}/link">`,
    `<form action="${at}/form"><input autofocus onfocus="window.pwned=1"></form><object data="${at}/object"></object>`,
    "```html\n<script>window.pwned=1</script>\n```\n\n`<b onclick=window.pwned=1>`",
    "\u202Egnp.exe\u202C \u2066isolate\u2069 \u200B\u200Bzero \x1b[31mred\x1b[0m \u0000".replace("\u0000", ""),
    "{{constructor.constructor('window.pwned=1')()}} ${window.pwned=1} %3Cscript%3E",
    `"><meta http-equiv="refresh" content="0;url=${at}/refresh">`,
    "*".repeat(2_000) + "[".repeat(2_000) + "`".repeat(1_999),
    "W".repeat(9_000),
    "> ".repeat(300) + "deep",
    "Ẑ̶̛͇̻̥̮̀̾͌a̸͎̎l̴g̵o̷ " + "👩‍👩‍👧‍👦".repeat(400),
  ];
}

const bit = (text, length) => [...text].slice(0, length).join("");

/** A question that has this text wherever a question can have text. */
function question(text, n) {
  const label = (extra) => `${bit(text, 240)} ${extra}`;
  return {
    question_id: `q_${n}`,
    header: bit(text, 190),
    question_text: bit(text, 9_900),
    description: bit(text, 4_000),
    type: "multiple_choice",
    options: [1, 2, 3].map((m) => ({ id: `${m}`, label: label(m), description: bit(text, 900), preview: m === 1 ? bit(text, 5_000) : undefined })),
    follow_up_questions: { 1: [{ question_id: `f_${n}`, question_text: bit(text, 2_000), type: "checkbox", options: [{ id: "a", label: label("a") }, { id: "b", label: label("b") }] }] },
  };
}

const unharmed = async (page, where) => {
  assert.equal(await page.evaluate(() => window.pwned), undefined, `something ran: ${where}`);
  assert.deepEqual(caught, [], `something was fetched: ${where}`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `the layout broke: ${where}`);
  assert.ok(await page.evaluate(() => location.origin) === desk.url, where);
};

for (const look of [{}, { size: PHONE, touch: true, lang: "zh-CN" }]) {
  test(`in every field, ${look.touch ? "on a phone" : "wide"}`, async () => {
    const { page, context, troubles } = await person(browser, desk, look);
    const foreign = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(desk.url) && !request.url().startsWith("data:image/png")) foreign.push(request.url());
    });
    for (const [n, text] of corpus().entries()) {
      const session_id = `hostile-${look.touch ? "phone" : "wide"}-${n}`;
      const asked = await desk.ask(question(text, n), { session_id, project: `/srv/${bit(text.replaceAll("\n", " "), 120)}`, agent: bit(text.replaceAll("\n", " "), 120) });
      for (const [kind, content] of [
        ["text", { text }],
        ["text", { role: "user", text }],
        ["thinking", { thinking: text }],
        ["tool_use", { name: bit(text, 200), input: { [bit(text, 60)]: text, nested: [text] } }],
        ["tool_result", { content: text, is_error: n % 2 === 0 }],
        ["error", { text }],
        ["info", text],
        ["complete", [{ type: "text", text }]],
      ]) await desk.say(session_id, kind, content);
      await page.goto(`${desk.url}/q/${asked.interaction_id}`);
      await ready(page);
      await unharmed(page, `card of text ${n}`);
      await card(page).locator("[data-option]").first().click();
      await unharmed(page, `follow-up of text ${n}`);
      const thinking = page.locator("session-transcript details summary").first();
      if (await thinking.count()) await thinking.evaluate((summary) => summary.click());
      await unharmed(page, `messages of text ${n}`);
      await desk.call("POST", `/api/interactions/${asked.interaction_id}/answer`, {
        answers: [{ question_id: `q_${n}`, answer: { other: bit(text, 900) }, note: bit(text, 500) }],
      });
      await page.goto(`${desk.url}/s/${session_id}`);
      await page.locator("session-transcript .outcome").first().waitFor();
      await unharmed(page, `outcome of text ${n}`);
    }
    await page.goto(`${desk.url}/done`);
    await page.locator("inbox-list a.row").first().waitFor();
    await unharmed(page, "the list of what was decided");
    assert.deepEqual([foreign, troubles], [[], []]);
    await context.close();
  });
}

test("in what agents left behind, in templates and in the files that questions refer to", async () => {
  const id = "0198a0b0-c0d0-7e0f-8000-000000000002";
  const lines = corpus().flatMap((text, n) => [
    { type: "user", message: { content: text } },
    { type: "assistant", message: { content: [{ type: "thinking", thinking: text }, { type: "text", text }, { type: "tool_use", id: `t${n}`, name: bit(text, 200), input: { [bit(text, 60)]: text } }] } },
    { type: "user", message: { content: [{ type: "tool_result", tool_use_id: `t${n}`, content: text, is_error: true }] } },
    { type: "assistant", message: { content: [{ type: "tool_use", id: `q${n}`, name: "AskUserQuestion", input: { questions: [{ question: bit(text, 480), header: bit(text, 12), multiSelect: false, options: [{ label: bit(text, 40), description: bit(text, 190) }, { label: "b", description: "b" }] }] } }] } },
    { type: bit(text, 40), summary: text },
  ]);
  mkdirSync(join(home, "left"));
  const written = lines.map((line, n) => JSON.stringify({ uuid: `${n}`, parentUuid: n ? `${n - 1}` : null, sessionId: id, cwd: `/srv/${bit(corpus()[0], 60)}`, gitBranch: bit(corpus()[1], 60), ...line }));
  writeFileSync(join(home, "left", `${id}.jsonl`), `${written.join("\n")}\n${corpus().join("\n")}\n`);
  for (const [n, text] of corpus().entries()) {
    mkdirSync(join(home, `.claude/skills/s${n}`), { recursive: true });
    writeFileSync(join(home, `.claude/skills/s${n}/SKILL.md`), `---\nname: s${n}\ndescription: ${JSON.stringify(bit(text, 300))}\n---\n\`\`\`ask_user_question\nvariables:\n  a: {description: ${JSON.stringify(bit(text, 300))}}\nquestions: ${n}\n\`\`\`\n`);
  }
  writeFileSync(join(home, "file.html"), corpus().join("\n"));
  for (const look of [{}, { size: PHONE, touch: true, lang: "zh-CN" }]) {
    const { page, context, troubles } = await person(browser, desk, look);
    await page.goto(`${desk.url}/t/left%3A${id}`);
    await page.locator("transcript-view .item").last().waitFor();
    for (let more = page.locator("transcript-view .earlier"); (await more.count()) > 0; ) {
      const before = await page.locator("transcript-view .item").count();
      await more.click();
      await page.waitForFunction((before) => document.querySelector("sayso-app").shadowRoot.querySelector("transcript-view").shadowRoot.querySelectorAll(".item").length > before, before);
    }
    for (const thinking of await page.locator("transcript-view details.thinking summary").all()) await thinking.evaluate((summary) => summary.click());
    await unharmed(page, "a transcript");
    await page.goto(`${desk.url}/transcripts`);
    await page.locator("inbox-list a.row").first().waitFor();
    await unharmed(page, "the list of transcripts");
    await page.goto(`${desk.url}/new`);
    await page.locator("template-form").last().waitFor();
    for (const one of await page.locator("template-form summary").all()) await one.evaluate((summary) => summary.click());
    await unharmed(page, "templates");
    const asked = await desk.ask({ ...question("Look at the file", look.touch ? 101 : 100), context: [{ path: "file.html" }] }, { session_id: `file-${look.touch ?? false}`, project: home });
    await page.goto(`${desk.url}/q/${asked.interaction_id}`);
    await ready(page);
    await card(page).getByText("file.html").click();
    await card(page).locator("details[open] code").waitFor();
    await unharmed(page, "a file");
    assert.deepEqual(troubles, []);
    await context.close();
  }
});

test("lines and lists as long as the desk takes", async () => {
  const refused = await desk.say("many", "text", { text: "x".repeat(1_000_000) }).catch((error) => error);
  assert.equal(refused.status, 413, "a megabyte does not get in");
  const line = "x".repeat(250_000);
  const many = (length) => ({ question: "Which of so many?", multiSelect: false, options: Array.from({ length }, (_, n) => `Option ${n}`) });
  const tooMany = await desk.ask(many(10_000), { session_id: "many" }).catch((error) => error);
  assert.equal(tooMany.status, 400, "ten thousand options do not get in");
  const asked = await desk.ask(many(1_000), { session_id: "many" });
  await desk.say("many", "text", { text: line });
  await desk.say("many", "tool_result", { content: line });
  const { page, context, troubles } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  await ready(page);
  await unharmed(page, "a megabyte");
  await card(page).getByRole("searchbox").or(card(page).locator("input[type=text], input:not([type])")).first().fill("987");
  await card(page).locator("[data-option]").filter({ hasText: "Option 987" }).click();
  await card(page).locator("[data-submit]").click();
  const outcome = await desk.outcome(asked.interaction_id);
  assert.equal(outcome.answers[0].answer, "Option 987");
  assert.deepEqual(troubles, []);
  await context.close();
});
