// The card on somebody else's page, from `/panel.js` alone, under a policy as strict as ours.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, PHONE, WIDE } from "./browser.mjs";
import { Desk } from "./desk.mjs";

const AXE = readFileSync(fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");

let desk, browser, host;
before(async () => {
  desk = await Desk.open();
  browser = await launch();
  host = createServer((_, response) => {
    const policy = `default-src 'none'; script-src ${desk.url}; style-src 'none'; require-trusted-types-for 'script'`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
    response.end(`<!doctype html><html lang="en"><title>Elsewhere</title><main><h1>Elsewhere</h1></main>
      <script type="module" src="${desk.url}/panel.js"></script></html>`);
  });
  await new Promise((done) => host.listen(0, "127.0.0.1", done));
});
after(async () => {
  await browser?.close();
  await desk?.close();
  host?.close();
});

const choice = (id, more = {}) => ({ id, label: `Option ${id}`, ...more });
const pick = (id, more = {}) => ({ question_id: id, question_text: `${id}?`, type: "multiple_choice", options: ["x", "y", "z"].map((one) => choice(one)), ...more });
const text = (id, more = {}) => ({ question_id: id, question_text: `${id}?`, type: "text", ...more });
const yesNo = (id, more = {}) => ({ question_id: id, question_text: `${id}?`, type: "boolean", ...more });
const ask = (questions, more = {}) => ({ interaction_id: "i", session_id: "s", round: 1, state: "pending", source: "tool", agent: { kind: "main", name: "Claude" }, questions, ...more });

/** A page of somebody else's with one card on it. */
async function embedded(interaction, props = {}, { size = WIDE, touch = false, dark = false } = {}) {
  const context = await browser.newContext({ viewport: size, hasTouch: touch, isMobile: touch, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && !/favicon|Failed to load resource/.test(message.text()) && troubles.push(message.text()));
  await page.goto(`http://127.0.0.1:${host.address().port}/`);
  await page.evaluate(
    async ([interaction, props]) => {
      await customElements.whenDefined("user-question-panel");
      window.said = [];
      const card = document.createElement("user-question-panel");
      card.addEventListener("question-answer", (event) => said.push(event.detail.answers));
      Object.assign(card, { lang: "en", interaction, ...props });
      document.querySelector("main").append(card);
    },
    [interaction, props],
  );
  await page.locator("user-question-panel[armed]").waitFor();
  const answers = () => page.evaluate(() => said.map((answers) => Object.fromEntries(answers.map((one) => [one.question_id, one.answer]))));
  return { page, answers, card: page.locator("user-question-panel"), close: () => context.close(), troubles };
}

test("it lives from one script, and loads its colours when they are needed", async () => {
  const code = pick("a", { description: "```rust\nlet a = 1;\n```", follow_up_questions: { y: [text("port")] } });
  const { page, card, answers, troubles, close } = await embedded(ask([code]));
  await card.getByRole("radio", { name: "Option y" }).click();
  await card.getByRole("textbox", { name: "port?" }).fill("80");
  await card.locator(".hljs-keyword").first().waitFor();
  await card.getByRole("button", { name: "Confirm" }).click();
  await page.waitForFunction(() => said.length > 0);
  assert.deepEqual(await answers(), [{ a: "y", port: "80" }]);
  assert.deepEqual(troubles, []);
  await close();
});

test("a Chinese input method composes and sends nothing", async () => {
  const { page, card, answers, close } = await embedded(ask([text("t")]), { lang: "zh" });
  const field = card.getByRole("textbox", { name: "t?" });
  await field.focus();
  const keys = await page.context().newCDPSession(page);
  await keys.send("Input.imeSetComposition", { text: "nihao", selectionStart: 5, selectionEnd: 5 });
  await keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "Enter", windowsVirtualKeyCode: 229, modifiers: 2 });
  await keys.send("Input.insertText", { text: "你好" });
  assert.deepEqual([await field.inputValue(), await answers()], ["你好", []]);
  await page.keyboard.press("Control+Enter");
  assert.deepEqual(await answers(), [{ t: "你好" }]);
  await close();
});

