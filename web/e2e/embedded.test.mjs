// The card on somebody else's page: from `/panel.js` alone, under a policy as strict as ours, and from its package.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, PHONE, WIDE } from "./browser.mjs";
import { Desk, root } from "./desk.mjs";

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
  context.setDefaultTimeout(60_000);
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

test("a megabyte in one line, in the question and in an option: it is answered all the same", async () => {
  const long = "W".repeat(1_000_000);
  const options = [choice("x", { label: long, description: long, preview: long }), choice("y")];
  const { page, card, answers, troubles, close } = await embedded(ask([pick("a", { header: long, question_text: long, description: long, options })], { agent: { kind: "main", name: long }, project: long }), {}, { size: PHONE, touch: true });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
  await card.getByRole("radio", { name: "Option y" }).tap();
  await card.getByRole("button", { name: "Confirm" }).tap();
  assert.deepEqual([await answers(), troubles], [[{ a: "y" }], []]);
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

/** Runs a program that must succeed; what it printed. */
function run(cwd, program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** What types are for: these lines must not compile, so that types which say nothing are found out. */
const WRONG = `import { UserQuestionPanel } from "@sayso/user-question-panel";
const card = new UserQuestionPanel();
// @ts-expect-error an interaction is more than that
card.interaction = { interaction_id: "i" };
// @ts-expect-error only the card knows
card.armed = true;
card.addEventListener("question-answer", ({ detail }) => {
  for (const { answer } of detail.answers) {
    // @ts-expect-error an answer of the wire is no number
    const wrong: number = answer;
    console.log(wrong);
  }
});
`;

test("from its package: packed, installed into an empty project, compiled against its types, answered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sayso-package-"));
  const NAME = "@sayso/user-question-panel";
  const [packed] = JSON.parse(run(join(root, "web/package"), "npm", "pack", "--json", "--pack-destination", folder));
  const inside = packed.files.map((one) => one.path);
  for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt", "dist/panel.js", "types/schema/wire.d.ts"]) assert.ok(inside.includes(name), `${name} is in the package`);
  assert.deepEqual(inside.filter((name) => !/^(package\.json|README\.md|LICENSE-\w+|THIRD-PARTY\.txt|dist\/[\w-]+\.js|types\/[\w/-]+\.d\.ts)$/.test(name)), [], "and nothing else");
  assert.match(readFileSync(join(root, "Cargo.toml"), "utf8"), new RegExp(`^version = "${packed.version}"$`, "m"), "its version is Sayso's");

  const project = join(folder, "project");
  mkdirSync(project);
  const write = (name, text) => writeFileSync(join(project, name), text);
  write("package.json", JSON.stringify({ name: "elsewhere", version: "1.0.0", type: "module", private: true }));
  run(project, "npm", "install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename));
  const about = JSON.parse(readFileSync(join(project, "node_modules", NAME, "package.json"), "utf8"));
  assert.deepEqual([about.name, about.dependencies], [NAME, undefined]);

  // The example of its own README, and what must not compile, in the two ways that modules are looked for.
  write("show.ts", /```ts\n(.*?)```/s.exec(readFileSync(join(project, "node_modules", NAME, "README.md"), "utf8"))[1]);
  write("wrong.ts", WRONG);
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  for (const [module, moduleResolution] of [["esnext", "bundler"], ["nodenext", "nodenext"]]) {
    const compilerOptions = { strict: true, target: "es2022", lib: ["es2022", "dom"], types: [], module, moduleResolution, outDir: "out", rootDir: "." };
    write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["show.ts", "wrong.ts"] }));
    run(project, process.execPath, tsc);
  }

  const asked = await desk.ask(pick("packed"));
  const site = createServer(async (request, response) => {
    if (request.url.startsWith("/api/")) {
      const parts = [];
      for await (const part of request) parts.push(part);
      const headers = { authorization: `Bearer ${desk.person}`, "content-type": "application/json" };
      const reply = await fetch(desk.url + request.url, { method: request.method, headers, body: parts.length > 0 ? Buffer.concat(parts) : undefined });
      return response.writeHead(reply.status, { "content-type": "application/json" }).end(await reply.text());
    }
    if (request.url === "/") {
      const imports = { [NAME]: `/node_modules/${NAME}/${about.exports["."].default}` };
      return response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><html lang="en"><title>Elsewhere</title><script type="importmap">${JSON.stringify({ imports })}</script><main></main>
        <script type="module">import { show } from "/out/show.js"; await show("${asked.interaction_id}", document.querySelector("main"));</script></html>`);
    }
    if (extname(request.url) !== ".js") return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/javascript" }).end(readFileSync(join(project, new URL(request.url, desk.url).pathname)));
  });
  await new Promise((done) => site.listen(0, "127.0.0.1", done));
  const context = await browser.newContext({ reducedMotion: "reduce" });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  await page.goto(`http://127.0.0.1:${site.address().port}/`);
  await page.locator("user-question-panel[armed]").waitFor();
  await page.getByRole("radio", { name: "Option y" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  const outcome = await desk.outcome(asked.interaction_id);
  // The site hands it on with a bare token, which may be a script's.
  assert.deepEqual([outcome.state, outcome.answers[0].answer, outcome.evidence], ["answered", "y", "script"]);
  await page.getByRole("button", { name: "Confirm" }).waitFor({ state: "detached" });
  assert.deepEqual(troubles, []);
  await context.close();
  site.close();
  rmSync(folder, { recursive: true, force: true });
});
