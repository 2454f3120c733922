// What MCP clients lead a person to: the card inside a program that shows MCP Apps, and the page of a secret question.
// The program is a small host of our own: a page with the resource in a sandboxed frame under the extension's policy.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { launch, person } from "./browser.mjs";
import { ready } from "./card.mjs";
import { Desk, binary } from "./desk.mjs";

const POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";
const APPS = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } };

let desk, browser, site;
before(async () => {
  desk = await Desk.open();
  // A test is faster than anyone reads.
  writeFileSync(join(desk.data, "config.toml"), '[mcp.clients."*"]\nreading = 0\n');
  browser = await launch();
  site = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Host</title><main></main>"));
  await new Promise((done) => site.listen(0, "127.0.0.1", done));
});
after(async () => {
  await browser?.close();
  for (const { child } of servers.values()) child.kill();
  await desk?.close();
  site?.close();
});

/** The servers on pipes, one for each host: only the process that asked may show its question. */
const servers = new Map();

function server(name) {
  if (!servers.has(name)) {
    const child = spawn(binary(), ["mcp"], { env: { ...process.env, SAYSO_DATA: desk.data, SAYSO_LANG: "en" }, stdio: ["pipe", "pipe", "ignore"] });
    const waiting = new Map();
    createInterface({ input: child.stdout }).on("line", (line) => {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    });
    servers.set(name, { child, waiting, next: 1 });
  }
  return servers.get(name);
}

/** One request of a stateless client; its result. */
async function mcp(method, params, { capabilities = APPS, name = "host" } = {}) {
  const prefix = "io.modelcontextprotocol/";
  const _meta = { [`${prefix}protocolVersion`]: "2026-07-28", [`${prefix}clientInfo`]: { name, version: "1" }, [`${prefix}clientCapabilities`]: capabilities };
  const there = server(name);
  const id = there.next++;
  const reply = await new Promise((done) => {
    there.waiting.set(id, done);
    there.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta } })}\n`);
  });
  if (!reply.result) throw new Error(`${method}: ${JSON.stringify(reply)}`);
  return reply.result;
}

/** A host that shows the resource for a call with these arguments, and hands on what the frame asks for. */
async function show(args, { name = "host", theme = "light", locale = "en" } = {}) {
  const { contents } = await mcp("resources/read", { uri: "ui://sayso/panel.html" }, { name });
  const html = contents[0].text.replace("<meta", `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta`);
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, reducedMotion: "reduce" });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && !/Failed to load resource/.test(message.text()) && troubles.push(message.text()));
  const called = [];
  const opened = [];
  await page.exposeFunction("toServer", (params) => {
    called.push(params.name);
    return mcp("tools/call", params, { name });
  });
  await page.exposeFunction("openLink", (url) => void opened.push(url));
  await page.goto(`http://127.0.0.1:${site.address().port}/`);
  await page.evaluate(
    ([html, args, hostContext]) => {
      const frame = document.createElement("iframe");
      frame.sandbox = "allow-scripts";
      frame.style.cssText = "width: 100%; border: 0";
      const send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
      window.tellFrame = send;
      addEventListener("message", async ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        if (data.method === "ui/initialize") send({ id: data.id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" }, hostCapabilities: { serverTools: {}, openLinks: {} }, hostContext } });
        if (data.method === "ui/notifications/initialized") send({ method: "ui/notifications/tool-input", params: { arguments: args } });
        if (data.method === "ui/notifications/size-changed") frame.style.height = `${data.params.height}px`;
        if (data.method === "ui/open-link") (await window.openLink(data.params.url), send({ id: data.id, result: {} }));
        if (data.method === "tools/call") send({ id: data.id, result: await window.toServer(data.params) });
      });
      frame.srcdoc = html;
      document.querySelector("main").append(frame);
    },
    [html, args, { theme, locale }],
  );
  const frame = page.frameLocator("iframe");
  return { page, frame, card: frame.locator("user-question-panel"), troubles, called, opened, close: () => context.close() };
}

