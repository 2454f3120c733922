// Web push, against a stand-in for the browser's push service: it checks who signed and, with the
// browser's own keys, reads what was said.
import assert from "node:assert/strict";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Desk } from "./desk.mjs";
import { launch, person } from "./browser.mjs";
import { ready } from "./card.mjs";
import { boolean, choice, text } from "./words.mjs";

let desk, browser, service, told, waiting, answerWith;
before(async () => {
  desk = new Desk();
  writeFileSync(join(desk.data, "config.toml"), "[push]\nallow_private = true\n");
  await desk.start();
  browser = await launch();
  told = [];
  answerWith = 201;
  service = createServer((request, response) => {
    const parts = [];
    request.on("data", (bytes) => parts.push(bytes)).on("end", () => {
      told.push({ path: request.url, headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(answerWith).end();
      waiting?.();
    });
  });
  await new Promise((done) => service.listen(0, "127.0.0.1", done));
});
after(async () => {
  await browser?.close();
  await desk?.close();
  service?.close();
});

/** What the service was sent, once there are so many. */
async function heard(count) {
  const late = new Promise((_, failed) => setTimeout(() => failed(new Error(`the push service heard ${told.length} of ${count} pushes`)), 60_000).unref());
  while (told.length < count) await Promise.race([late, new Promise((done) => (waiting = done))]);
  late.catch(() => undefined);
  return told;
}

/** A browser that wants to be told. */
function browserKeys() {
  const own = createECDH("prime256v1");
  own.generateKeys();
  const auth = randomBytes(16);
  return { own, auth, keys: { p256dh: own.getPublicKey("base64url"), auth: auth.toString("base64url") } };
}

/** As RFC 8291 says that a browser reads it. */
function opened({ body }, { own, auth }) {
  const salt = body.subarray(0, 16);
  const length = body[20];
  const theirs = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const secret = own.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), theirs]);
  const shared = Buffer.from(hkdfSync("sha256", secret, auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", shared, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", shared, salt, "Content-Encoding: nonce\0", 12));
  const reader = createDecipheriv("aes-128-gcm", key, nonce);
  reader.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([reader.update(sealed.subarray(0, -16)), reader.final()]);
  assert.equal(plain.at(-1), 2, "the last record is marked");
  return JSON.parse(plain.subarray(0, -1).toString());
}

test("a browser is told what is asked and when it is over; the service learns nothing", async () => {
  const { public_key } = await desk.call("GET", "/api/push/key");
  const address = `http://127.0.0.1:${service.address().port}`;
  const mine = browserKeys();
  await desk.call("POST", "/api/push/subscribe", { endpoint: `${address}/one`, keys: mine.keys, lang: "en" });
  const asked = await desk.ask(choice({ question_text: "Shall I go on?" }), { agent: "Claude", project: "/srv/shop" });
  const [first] = await heard(1);
  const said = opened(first, mine);
  assert.deepEqual(said, { id: asked.interaction_id, open: true, count: 1, title: "Claude · shop", body: "Shall I go on?" });
  assert.equal(first.headers["content-encoding"], "aes128gcm");
  assert.equal(first.headers.topic, asked.interaction_id);
  assert.ok(!first.body.includes("Shall I"));

  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(first.headers.authorization);
  assert.equal(key, public_key);
  const [head, claims, signature] = token.split(".");
  const point = Buffer.from(public_key, "base64url");
  const jwk = { kty: "EC", crv: "P-256", x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") };
  const signer = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" };
  assert.ok(verify("sha256", Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, "base64url")));
  const claimed = JSON.parse(Buffer.from(claims, "base64url"));
  assert.equal(claimed.aud, address);
  assert.match(claimed.sub, /^(https|mailto):/);

  await desk.call("POST", `/api/interactions/${asked.interaction_id}/cancel`, {});
  const [, second] = await heard(2);
  assert.deepEqual(opened(second, mine), { id: asked.interaction_id, open: false, count: 0 });
  assert.equal(statSync(join(desk.data, "push.json")).mode & 0o777, 0o600);
});

test("the key and the addresses outlive the desk; an address that is gone is forgotten", async () => {
  const { public_key } = await desk.call("GET", "/api/push/key");
  await desk.stop("SIGKILL");
  await desk.start();
  assert.equal((await desk.call("GET", "/api/push/key")).public_key, public_key);
  told = [];
  answerWith = 410;
  await desk.ask(boolean());
  await heard(1);
  answerWith = 201;
  // Nobody is there to be told, nor is told of it later.
  await desk.ask(boolean());
  const mine = browserKeys();
  await desk.call("POST", "/api/push/subscribe", { endpoint: `http://127.0.0.1:${service.address().port}/two`, keys: mine.keys });
  await desk.ask(text({ question_text: "Anyone?" }));
  await heard(2);
  assert.deepEqual(told.map((one) => one.path), ["/one", "/two"]);
});

test("nobody is told elsewhere, in the clear, or by an agent's wish", async () => {
  const { keys } = browserKeys();
  for (const endpoint of ["http://push.example/x", "ftp://127.0.0.1/x", "nonsense", ""]) {
    const refused = await desk.call("POST", "/api/push/subscribe", { endpoint, keys }).catch((error) => error);
    assert.equal(refused.status, 400, endpoint);
  }
  const short = await desk.call("POST", "/api/push/subscribe", { endpoint: "https://push.example/x", keys: { p256dh: "AA", auth: "AA" } }).catch((error) => error);
  assert.equal(short.status, 400);
  const agent = await desk.call("POST", "/api/push/subscribe", { endpoint: "https://push.example/x", keys }, desk.agent).catch((error) => error);
  assert.equal(agent.status, 403);
});

