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
import { layoutTroubles } from "./layout.mjs";

let desk, browser, trap, caught, home;
before(async () => {
  home = mkdtempSync(join(tmpdir(), "sayso-hostile-"));
  mkdirSync(join(home, ".claude/skills"), { recursive: true });
  caught = [];
  trap = createServer((request, response) => {
    caught.push(request.url);
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("");
  });
  await new Promise((done) => trap.listen(0, "127.0.0.1", done));
  // Who answers is a text too.
  const USER = `lin <img src="http://127.0.0.1:${trap.address().port}/by" onerror="window.pwned=1">`;
  desk = await Desk.open(["serve"], { SAYSO_TRANSCRIPTS: home, USER }, home);
  browser = await launch();
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
    "\u202Egnp.exe\u202C \u2066isolate\u2069 \u200B\u200Bzero \x1b[31mred\x1b[0m",
    "{{constructor.constructor('window.pwned=1')()}} ${window.pwned=1} %3Cscript%3E",
    `"><meta http-equiv="refresh" content="0;url=${at}/refresh">`,
    "*".repeat(2_000) + "[".repeat(2_000) + "`".repeat(1_999),
    "W".repeat(9_000),
    "> ".repeat(300) + "deep",
    "Ẑ̶̛͇̻̥̮̀̾͌a̸͎̎l̴g̵o̷ " + "👩‍👩‍👧‍👦".repeat(400),
  ];
}

const bit = (text, length) => [...text].slice(0, length).join("");
const line = (text, length) => bit(text.replaceAll("\n", " "), length);

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

/** The other kinds in one form, with this text in all of it. */
function others(text, n) {
  // No two questions of a form may read the same.
  const more = (kind) => ({ header: bit(text, 190), question_text: `${bit(text, 4_000)} ${kind}`, description: bit(text, 2_000), context: [{ path: `src/${line(text, 200)}` }] });
  return {
    questions: [
      { ...more("t"), question_id: `t_${n}`, type: "text" },
      { ...more("b"), question_id: `b_${n}`, type: "boolean" },
      { ...more("c"), question_id: `c_${n}`, type: "checkbox", options: ["a", "b"].map((id) => ({ id, label: `${bit(text, 240)} ${id}` })) },
    ],
  };
}

/** What somebody typed on another device. */
const draft = (text, n) => ({
  [`t_${n}`]: { text: bit(text, 900), note: bit(text, 400) },
  [`b_${n}`]: { yes: true, note: bit(text, 400) },
  [`c_${n}`]: { picked: ["a"], other: bit(text, 900), other_on: true, note: bit(text, 400) },
});

const unharmed = async (page, where) => {
  const [ran, wrong] = await Promise.all([page.evaluate(() => window.pwned), layoutTroubles(page)]);
  assert.equal(ran, undefined, `something ran: ${where}`);
  assert.deepEqual(caught, [], `something was fetched: ${where}`);
  assert.deepEqual(wrong, [], `the layout broke: ${where}`);
  assert.equal(new URL(page.url()).origin, desk.url, where);
};

