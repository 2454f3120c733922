// Sessions: the demonstration from end to end, finding, branching, stopping, links, search.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, person, PHONE } from "./browser.mjs";
import { card, confirm, option, ready } from "./card.mjs";
import { Desk } from "./desk.mjs";
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

for (const [name, lang, look, words] of [
  ["wide, in English", "en", {}, { more: "One more", poem: "A Tang poem", auth: "OAuth", over: "Round 3" }],
  ["on a phone, in Chinese", "zh-CN", { viewport: PHONE, hasTouch: true, isMobile: true }, { more: "再给一个", poem: "背唐诗", auth: "OAuth", over: "第 3 轮" }],
]) {
  test(`the whole demonstration, ${name}`, async () => {
    const demo = await Desk.open(["demo"], { SAYSO_LANG: lang });
    const context = await browser.newContext({ locale: lang, reducedMotion: "reduce", ...look });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(demo.link);
    if (look.isMobile) await page.locator("inbox-list a.row").first().tap();
    await ready(page);
    await option(page, words.more).click();
    await confirm(page).click();
    await card(page).getByText(words.over.replace("3", "2")).first().waitFor();
    await ready(page);
    await option(page, words.poem).click();
    await confirm(page).click();
    await card(page).getByText(words.over).first().waitFor();
    await ready(page);
    await option(page, words.auth).click();
    await option(page, "GitHub").click();
    await confirm(page).click();
    await page.locator("session-transcript .complete").first().waitFor();
    if (!look.isMobile) assert.equal(await page.locator("rounds-panel li.answered").count(), 3);
    assert.ok((await page.locator("session-transcript .said").count()) > 3);
    await context.close();
    await demo.close();
  });
}

test("links lead to a question, a closed question, a session", async () => {
  const asked = await desk.ask(choice({ question_text: "Linked?" }), { session_id: "linked" });
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  await ready(page);
  await option(page, "JWT").click();
  await confirm(page).click();
  await page.getByText("Answer sent").first().waitFor();
  await page.goto(`${desk.url}/q/${asked.interaction_id}`);
  await card(page).getByText("JWT").first().waitFor();
  assert.equal(await confirm(page).count(), 0, "a closed question cannot be answered");
  await page.goto(`${desk.url}/s/linked`);
  await page.locator("session-transcript .outcome.answered").waitFor();
  await page.goto(`${desk.url}/q/ffffffffffffffffffffffffffffffff`);
  await page.getByText("There is nothing at this link").waitFor();
  await context.close();
});

test("all eight kinds of messages have their looks, live", async () => {
  const asked = await desk.ask(boolean(), { session_id: "kinds" });
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  await ready(page);
  const said = [
    ["text", { text: "words" }, "text"],
    ["thinking", { thinking: "a thought that is folded" }, "thinking"],
    ["tool_use", { name: "Bash", input: { command: "make test" } }, "tool_use"],
    ["tool_result", { content: "fine", is_error: false }, "tool_result"],
    ["tool_result", { content: "broken", is_error: true }, "tool_result.failed"],
    ["error", { text: "trouble" }, "error"],
    ["complete", { text: "finished" }, "complete"],
    ["info", { text: "hint" }, "info"],
  ];
  for (const [kind, content, look] of said) {
    await desk.say("kinds", kind, content);
    await page.locator(`session-transcript .said.${look}`).last().waitFor();
  }
  const edge = (look) => page.locator(`session-transcript .said.${look}`).last().evaluate((row) => getComputedStyle(row).borderInlineStartColor);
  const colours = await Promise.all(["text", "thinking", "tool_use", "tool_result.failed", "complete", "info", "ask_user_question"].map(edge));
  assert.deepEqual(colours, ["rgb(31, 95, 214)", "rgb(242, 201, 76)", "rgb(21, 127, 60)", "rgb(198, 43, 43)", "rgb(31, 95, 214)", "rgb(56, 189, 248)", "rgb(124, 58, 237)"]);
  const thinking = page.locator("session-transcript details.thinking");
  assert.equal(await thinking.getAttribute("open"), null, "thinking is folded");
  await thinking.locator("summary").click();
  await thinking.locator(".md").waitFor();
  await page.getByText("make test").first().waitFor();
  await context.close();
});

