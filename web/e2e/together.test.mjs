// Several people and pages at one desk: races, drafts, restarts, deadlines, batches.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { launch, person, PHONE } from "./browser.mjs";
import { card, confirm, option, ready } from "./card.mjs";
import { binary, Desk } from "./desk.mjs";
import { boolean, boxes, choice, text } from "./words.mjs";

let desk, browser;
before(async () => {
  desk = await Desk.open(["serve"], { USER: "lin" });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await desk?.close();
});

test("a question is on every open page at once, and gone from all when it is answered", async () => {
  const pages = [await person(browser, desk), await person(browser, desk, { size: PHONE, touch: true })];
  for (const { page } of pages) await page.getByText("Nothing is waiting for you").first().waitFor();
  // Each page notes when it shows it; the promise is a second, and a slow machine may break it.
  const shown = pages.map(({ page }) => page.waitForFunction(() => document.title === "(1) Sayso" && Date.now(), undefined, { polling: 10 }));
  const asked = await desk.ask(choice({ question_text: "Live?" }));
  const at = Date.now();
  const after = await Promise.all(shown.map(async (one) => (await (await one).jsonValue()) - at));
  console.log(`a question was on ${pages.length} open pages ${after.join(" and ")} ms after it was asked`);
  for (const { page } of pages) await page.getByText("Live?").first().waitFor();
  const [wide, phone] = pages;
  await ready(wide.page);
  await option(wide.page, "JWT").click();
  await confirm(wide.page).click();
  await phone.page.getByText("Nothing is waiting for you").first().waitFor();
  await desk.outcome(asked.interaction_id);
  for (const { page, context } of pages) {
    await page.waitForFunction(() => document.title === "Sayso");
    await context.close();
  }
});

test("of two pages and a terminal one wins; the others are told who, and keep what they typed", async () => {
  const asked = await desk.ask(text());
  const id = asked.interaction_id;
  const one = await person(browser, desk, { path: `/q/${id}` });
  const other = await person(browser, desk, { path: `/q/${id}`, lang: "zh-CN" });
  for (const { page } of [one, other]) await ready(page);
  await card(one.page).locator("[data-own]").fill("my own port");
  await card(other.page).locator("[data-own]").fill("另一个端口");
  const env = { ...process.env, SAYSO_DATA: desk.data, SAYSO_DESK: desk.url, USER: "lin" };
  const terminal = spawn(binary(), ["answer", id], { env, stdio: ["pipe", "ignore", "inherit"] });
  terminal.stdin.end("9000\n");
  const outcome = await desk.outcome(id);
  assert.equal(outcome.answers[0].answer, "9000");
  await card(one.page).getByText("lin").first().waitFor();
  await card(one.page).getByText("my own port").waitFor();
  await card(other.page).getByText("另一个端口").waitFor();
  await one.context.close();
  await other.context.close();
});

test("two who confirm at once: exactly one is recorded", async () => {
  const asked = await desk.ask(choice());
  const id = asked.interaction_id;
  const people = [await person(browser, desk, { path: `/q/${id}` }), await person(browser, desk, { path: `/q/${id}` })];
  const labels = ["OAuth", "Cookie"];
  for (const [n, { page }] of people.entries()) {
    await ready(page);
    await option(page, labels[n]).click();
  }
  await Promise.all(people.map(({ page }) => confirm(page).click({ noWaitAfter: true })));
  const outcome = await desk.outcome(id);
  assert.ok(["oauth2", "cookie"].includes(outcome.answers[0].answer));
  const loser = outcome.answers[0].answer === "oauth2" ? 1 : 0;
  await card(people[loser].page).locator(".notice").first().waitFor();
  await people[1 - loser].page.getByText("Answer sent").first().waitFor();
  for (const { context } of people) await context.close();
});

