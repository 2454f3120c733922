// Many tabs of one browser, which opens six connections to a desk and no more.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, listening, person } from "./browser.mjs";
import { confirm, option, ready } from "./card.mjs";
import { Desk } from "./desk.mjs";
import { boolean, choice } from "./words.mjs";

const TABS = 8;

let desk, browser;
before(async () => {
  desk = await Desk.open(["serve"], { USER: "lin" });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await desk?.close();
});

/** Tabs of one person's browser, the last in front. */
async function tabs(count) {
  const { page, context } = await person(browser, desk);
  const pages = [page];
  while (pages.length < count) {
    const next = await context.newPage();
    await next.goto(`${desk.url}/`);
    pages.push(next);
  }
  return { context, pages };
}

const counts = (pages, title) => Promise.all(pages.map((page) => page.waitForFunction((wanted) => document.title === wanted, title, { polling: 100 })));

test("every tab hears what is asked and what is answered, and each can answer", async () => {
  const { context, pages } = await tabs(TABS);
  for (const page of [pages[0], pages[TABS - 1], pages[3]]) {
    const asked = await desk.ask(choice());
    await counts(pages, "(1) Sayso");
    await page.bringToFront();
    await page.goto(`${desk.url}/q/${asked.interaction_id}`);
    await ready(page);
    await option(page, "JWT").click();
    await confirm(page).click();
    assert.equal((await desk.outcome(asked.interaction_id)).state, "answered");
    await counts(pages, "Sayso");
  }
  await context.close();
});

test("the tab that listens for all is closed, then the desk is killed: the others go on and miss nothing", async () => {
  const { context, pages } = await tabs(3);
  const first = await desk.ask(boolean());
  await counts(pages, "(1) Sayso");
  for (const one of [2, 0]) {
    await pages[one].close();
    pages.splice(one, 1);
    await desk.ask(boolean());
  }
  await counts(pages, "(3) Sayso");
  await desk.stop("SIGKILL");
  await desk.start();
  await desk.call("POST", `/api/interactions/${first.interaction_id}/cancel`, {});
  await counts(pages, "(2) Sayso");
  await context.close();
});

test("the tab that listens for all is put to sleep: another takes its place", async () => {
  const { page, context } = await person(browser, desk, { clock: true });
  await listening(page);
  const asleep = await context.newPage();
  await asleep.goto(`${desk.url}/`);
  const waiting = (count) => counts([page], `(${count}) Sayso`);
  const open = (await desk.call("GET", "/api/interactions")).interactions.length;
  await desk.ask(boolean());
  await counts([asleep], `(${open + 1}) Sayso`);
  await waiting(open + 1);
  // It holds the stream and tells nobody anything any more.
  await asleep.evaluate(() => (BroadcastChannel.prototype.postMessage = () => undefined));
  await desk.ask(boolean());
  await page.clock.resume();
  // How long it has heard nothing counts from the last word of the other, which may have come just now.
  const shows = async () => (await page.title()).startsWith(`(${open + 2}) Sayso`);
  for (let turns = 0; turns < 10 && !(await shows()); turns += 1) {
    await page.clock.fastForward(100_000);
    await new Promise((done) => setTimeout(done, 1_500));
  }
  await waiting(open + 2);
  await context.close();
});

test("a browser that refuses locks listens in every tab", async () => {
  const { context } = await person(browser, desk);
  await context.addInitScript(() => {
    LockManager.prototype.request = () => Promise.reject(new DOMException("not here", "SecurityError"));
  });
  const pages = [await context.newPage(), await context.newPage()];
  for (const page of pages) await page.goto(`${desk.url}/done`);
  const open = (await desk.call("GET", "/api/interactions")).interactions.length;
  await desk.ask(boolean());
  await counts(pages, `(${open + 1}) Sayso`);
  await context.close();
});
