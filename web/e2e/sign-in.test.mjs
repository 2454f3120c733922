// Signing in, again, and out, in one browser with several tabs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, listening, person } from "./browser.mjs";
import { confirm, option, ready } from "./card.mjs";
import { Desk } from "./desk.mjs";
import { choice } from "./words.mjs";

let desk, browser;
before(async () => {
  desk = await Desk.open();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await desk?.close();
});

const again = (page) => page.getByRole("heading", { name: "This browser is not signed in any more" }).waitFor();
const sessions = async () => (await desk.call("GET", "/api/login/sessions")).sessions;

test("a browser that was signed in before there were secrets signs in again", async () => {
  const { page, context, troubles } = await person(browser, desk);
  await page.locator("inbox-list").waitFor();
  await page.evaluate(() => new Promise((done, failed) => {
    const request = indexedDB.deleteDatabase("sayso");
    request.onsuccess = done;
    request.onerror = failed;
  }));
  await page.reload();
  await again(page);
  await page.getByRole("textbox").fill(await desk.signInLink());
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("inbox-list").waitFor();
  await page.reload();
  await page.locator("inbox-list").waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test("a tab goes on when another signs in anew, and both end with the session", async () => {
  const { page, context } = await person(browser, desk);
  await listening(page);
  const before = await sessions();
  const other = await context.newPage();
  await other.goto(await desk.signInLink());
  await other.locator("inbox-list").waitFor();
  const asked = await desk.ask(choice());
  await page.bringToFront();
  await page.goto(`${desk.url}/q/${asked.interaction_id}`);
  await ready(page);
  await option(page, "JWT").click();
  await confirm(page).click();
  const outcome = await desk.outcome(asked.interaction_id);
  assert.deepEqual([outcome.state, outcome.evidence, outcome.via], ["answered", "page", "web"]);
  const [now, ...rest] = await sessions();
  assert.equal(rest.length + 1, before.length, "the session that it had is over");
  assert.match(now.label, /^Chrome on Linux$/);
  await desk.call("POST", `/api/login/sessions/${now.id}/revoke`, {});
  await again(page);
  await again(other);
  await context.close();
});

test("a browser that stores nothing is signed in until the page is shut", async () => {
  const { page, context } = await person(browser, desk);
  const other = await context.newPage();
  await other.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException("not here", "SecurityError");
    };
  });
  await other.goto(await desk.signInLink());
  await other.locator("inbox-list").waitFor();
  await other.reload();
  await again(other);
  await page.close();
  await context.close();
});
