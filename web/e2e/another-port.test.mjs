// A program on another port of the same host is handed the page's cookie: it can do nothing with it.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { launch, person } from "./browser.mjs";
import { Desk } from "./desk.mjs";
import { boolean } from "./words.mjs";

let desk, browser, server, cookies;
before(async () => {
  desk = await Desk.open();
  browser = await launch();
  cookies = [];
  // An agent's dev server. It keeps the cookies that browsers send it, and serves a page of its own.
  server = createServer((request, response) => {
    cookies.push(request.headers.cookie ?? "");
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>dev server</title>");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
});
after(async () => {
  await browser?.close();
  await desk?.close();
  server?.close();
});

/** A signed-in browser that also opens the dev server; the cookie it was handed there. */
async function visit() {
  const { page, context } = await person(browser, desk);
  await page.locator("inbox-list").waitFor();
  const other = await context.newPage();
  await other.goto(`http://127.0.0.1:${server.address().port}/`);
  const cookie = cookies.find((one) => one.includes("sayso="));
  assert.ok(cookie, `cookies know no ports: ${cookies}`);
  return { page, other, context, cookie };
}

test("with the cookie alone a program reads nothing, hears nothing and answers nothing", async () => {
  const asked = await desk.ask(boolean());
  const { page, context, cookie } = await visit();
  const id = asked.interaction_id;
  const answers = { answers: { [asked.questions[0].question_id]: true } };
  for (const [method, path, body] of [
    ["GET", "/api/interactions"],
    ["GET", `/api/interactions/${id}`],
    ["GET", "/api/audit"],
    ["GET", "/api/events"],
    ["POST", `/api/interactions/${id}/answer`, answers],
    ["POST", `/api/interactions/${id}/cancel`, {}],
    ["POST", "/api/login/code", {}],
    ["POST", "/api/push/subscribe", { endpoint: "https://push.example/x", keys: { p256dh: "AA", auth: "AA" } }],
  ]) {
    for (const more of [{}, { "x-sayso-session": "" }, { "x-sayso-session": "0".repeat(64) }, { "x-sayso-session": cookie.split("=")[1] }]) {
      const headers = { cookie, "content-type": "application/json", ...more };
      const response = await fetch(desk.url + path, { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(10_000) });
      assert.equal(response.status, 401, `${method} ${path} ${JSON.stringify(more)}`);
      await response.body?.cancel();
    }
  }
  assert.equal((await desk.look(id)).state, "pending");
  // The page itself goes on.
  await page.reload();
  await page.waitForFunction(() => document.title === "(1) Sayso");
  await context.close();
});

test("a page of another port finds no secret and reaches nothing, also with the browser's own cookie", async () => {
  const asked = await desk.ask(boolean());
  const { other, context } = await visit();
  const found = await other.evaluate(async ({ url, id, question }) => {
    const json = { "content-type": "application/json" };
    const body = JSON.stringify({ answers: { [question]: true } });
    const send = (init) => fetch(`${url}/api/interactions/${id}/answer`, { method: "POST", credentials: "include", body, ...init }).then((response) => `${response.type} ${response.status}`, () => "refused");
    const heard = new Promise((done) => {
      const source = new EventSource(`${url}/api/events`, { withCredentials: true });
      source.onopen = () => done("open");
      source.onerror = () => done("refused");
    });
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return {
      databases,
      stored: localStorage.length + sessionStorage.length,
      answered: [await send({ headers: json }), await send({ headers: { ...json, "x-sayso-session": "x" } })],
      simple: await send({ mode: "no-cors" }),
      heard: await heard,
    };
  }, { url: desk.url, id: asked.interaction_id, question: asked.questions[0].question_id });
  assert.deepEqual(found, { databases: [], stored: 0, answered: ["refused", "refused"], simple: "refused", heard: "refused" });
  assert.equal((await desk.look(asked.interaction_id)).state, "pending");
  await context.close();
});