// Wide, the card and its session with the rounds beside it; on a phone, where room is short, everything.
for (const look of [{}, { size: PHONE, touch: true, lang: "zh-CN" }]) {
  test(`in every field, ${look.touch ? "on a phone" : "wide"}`, async () => {
    const { page, context, troubles } = await person(browser, desk, look);
    const foreign = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(desk.url) && !request.url().startsWith("data:image/png")) foreign.push(request.url());
    });
    for (const [n, text] of corpus().entries()) {
      const session_id = `${look.touch ? "phone" : "wide"} ${n} ${line(text, 120)}`;
      const about = { session_id, project: `/srv/${line(text, 120)}`, agent: line(text, 120) };
      const asked = await desk.ask(question(text, n), about);
      const form = look.touch && (await desk.ask(others(text, n), about));
      const action = { question_id: `a_${n}`, header: bit(text, 190), question_text: bit(text, 4_000), description: bit(text, 4_000), type: "boolean" };
      const approval = await desk.ask(action, { ...about, source: "approval" });
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
      const panel = await ready(page);
      await unharmed(page, `card of text ${n}`);
      await panel.locator("[data-option]").first().click();
      await unharmed(page, `follow-up of text ${n}`);
      const thinking = page.locator("session-transcript details summary").first();
      if (await thinking.count()) await thinking.evaluate((summary) => summary.click());
      await unharmed(page, `messages of text ${n}`);
      // The session's other questions lie behind the first.
      const onward = page.locator("question-dock .which button").last();
      if (form) {
        await desk.call("PUT", `/api/interactions/${form.interaction_id}/draft`, { draft: draft(text, n) });
        await onward.click();
        // There once the draft is.
        await panel.locator(`[data-note="t_${n}"]`).waitFor();
        for (const tab of ["b", "c", "review"]) {
          await unharmed(page, `form and draft of text ${n}, before ${tab}`);
          await panel.locator("[data-next]").click();
        }
        await panel.locator("[data-submit]").waitFor();
        await unharmed(page, `review of text ${n}`);
      }
      await onward.click();
      await panel.locator(`[data-action="a_${n}"]`).waitFor();
      await unharmed(page, `approval of text ${n}`);
      await desk.call("POST", `/api/interactions/${asked.interaction_id}/answer`, {
        answers: [{ question_id: `q_${n}`, answer: { other: bit(text, 900) }, note: bit(text, 500) }],
      });
      for (const one of [form, approval]) if (one) await desk.call("POST", `/api/interactions/${one.interaction_id}/cancel`, { reason: bit(text, 900) });
      // Somebody else called off what lies open here: who and why is told on the card.
      await panel.locator("[data-closed]").waitFor();
      await unharmed(page, `called off elsewhere, text ${n}`);
      await page.goto(`${desk.url}/s/${encodeURIComponent(session_id)}`);
      await page.locator("session-transcript .outcome").first().waitFor();
      await unharmed(page, `outcome of text ${n}`);
      if (look.touch) {
        await page.getByRole("button", { name: "轮次" }).tap();
      } else {
        await page.keyboard.press("Control+f");
        const found = page.waitForResponse((response) => new URL(response.url()).searchParams.has("q"));
        await page.locator("session-transcript .find input").fill(line(text, 60));
        await found;
        await unharmed(page, `finding text ${n}`);
      }
      const folded = page.locator('rounds-panel button[aria-expanded="false"]');
      await folded.nth(form ? 2 : 1).waitFor();
      while ((await folded.count()) > 0) await folded.first().click();
      await unharmed(page, `history of text ${n}`);
    }
    const list = page.locator("inbox-list");
    for (const view of ["done", "sessions"]) {
      await page.goto(`${desk.url}/${view}`);
      await list.locator("a.row").first().waitFor();
      await unharmed(page, `the list /${view}`);
    }
    await page.goto(`${desk.url}/done`);
    for (const [n, text] of corpus().entries()) {
      const found = page.waitForResponse((response) => new URL(response.url()).searchParams.has("q"));
      await list.getByRole("searchbox").fill(line(text, 60));
      await found;
      await unharmed(page, `searching text ${n}`);
    }
    assert.deepEqual([foreign, troubles], [[], []]);
    await context.close();
  });
}

test("in what waits, and in what is answered together", async () => {
  const { page, context, troubles } = await person(browser, desk, { size: PHONE, touch: true });
  const firsts = [];
  for (const [n, text] of corpus().entries()) {
    for (const m of [1, 2]) {
      // What hangs under options is answered on its own.
      const one = await desk.ask({ ...question(text, n), follow_up_questions: undefined }, { session_id: `alike ${m} ${n} ${line(text, 120)}`, project: `/srv/${line(text, 120)}`, agent: line(text, 120) });
      if (m === 1) firsts.push(one.interaction_id);
    }
  }
  await page.locator("inbox-list .alike").nth(firsts.length - 1).waitFor();
  await unharmed(page, "the inbox");
  for (const [n, id] of firsts.entries()) {
    await page.goto(`${desk.url}/b/${id}`);
    await page.locator("batch-view user-question-panel[armed]").waitFor();
    await unharmed(page, `alike questions of text ${n}`);
  }
  assert.deepEqual(troubles, []);
  await context.close();
});