test("a browser that is signed out is told no more", async () => {
  const { code } = await desk.call("POST", "/api/login/code", {});
  const signedIn = await fetch(`${desk.url}/api/login`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code, label: "a lost phone" }) });
  const { id, secret } = await signedIn.json();
  const cookie = signedIn.headers.get("set-cookie").split(";")[0];
  const { keys } = browserKeys();
  const address = `http://127.0.0.1:${service.address().port}`;
  const subscription = JSON.stringify({ endpoint: `${address}/phone`, keys });
  const headers = { cookie, "x-sayso-session": secret, "content-type": "application/json" };
  assert.equal((await fetch(`${desk.url}/api/push/subscribe`, { method: "POST", headers, body: subscription })).status, 200);
  await desk.call("POST", "/api/push/subscribe", { endpoint: `${address}/mine`, keys: browserKeys().keys });
  const paths = () => told.map((one) => one.path).filter((path) => path === "/phone" || path === "/mine").sort();
  const all = async (count) => {
    while (paths().length < count) await heard(told.length + 1);
    return paths();
  };
  told = [];
  await desk.ask(boolean());
  assert.deepEqual(await all(2), ["/mine", "/phone"]);
  await desk.call("POST", `/api/login/sessions/${id}/revoke`, {});
  told = [];
  for (let asked = 0; asked < 2; asked++) await desk.ask(boolean());

  assert.deepEqual(await all(2), ["/mine", "/mine"]);
});

/** The page's worker, once it is at work. */
const workerReady = (page) => page.evaluate(async () => {
  const { active } = await navigator.serviceWorker.ready;
  if (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
});

test("while the page lies in the background a question is a notification; a click on it leads there, its end takes it away", async () => {
  const { page, context, troubles } = await person(browser, desk, { path: "/settings", permissions: ["notifications"] });
  await workerReady(page);
  await page.getByRole("switch", { name: "Notify me while this page is open" }).check();
  const until = (wanted) => page.evaluate(async (wanted) => {
    const registration = await navigator.serviceWorker.ready;
    const end = Date.now() + 60_000;
    for (;;) {
      const shown = (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
      if (JSON.stringify(shown) === JSON.stringify(wanted)) return;
      if (Date.now() > end) throw new Error(`shown are ${JSON.stringify(shown)}, not ${JSON.stringify(wanted)}; permission ${Notification.permission}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }, wanted);
  const waiting = (await desk.call("GET", "/api/interactions")).interactions.length;
  // Somebody looks at the page: it shows the question itself.
  await desk.ask(choice({ question_text: "Seen?" }));
  await page.waitForFunction((count) => document.title === `(${count}) Sayso`, waiting + 1);
  await page.evaluate(() => Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" }));
  const asked = await desk.ask(choice({ question_text: "Are you there?" }), { agent: "Claude", project: "/srv/shop" });
  await until([{ title: "Claude · shop", body: "Are you there?", tag: asked.interaction_id }]);
  const [worker] = context.serviceWorkers();
  await worker.evaluate(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });
  await page.waitForURL(`**/q/${asked.interaction_id}`);
  await ready(page);
  await until([]);
  const second = await desk.ask(choice({ question_text: "And now?" }), { agent: "Codex" });
  await until([{ title: "Codex", body: "And now?", tag: second.interaction_id }]);
  await desk.call("POST", `/api/interactions/${second.interaction_id}/cancel`, {});
  await until([]);
  assert.deepEqual(troubles, []);
  await context.close();
});

test("the page can be installed as an app", async () => {
  const { page, context } = await person(browser, desk);
  await workerReady(page);
  const chrome = await context.newCDPSession(page);
  const { url, errors, data } = await chrome.send("Page.getAppManifest");
  assert.deepEqual([url, errors], [`${desk.url}/manifest.webmanifest`, []]);
  const manifest = JSON.parse(data);
  assert.deepEqual([manifest.name, manifest.start_url, manifest.display], ["Sayso", "/", "standalone"]);
  for (const { src, sizes, type } of manifest.icons) {
    const drawn = await page.evaluate(async (src) => {
      const icon = new Image();
      icon.src = src;
      await icon.decode();
      return `${icon.naturalWidth}x${icon.naturalHeight}`;
    }, src);
    assert.ok(sizes === "any" || drawn === sizes, `${src} is ${drawn}, and said to be ${sizes} (${type})`);
  }
  // Only that this browser keeps nothing stands in the way.
  const { installabilityErrors } = await chrome.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
  await context.close();
});

test("the page opens while the desk is away, and says so", async () => {
  const { page, context } = await person(browser, desk);
  await workerReady(page);
  await page.reload();
  await page.locator("inbox-list").waitFor();
  await desk.stop("SIGKILL");
  await page.reload();
  await page.getByRole("alert").getByText("Not connected").waitFor();
  const names = await page.evaluate(async () => (await (await caches.open("sayso-page")).keys()).map((one) => new URL(one.url).pathname));
  assert.ok(names.includes("/") && names.some((name) => /^\/assets\/index-.*\.js$/.test(name)), `the page is kept: ${names}`);
  assert.deepEqual(names.filter((name) => name.startsWith("/api/")), [], "and nothing of the API");
  await context.close();
});