test("one finds words in a long session, and the end follows unless one reads above it", async () => {
  const session = "long";
  const asked = await desk.ask(boolean(), { session_id: session });
  for (let n = 0; n < 260; n++) await desk.say(session, "text", { text: n === 7 ? "the needle in the hay" : `line ${n}` });
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  await ready(page);
  await page.getByText("line 259").waitFor();
  assert.ok((await page.locator("session-transcript .item").count()) < 80, "only what is in sight exists");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("needle");
  await page.locator("session-transcript .marked").getByText("the needle in the hay").waitFor();
  await page.keyboard.press("Escape");
  await desk.say(session, "text", { text: "news at the end" });
  await page.getByRole("button", { name: "1 new message" }).click();
  await page.getByText("news at the end").waitFor();
  await desk.say(session, "text", { text: "followed" });
  await page.getByText("followed").waitFor();
  await context.close();
});

test("a round is branched from, and a task is stopped only when one is sure", async () => {
  const session_id = "branchy";
  const first = await desk.ask(choice(), { session_id });
  await desk.call("POST", `/api/interactions/${first.interaction_id}/answer`, { answers: { [first.questions[0].question_id]: "jwt" } });
  const second = await desk.ask(boxes(), { session_id });
  const { page, context } = await person(browser, desk, { path: `/q/${second.interaction_id}` });
  await ready(page);
  const stop = page.getByRole("button", { name: "Stop task" });
  await stop.click();
  assert.equal((await desk.look(second.interaction_id)).state, "pending");
  await page.getByRole("button", { name: "Really stop?" }).click();
  const outcome = await desk.outcome(second.interaction_id);
  assert.deepEqual([outcome.state, outcome.interrupted], ["cancelled", true]);
  const rounds = page.locator("rounds-panel");
  await rounds.locator("li.cancelled").waitFor();
  await rounds.getByRole("button", { name: "Branch" }).first().click();
  await rounds.getByRole("button", { name: "Continue in a new session" }).click();
  await page.getByText("A branch, from round 1").waitFor();
  assert.ok(!page.url().includes("branchy"));
  await context.close();
});

test("the history has of every round what was offered, what was decided, by whom, where, when and how fast", async () => {
  const session_id = "history";
  const answer = (one, answers, more) => desk.call("POST", `/api/interactions/${one.interaction_id}/answer`, { answers, ...more });
  const first = await desk.ask(choice({ question_text: "Which way in?" }), { session_id });
  await answer(first, [{ question_id: first.questions[0].question_id, answer: "jwt", note: "for now" }], { via: "terminal" });
  const second = await desk.ask(boxes({ question_text: "What to eat?" }), { session_id });
  await answer(second, [{ question_id: second.questions[0].question_id, answer: ["pear", { other: "Figs" }] }], { via: "web" });
  const third = await desk.ask(boolean({ question_text: "Then go?" }), { session_id });
  await desk.call("POST", `/api/interactions/${third.interaction_id}/cancel`, { reason: "it rains" });
  const { page, context } = await person(browser, desk, { path: `/s/${session_id}` });
  const rounds = page.locator("rounds-panel ol > li");
  await rounds.nth(2).waitFor();
  const rows = [
    [/^1\s+Which way in\?\s+JWT “for now”\s+lin · terminal · .*\d.* · took \S+/, ["OAuth", "JWT", "Cookie"], ["JWT"]],
    [/^2\s+What to eat\?\s+Pear, Figs\s+lin · web · .*\d.* · took \S+/, ["Apple", "Pear", "Plum"], ["Pear"]],
    [/^3\s+Then go\?\s+Cancelled\s+“it rains”\s+lin · API · .*\d.* · took \S+/, ["Yes", "No"], []],
  ];
  for (const [n, [words, offered, picked]] of rows.entries()) {
    const round = rounds.nth(n);
    assert.match(await round.innerText(), words);
    await round.getByRole("button", { name: "Options" }).click();
    const options = round.locator("user-question-panel [data-choice]");
    await options.first().waitFor();
    const said = async (part) => (await part.allInnerTexts()).map((text) => text.trim());
    assert.deepEqual(await said(options), offered);
    assert.deepEqual(await said(round.locator('user-question-panel [data-choice][aria-checked="true"]')), picked);
  }
  await context.close();
});