const ask = (args, more = {}) => mcp("tools/call", { name: "ask_user_question", arguments: args }, more);
const question = { question_id: "db", question_text: "Which database?", type: "multiple_choice", options: [{ id: "pg", label: "PostgreSQL" }, { id: "lite", label: "SQLite" }] };

test("a person answers in the card inside the program, and the waiting call gets it", async () => {
  const args = { questions: [question] };
  const answer = ask(args);
  const { page, frame, card, troubles, called, close } = await show(args);
  await frame.locator("user-question-panel[armed]").waitFor();
  await card.getByRole("radio", { name: "SQLite" }).click();
  await card.getByRole("button", { name: "Confirm" }).click();
  const result = await answer;
  assert.equal(result.structuredContent.answers[0].answer, "lite");
  assert.equal(result.structuredContent.via, "mcp");
  assert.equal(result.structuredContent.evidence, "client_form");
  // The card then shows what was said, and the host's own word of it changes nothing.
  await card.getByText("SQLite").first().waitFor();
  await page.evaluate((params) => window.tellFrame({ method: "ui/notifications/tool-result", params }), result);
  await frame.getByRole("button", { name: "Confirm" }).waitFor({ state: "detached" });
  assert.deepEqual([...new Set(called)], ["panel_open", "panel_answer"]);
  assert.deepEqual(troubles, []);
  await close();
});

test("answered elsewhere, the card inside the program says so and takes nothing more", async () => {
  const args = { questions: [{ ...question, question_text: "Which one then?" }] };
  const answer = ask(args, { name: "other host" });
  const { page, card, close } = await show(args, { name: "other host", theme: "dark", locale: "zh-CN" });
  await card.getByRole("radio", { name: "SQLite" }).waitFor();
  const { interactions } = await desk.call("GET", "/api/interactions?state=pending");
  const open = interactions.find((one) => one.questions[0].question_text === "Which one then?");
  await desk.call("POST", `/api/interactions/${open.interaction_id}/answer`, { answers: { db: "pg" } });
  const result = await answer;
  assert.equal(result.structuredContent.answers[0].answer, "pg");
  await page.evaluate((params) => window.tellFrame({ method: "ui/notifications/tool-result", params }), result);
  await card.locator('[data-choice="pg"][aria-checked="true"][aria-disabled="true"]').waitFor();
  assert.equal(await card.locator('[data-option]:not([aria-disabled="true"])').count(), 0);
  await close();
});

test("for a secret the card leads to the page, and the page's link opens that very question", async () => {
  const secret = { questions: [{ question_id: "key", question_text: "Which key?", type: "text", secret: true }] };
  const answer = ask(secret);
  const { page, frame, opened, card, close } = await show(secret);
  await frame.getByRole("button", { name: "Open Sayso's page" }).click();
  await frame.getByText("A secret is asked for").waitFor();
  assert.equal(await card.count(), 0);
  // What a client that opens addresses is sent to is the same.
  const asked = await ask({ questions: [{ ...secret.questions[0], question_text: "Another key?" }] }, { name: "opener", capabilities: { elicitation: { form: {}, url: {} } } });
  const { mode, url } = asked.inputRequests.form.params;
  assert.equal(mode, "url");
  for (const [link, words, said] of [[opened[0], "Which key?", "s3cret"], [url, "Another key?", "t0psecret"]]) {
    assert.equal(new URL(link).origin, desk.url);
    const { page: desktop, context } = await person(browser, desk, { path: new URL(link).pathname });
    const field = desktop.getByLabel(words).first();
    await field.waitFor();
    await ready(desktop);
    assert.equal(await field.getAttribute("type"), "password");
    await field.fill(said);
    await desktop.getByRole("button", { name: "Confirm" }).click();
    const id = new URL(link).pathname.split("/").at(-1);
    const outcome = await desk.outcome(id, 60);
    assert.equal(outcome.state, "answered");
    await context.close();
  }
  const result = await answer;
  assert.equal(result.structuredContent.answers[0].answer, "s3cret");
  // The result is for the agent alone.
  await page.evaluate((params) => window.tellFrame({ method: "ui/notifications/tool-result", params }), result);
  await frame.getByText("Sent.").waitFor();
  assert.equal(await frame.getByText("s3cret").count(), 0);
  await close();
});