test("begun on the laptop, reloaded, finished on the phone", async () => {
  const asked = await desk.ask({ questions: [boxes(), text()] });
  const path = `/q/${asked.interaction_id}`;
  const laptop = await person(browser, desk, { path });
  await ready(laptop.page);
  await option(laptop.page, "Pear").click();
  await card(laptop.page).locator("[data-next]").click();
  const kept = laptop.page.waitForResponse((response) => response.url().endsWith("/draft") && response.request().method() === "PUT" && response.request().postData().includes("half"));
  await card(laptop.page).locator("[data-own]").fill("half a sent");
  await kept;
  await laptop.page.reload();
  await ready(laptop.page);
  await option(laptop.page, "Pear").and(laptop.page.locator('[aria-checked="true"]')).waitFor();
  await laptop.context.close();
  const phone = await person(browser, desk, { path, size: PHONE, touch: true });
  const panel = await ready(phone.page);
  await option(phone.page, "Pear").and(phone.page.locator('[aria-checked="true"]')).waitFor();
  await panel.locator("[data-next]").tap();
  assert.equal(await panel.locator("[data-own]").inputValue(), "half a sent");
  await panel.locator("[data-own]").fill("half a sentence");
  await panel.locator("[data-next]").tap();
  await confirm(phone.page).tap();
  const { answers } = await desk.outcome(asked.interaction_id);
  assert.deepEqual(answers.map((one) => one.answer), [["pear"], "half a sentence"]);
  await phone.context.close();
});

test("the desk is killed in the middle: the page says so, keeps the draft, and goes on with the new one", async () => {
  const asked = await desk.ask(text());
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  await ready(page);
  await card(page).locator("[data-own]").fill("typed before");
  await desk.stop("SIGKILL");
  await page.getByRole("alert").getByText("Not connected").waitFor();
  await card(page).locator("[data-own]").fill("typed before and while it was away");
  await page.keyboard.press("Control+Enter");
  await desk.start();
  await page.getByRole("alert").getByText("Not connected").waitFor({ state: "detached" });
  const late = await desk.ask(choice({ question_text: "Asked after the restart?" }));
  await page.getByText("Asked after the restart?").first().waitFor();
  assert.equal((await desk.look(asked.interaction_id)).state, "pending", "nothing is sent by itself");
  await confirm(page).click();
  const { answers } = await desk.outcome(asked.interaction_id);
  assert.equal(answers[0].answer, "typed before and while it was away");
  await desk.call("POST", `/api/interactions/${late.interaction_id}/cancel`, {});
  await context.close();
});

test("cancelled with a reason, which reaches the agent", async () => {
  const asked = await desk.ask(choice());
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  const panel = await ready(page);
  await panel.locator("[data-cancel]").click();
  await panel.locator("[data-reason]").fill("let us talk about sessions first");
  await panel.locator("[data-cancel-confirm]").click();
  const outcome = await desk.outcome(asked.interaction_id);
  assert.deepEqual([outcome.state, outcome.reason, outcome.answers], ["cancelled", "let us talk about sessions first", []]);
  await page.getByText("Cancelled. The agent has been told.").first().waitFor();
  await context.close();
});

test("the time runs out: told plainly, the typed text kept, and it can be taken up again", async () => {
  const asked = await desk.ask(text(), { timeout_seconds: 4 });
  // However slow the machine, the clock waits until something is typed.
  const hold = (hold) => desk.call("POST", `/api/interactions/${asked.interaction_id}/hold`, { hold });
  await hold(true);
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  const panel = await ready(page);
  await panel.locator("[data-own]").fill("nearly done");
  await hold(false);
  const outcome = await desk.outcome(asked.interaction_id);
  assert.deepEqual([outcome.state, outcome.answers], ["timeout", []]);
  await panel.getByText("nearly done").waitFor();
  await panel.locator("[data-reopen]").first().click();
  await page.waitForFunction((old) => !location.pathname.endsWith(old), asked.interaction_id);
  await ready(page);
  assert.equal((await desk.look(new URL(page.url()).pathname.split("/").at(-1))).state, "pending");
  await context.close();
});