test("search and filters narrow all lists", async () => {
  for (const [n, project, agent] of [[1, "/srv/red", "Claude"], [2, "/srv/blue", "Codex"]]) {
    const one = await desk.ask(text({ question_text: `Decided ${n}?` }), { project, agent, session_id: `find-${n}` });
    await desk.call("POST", `/api/interactions/${one.interaction_id}/answer`, { answers: { [one.questions[0].question_id]: n === 1 ? "crimson" : "navy" } });
    await desk.ask(text({ question_text: `Open ${n}?` }), { project, agent, session_id: `find-open-${n}` });
  }
  const { page, context } = await person(browser, desk, { path: "/done" });
  const list = page.locator("inbox-list");
  await list.getByText("Decided 2?").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("crimson");
  await list.getByText("Decided 2?").waitFor({ state: "detached" });
  await list.getByText("Decided 1?").waitFor();
  await list.getByRole("searchbox").fill("");
  await list.getByRole("button", { name: "Waiting" }).click();
  await list.getByRole("combobox", { name: "All projects" }).selectOption("/srv/blue");
  await list.getByText("Open 1?").waitFor({ state: "detached" });
  await list.getByText("Open 2?").waitFor();
  await list.getByRole("combobox", { name: "All projects" }).selectOption("");
  await list.getByText("Open 1?").waitFor();
  await list.getByRole("combobox", { name: "All agents" }).selectOption("Claude");
  await list.getByText("Open 2?").waitFor({ state: "detached" });
  await list.getByText("Open 1?").waitFor();

  // The agent is still chosen; by outcome only what was called off is left.
  const off = await desk.ask(text({ question_text: "Called off?" }), { session_id: "find-off" });
  await desk.call("POST", `/api/interactions/${off.interaction_id}/cancel`, {});
  await list.getByRole("button", { name: "Done" }).click();
  await list.getByText("Decided 2?").waitFor({ state: "detached" });
  await list.getByText("Decided 1?").waitFor();
  await list.getByRole("combobox", { name: "All outcomes" }).selectOption("cancelled");
  await list.getByText("Decided 1?").waitFor({ state: "detached" });
  await list.getByText("Called off?").waitFor();
  await list.getByRole("combobox", { name: "All outcomes" }).selectOption("answered");
  await list.getByText("Called off?").waitFor({ state: "detached" });
  await list.getByText("Decided 1?").waitFor();

  // Far back in the list of sessions, where nothing is loaded yet.
  await desk.ask(boolean(), { session_id: "oldest-of-all", project: "/srv/attic" });
  for (let n = 0; n < 60; n++) await desk.ask(boolean(), { session_id: `later-${n}`, project: "/srv/later" });
  await list.getByRole("button", { name: "Sessions" }).click();
  await list.locator('a[href="/s/later-59"]').waitFor();
  assert.equal(await list.locator('a[href="/s/oldest-of-all"]').count(), 0, "it is not loaded");
  await list.getByRole("searchbox").fill("attic");
  await list.locator('a[href="/s/oldest-of-all"]').waitFor();
  await list.locator('a[href="/s/later-59"]').waitFor({ state: "detached" });
  await context.close();
});

test("who is not signed in is told how, and a pasted link signs in", async () => {
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(desk.url);
  await page.getByText("sayso token link").waitFor();
  await page.getByRole("textbox").fill("http://elsewhere/#code=wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByRole("textbox").fill(await desk.signInLink());
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("inbox-list").waitFor();
  assert.equal(await page.evaluate(() => document.cookie), "", "no script can read the cookie");
  await context.close();
});