test("in what agents left behind, in templates and in the files that questions refer to", async () => {
  const id = "0198a0b0-c0d0-7e0f-8000-000000000002";
  const texts = [...corpus(), "nul\u0000nul"];
  const lines = texts.flatMap((text, n) => [
    { type: "user", message: { content: text } },
    { type: "assistant", message: { content: [{ type: "thinking", thinking: text }, { type: "text", text }, { type: "tool_use", id: `t${n}`, name: bit(text, 200), input: { [bit(text, 60)]: text } }] } },
    { type: "user", message: { content: [{ type: "tool_result", tool_use_id: `t${n}`, content: text, is_error: true }] } },
    { type: "assistant", message: { content: [{ type: "tool_use", id: `q${n}`, name: "AskUserQuestion", input: { questions: [{ question: bit(text, 480), header: bit(text, 12), multiSelect: false, options: [{ label: bit(text, 40), description: bit(text, 190) }, { label: "b", description: "b" }] }] } }] } },
    { type: bit(text, 40), summary: text },
  ]);
  const megabyte = "W".repeat(1_000_000);
  lines.push({ type: "assistant", message: { content: [{ type: "tool_use", id: "long", name: "AskUserQuestion", input: { questions: [{ question: "Long?", header: "Long", multiSelect: false, options: [{ label: megabyte, description: megabyte }, { label: "b", description: "b" }] }] } }] } });
  mkdirSync(join(home, "left"));
  const written = lines.map((one, n) => JSON.stringify({ uuid: `${n}`, parentUuid: n ? `${n - 1}` : null, sessionId: id, cwd: `/srv/${bit(corpus()[0], 60)}`, gitBranch: bit(corpus()[1], 60), ...one }));
  writeFileSync(join(home, "left", `${id}.jsonl`), `${written.join("\n")}\n${texts.join("\n")}\n`);
  for (const [n, text] of corpus().entries()) {
    mkdirSync(join(home, `.claude/skills/s${n}`), { recursive: true });
    writeFileSync(join(home, `.claude/skills/s${n}/SKILL.md`), `---\nname: s${n}\ndescription: ${JSON.stringify(bit(text, 300))}\n---\n\`\`\`ask_user_question\nvariables:\n  a: {description: ${JSON.stringify(bit(text, 300))}}\nquestions: ${n}\n\`\`\`\n`);
  }
  const file = `<img src=x onerror=window.pwned=1> "'&.html`;
  writeFileSync(join(home, file), corpus().join("\n"));
  for (const look of [{}, { size: PHONE, touch: true, lang: "zh-CN" }]) {
    const { page, context, troubles } = await person(browser, desk, look);
    await page.goto(`${desk.url}/t/left%3A${id}`);
    await page.locator("transcript-view .item").last().waitFor();
    await page.waitForFunction(() => {
      // Coming into sight it may go on by itself.
      const more = document.querySelector("sayso-app").shadowRoot.querySelector("transcript-view").shadowRoot.querySelector(".earlier");
      more?.click();
      return !more;
    });
    for (const thinking of await page.locator("transcript-view details.thinking summary").all()) await thinking.evaluate((summary) => summary.click());
    await unharmed(page, "a transcript");
    await page.goto(`${desk.url}/transcripts`);
    await page.locator("inbox-list a.row").first().waitFor();
    await unharmed(page, "the list of transcripts");
    await page.goto(`${desk.url}/new`);
    await page.locator("template-form").last().waitFor();
    for (const one of await page.locator("template-form summary").all()) await one.evaluate((summary) => summary.click());
    await unharmed(page, "templates");
    const asked = await desk.ask({ ...question("Look at the file", look.touch ? 101 : 100), context: [{ path: file }] }, { session_id: `file-${look.touch ?? false}`, project: home });
    await page.goto(`${desk.url}/q/${asked.interaction_id}`);
    await ready(page);
    await card(page).getByText(file).click();
    await card(page).locator("details[open] code").waitFor();
    await unharmed(page, "a file");
    assert.deepEqual(troubles, []);
    await context.close();
  }
});

test("a NUL: no question has one, and in answers and messages it harms nothing", async () => {
  const nul = "a\u0000b";
  const tries = {
    "a question": () => desk.ask(question(nul, 900)),
    "an option": () => desk.ask({ ...question("Which?", 901), options: [{ id: "a", label: nul }, { id: "b", label: "b" }] }),
    "a session": () => desk.ask(question("Which?", 902), { session_id: nul }),
    "an agent": () => desk.ask(question("Which?", 903), { agent: nul }),
    "a file": () => desk.ask({ ...question("Which?", 904), context: [{ path: nul }] }),
  };
  for (const [name, attempt] of Object.entries(tries)) {
    const refused = await attempt().then(() => undefined, (error) => error.status);
    assert.equal(refused, 400, name);
  }
  const asked = await desk.ask(question("Whole?", "nul"), { session_id: "nul" });
  await desk.say("nul", "text", { text: nul });
  await desk.call("PUT", `/api/interactions/${asked.interaction_id}/draft`, { draft: { q_nul: { other: nul, other_on: true, note: nul } } });
  const { page, context, troubles } = await person(browser, desk, { path: `/q/${asked.interaction_id}`, size: PHONE, touch: true });
  await ready(page);
  await unharmed(page, "a draft with a NUL");
  await card(page).locator("[data-submit]").tap();
  const { answers } = await desk.outcome(asked.interaction_id);
  assert.deepEqual([answers[0].answer, answers[0].note], [{ other: "ab" }, "ab"], "own words are taken without it");
  await page.goto(`${desk.url}/s/nul`);
  await page.locator("session-transcript .outcome").waitFor();
  await unharmed(page, "an answer with a NUL");
  assert.deepEqual(troubles, []);
  await context.close();
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