test("a clock that is held does not run out", async () => {
  const asked = await desk.ask(boolean(), { timeout_seconds: 60 });
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  const panel = await ready(page);
  await panel.getByRole("button", { name: "Hold" }).click();
  await panel.getByRole("button", { name: /run|Resume|Let/i }).first().waitFor();
  assert.ok((await desk.look(asked.interaction_id)).deadline.held_with > 0);
  await panel.locator('[data-choice="true"]').click();
  await confirm(page).click();
  assert.equal((await desk.outcome(asked.interaction_id)).answers[0].answer, true);
  await context.close();
});

test("alike questions are answered together, but for the one that is left out", async () => {
  const asked = [];
  for (const n of [1, 2, 3]) asked.push(await desk.ask(boolean({ question_text: "Deploy everywhere?" }), { session_id: `fleet-${n}`, agent: "Codex" }));
  const { page, context } = await person(browser, desk);
  await page.getByText("Answer together").click();
  await page.getByRole("checkbox", { name: /fleet-2/ }).uncheck();
  const panel = page.locator("batch-view user-question-panel[armed]");
  await panel.waitFor();
  await panel.locator('[data-choice="true"]').click();
  await panel.locator("[data-submit]").click();
  await page.getByText("2 questions answered.").waitFor();
  const states = await Promise.all(asked.map(async (one) => (await desk.look(one.interaction_id)).state));
  assert.deepEqual(states, ["answered", "pending", "answered"]);
  await desk.call("POST", `/api/interactions/${asked[1].interaction_id}/cancel`, {});
  await context.close();
});

test("whoever comes while one fills the form in is not answered for; a note goes to all who are", async () => {
  const question = () => boolean({ question_text: "Restart the fleet?" });
  const asked = [];
  const ask = async (n, input = question()) => asked.push(await desk.ask(input, { session_id: `herd-${n}`, agent: "Codex" }));
  for (const n of [1, 2]) await ask(n);
  const { page, context } = await person(browser, desk);
  await page.getByText("Answer together").click();
  const panel = page.locator("batch-view user-question-panel[armed]");
  await panel.waitFor();
  await panel.locator('[data-choice="true"]').click();
  await ask(3);
  await ask(4, { ...question(), description: "Production, all at once." });
  const late = page.getByRole("checkbox", { name: /herd-3/ });
  await late.waitFor();
  assert.equal(await late.isChecked(), false, "who comes late is not ticked");
  await page.locator("inbox-list .row").nth(3).waitFor();
  assert.equal(await page.getByRole("checkbox", { name: /herd-4/ }).count(), 0, "what reads otherwise is not alike");
  // The first is called off meanwhile: what was entered stays.
  await desk.call("POST", `/api/interactions/${asked[0].interaction_id}/cancel`, {});
  await page.getByText("closed meanwhile").waitFor();
  assert.equal(await page.getByRole("checkbox", { name: /herd-1/ }).isDisabled(), true);
  await panel.locator("[data-add-note]").click();
  await panel.locator("[data-note]").fill("after midnight");
  await panel.locator("[data-submit]").click();
  await page.getByText("1 question answered.").waitFor();
  const found = await Promise.all(asked.map((one) => desk.look(one.interaction_id)));
  assert.deepEqual(found.map((one) => one.state), ["cancelled", "answered", "pending", "pending"]);
  assert.equal(found[1].outcome.answers[0].note, "after midnight");
  for (const one of asked.slice(2)) await desk.call("POST", `/api/interactions/${one.interaction_id}/cancel`, {});
  await context.close();
});

test("what one types is not disturbed by what comes in", async () => {
  const first = await desk.ask(text(), { session_id: "calm" });
  const { page, context } = await person(browser, desk, { path: `/q/${first.interaction_id}` });
  await ready(page);
  const field = card(page).locator("[data-own]");
  await field.click();
  await page.keyboard.type("one ");
  await desk.ask(choice({ question_text: "Something more pressing?" }), { timeout_seconds: 60, session_id: "rush" });
  await page.getByText("Something more pressing?").first().waitFor();
  await page.keyboard.type("two");
  assert.equal(await field.inputValue(), "one two");
  await confirm(page).click();
  assert.equal((await desk.outcome(first.interaction_id)).answers[0].answer, "one two");
  await context.close();
});
