// What is large: a session of a hundred thousand messages, and the first load of the page, which is not.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, person } from "./browser.mjs";
import { firstLoad } from "./first-load.mjs";
import { ready } from "./card.mjs";
import { Desk, root } from "./desk.mjs";
import { choice } from "./words.mjs";

/** Bytes over the line, everything compressed. */
const BUDGET = 150_000;
const MESSAGES = 100_000;

let desk, browser;
before(async () => {
  desk = await Desk.open();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await desk?.close();
});

test("the first load, with a question on the table, stays within its budget", async () => {
  const asked = await desk.ask(choice(), { session_id: "first" });
  const { bytes, millis } = await firstLoad(browser, desk);
  console.log(`first load: ${(bytes / 1_000).toFixed(1)} kB of ${BUDGET / 1_000}, the question after ${Math.round(millis)} ms`);
  assert.ok(bytes > 20_000, "what was loaded was counted");
  assert.ok(bytes < BUDGET, `the first load is ${bytes} bytes, the budget ${BUDGET}`);
  await desk.call("POST", `/api/interactions/${asked.interaction_id}/cancel`, {});
});

test(`a session of ${MESSAGES} messages opens at its end, scrolls anywhere, and finds`, async () => {
  const file = join(desk.data, "long", "sayso.db");
  const { status } = spawnSync("cargo", ["run", "--quiet", "--package", "xtask", "--", "long-session", file, String(MESSAGES)], { cwd: root, stdio: "inherit" });
  assert.equal(status, 0, "the long session was written");
  const long = await Desk.open(["serve", "--store", file]);
  const last = await long.ask(choice({ question_text: "After all of that?" }), { session_id: "long" });
  const { page, context, troubles } = await person(browser, long, { path: `/q/${last.interaction_id}` });
  const begun = performance.now();
  await ready(page);
  const rows = page.locator("session-transcript .item .said");
  await rows.filter({ hasText: "After all of that?" }).waitFor();
  console.log(`a session of ${MESSAGES} messages: open after ${Math.round(performance.now() - begun)} ms`);
  const few = async (where) => assert.ok((await page.locator("session-transcript .item").count()) < 100, `only what is in sight exists: ${where}`);
  await few("at the end");
  const box = page.locator("session-transcript .box");
  await box.evaluate((box) => (box.scrollTop = 0));
  await page.locator("session-transcript .meta").getByText("started a session").waitFor();
  await few("at the beginning");
  await box.evaluate((box) => (box.scrollTop = box.scrollHeight / 3));
  await rows.first().waitFor();
  await few("somewhere");
  await page.keyboard.press("Control+f");
  await page.getByRole("searchbox", { name: "Find in this session" }).fill("needle");
  await page.locator("session-transcript .marked").getByText("the needle in the hay").waitFor();
  await few("where it was found");
  await long.say("long", "text", { text: "One more" });
  await page.getByRole("button", { name: "1 new message" }).click();
  await page.locator("session-transcript").getByText("One more").waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
  await long.close();
});