test("an approval is read to its end before yes is taken, and keys do not jump there", async () => {
  const action = `rm -rf build\u202e\n${"echo step\n".repeat(80)}`;
  const { page, card, answers, close } = await embedded(ask([yesNo("ok", { description: action })], { source: "approval" }), {}, { size: PHONE });
  await page.evaluate(() => document.querySelector("user-question-panel").focusFirst());
  assert.equal(await page.evaluate(() => document.querySelector("user-question-panel").shadowRoot.activeElement.dataset.choice), "false");
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await card.getByRole("radio", { name: "Yes" }).click({ force: true });
  await card.getByRole("button", { name: "Confirm" }).click();
  assert.deepEqual(await answers(), []);
  assert.equal(await card.locator("mark").first().textContent(), "\\u{202e}");
  await card.locator("[data-action]").evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await card.locator('[role="radio"]:not([aria-disabled])[data-choice="true"]').click();
  await card.getByRole("button", { name: "Confirm" }).click();
  assert.deepEqual(await answers(), [{ ok: true }]);
  await close();
});

test("ten thousand options: found by typing, reached by arrows", async () => {
  const options = Array.from({ length: 10_000 }, (_, i) => choice(`o${i}`, { description: `number ${i}` }));
  const { page, card, answers, close } = await embedded(ask([pick("a", { type: "checkbox", options })]));
  const filter = card.getByRole("searchbox");
  await filter.fill("o9999");
  await card.getByRole("checkbox", { name: "Option o9999" }).click();
  await filter.fill("");
  assert.ok((await card.locator("[data-choice]").count()) < 200);
  for (let i = 0; i < 100; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+Enter");
  assert.deepEqual(await answers(), [{ a: ["o99", "o9999"] }]);
  await close();
});

const outcome = { interaction_id: "i", session_id: "s", round: 1, tool_use_id: null, state: "answered", answers: [{ question_id: "a", header: null, question: "a?", answer: "x", note: "n" }], unanswered: [], decided_by: "person", by: "lin", via: "web", at: "2026-11-16T00:00:00Z", took_ms: 1_000 };
const STATES = {
  "one with everything": [
    ask([pick("a", { header: "H", description: "about `code`", context: [{ path: "a.rs", lines: [1, 9] }], options: [choice("x", { default: true, description: "d", preview: "# h\n```\nlet a;\n```\n|a|\n|-|\n|b|" }), choice("y")], follow_up_questions: { x: [pick("f", { type: "checkbox" })] } })], { deadline: { at: "2030-01-01T00:00:00Z" }, chain: 9 }),
  ],
  several: [ask([pick("a"), yesNo("b", { required: false }), text("t", { secret: true })])],
  "a long list": [ask([pick("a", { options: Array.from({ length: 80 }, (_, i) => choice(`o${i}`)) })])],
  "an approval": [ask([yesNo("b", { description: "rm\u202e -rf\n".repeat(60) })], { source: "approval" })],
  history: [ask([pick("a")], { state: "answered", outcome })],
  folded: [ask([pick("a"), yesNo("b")]), { folded: true }],
  "refused and offline": [ask([text("t")]), { offline: true, refusal: { code: "invalid_answer", message: "no", details: [{ path: "t", message: "too long" }] } }],
  "about to be cancelled": [ask([text("t")]), {}, "[data-cancel]"],
  "with something missing": [ask([text("t")]), {}, "[data-submit]"],
  review: [ask([pick("a"), yesNo("b")]), {}, '[data-tab="2"]'],
};
for (const [name, [interaction, props, press]] of Object.entries(STATES)) {
  test(`axe finds nothing: ${name}`, async () => {
    for (const dark of [false, true]) {
      const { page, card, close, troubles } = await embedded(interaction, { ...props, lang: dark ? "zh" : "en" }, { size: dark ? PHONE : WIDE, dark });
      if (press) await card.locator(press).click();
      await page.evaluate((scheme) => (document.documentElement.style.colorScheme = scheme), dark ? "dark" : "light");
      const tools = await page.context().newCDPSession(page);
      await tools.send("Runtime.evaluate", { expression: AXE });
      const found = await page.evaluate(async () => (await axe.run(document.querySelector("user-question-panel"))).violations.map((one) => `${one.id}: ${one.nodes[0].html}`));
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.deepEqual([found, wider > 0, troubles], [[], false, []]);
      await close();
    }
  });
}
