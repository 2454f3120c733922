// Several people and pages at one desk: races, drafts, restarts, deadlines, batches.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { launch, listening, person, PHONE } from "./browser.mjs";
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

test("a question whose asker is not waiting says so on every page, until somebody waits again", async () => {
  const { interaction_id: id } = await desk.ask(choice({ question_text: "Still there?" }), { session_id: "left" });
  const people = [
    await person(browser, desk),
    await person(browser, desk, { size: PHONE, path: `/q/${id}` }),
    await person(browser, desk, { size: PHONE, lang: "zh-CN", dark: true }),
  ];
  const pages = people.map(({ page }) => page);
  const notices = [...pages.slice(0, 2).map((page) => card(page).getByText("Asker away")), pages[2].locator("inbox-list").getByText("提问方不在")];
  await pages[2].locator("inbox-list").getByText("Still there?").waitFor();
  for (const page of pages.slice(0, 2)) await ready(page);
  const places = () => Promise.all(pages.slice(0, 2).map((page) => option(page, "JWT").boundingBox()));
  const before = await places();
  assert.deepEqual(await Promise.all(notices.map((notice) => notice.isVisible())), [false, false, false], "it was just asked");
  for (const notice of notices) await notice.waitFor();
  assert.deepEqual(await places(), before, "nothing moves under the hand of who is answering");
  const outcome = desk.outcome(id);
  for (const notice of notices) await notice.waitFor({ state: "hidden" });
  await desk.call("POST", `/api/interactions/${id}/cancel`, {});
  assert.equal((await outcome).state, "cancelled");
});

test("a question is on every open page, wherever it stands, and gone from all when it is answered", async () => {
  const before = await desk.ask(boolean({ question_text: "Before?" }), { session_id: "before" });
  await desk.call("POST", `/api/interactions/${before.interaction_id}/cancel`, {});
  const first = await person(browser, desk);
  const people = [
    first,
    await person(browser, desk, { size: PHONE, touch: true }),
    await person(browser, desk, { path: "/settings", lang: "zh-CN" }),
    await person(browser, desk, { path: "/s/before", dark: true }),
    // A second tab of the first one's browser.
    { context: first.context, page: await first.context.newPage() },
  ];
  const pages = people.map(({ page }) => page);
  await pages[4].goto(`${desk.url}/done`);
  const icons = () => Promise.all(pages.map((page) => page.evaluate(() => document.querySelector("link[rel=icon]").href)));
  for (const page of pages) await page.waitForFunction(() => document.title === "Sayso");
  assert.deepEqual(await icons(), pages.map(() => `${desk.url}/icon.svg`));

  const counted = [];
  const asked = [];
  for (const [n, words] of ["Live?", "And this?"].entries()) {
    asked.push(await desk.ask(choice({ question_text: words }), { session_id: `live-${n}` }));
    for (const page of pages) {
      await page.waitForFunction((count) => document.title === `(${count}) Sayso`, n + 1);
      await page.waitForFunction((known) => !known.includes(document.querySelector("link[rel=icon]").href), [`${desk.url}/icon.svg`, ...counted]);
    }
    const drawn = new Set(await icons());
    assert.ok([...drawn].every((icon) => icon.startsWith("data:image/png;base64,")), "the count is drawn on the icon");
    counted.push(...drawn);
  }
  await pages[4].getByRole("button", { name: "Waiting" }).click();
  // On a phone the list is shown alone; beside the others it stands on the left.
  for (const page of pages) await page.locator("inbox-list").getByText("And this?").waitFor();

  await ready(pages[0]);
  await option(pages[0], "JWT").click();
  await confirm(pages[0]).click();
  await desk.outcome(asked[0].interaction_id);
  await desk.call("POST", `/api/interactions/${asked[1].interaction_id}/cancel`, {});
  for (const page of pages) {
    await page.waitForFunction(() => document.title === "Sayso" && document.querySelector("link[rel=icon]").href.endsWith("/icon.svg"));
    await page.locator("inbox-list").getByText("And this?").waitFor({ state: "detached" });
  }
  for (const { context } of people.slice(0, 4)) await context.close();
});

test("an icon that is drawn late does not bring back a count that is over", async () => {
  const { context, page } = await person(browser, desk);
  await page.waitForFunction(() => document.title === "Sayso");
  // The picture below the count arrives when everything is over.
  await page.evaluate(() => {
    window.pictures = [];
    const src = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
    Object.defineProperty(HTMLImageElement.prototype, "src", { ...src, set(address) {
      window.pictures.push(() => {
        src.set.call(this, address);
        return this.decode();
      });
    } });
  });
  const asked = await desk.ask(boolean());
  await page.waitForFunction(() => document.title === "(1) Sayso");
  await desk.call("POST", `/api/interactions/${asked.interaction_id}/cancel`, {});
  await page.waitForFunction(() => document.title === "Sayso");
  const drawn = await page.evaluate(async () => {
    const arrived = await Promise.all(window.pictures.map((arrive) => arrive()));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return arrived.length;
  });
  assert.equal(drawn, 1, "the count of one was about to be drawn");
  assert.equal(await page.evaluate(() => document.querySelector("link[rel=icon]").href), `${desk.url}/icon.svg`);
  await context.close();
});

/** `sayso answer` with its question on the screen; `enter` confirms what was typed. */
async function atTerminal(id, words) {
  // Without the marks of an agent that runs these tests: below one nobody answers.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, SAYSO_DATA: desk.data, SAYSO_DESK: desk.url, SAYSO_LANG: "en", USER: "lin", TERM: "xterm-256color", COLUMNS: "100", LINES: "30" };
  // A terminal of its own, as a person has one.
  const program = spawn("script", ["--quiet", "--flush", "--return", "--command", `${binary()} answer ${id} --plain`, "/dev/null"], { env, stdio: ["pipe", "pipe", "inherit"] });
  // It may have heard the end and left before Enter is pressed.
  program.stdin.on("error", () => undefined);
  let seen = "";
  let look = () => {};
  program.stdout.on("data", (bytes) => {
    seen += bytes;
    look();
  });
  const shows = (wanted) => new Promise((done, failed) => {
    const late = setTimeout(() => failed(new Error(`the terminal never showed ${wanted}: ${seen}`)), 60_000);
    look = () => {
      if (!wanted.test(seen)) return;
      clearTimeout(late);
      done();
    };
    look();
  });
  const ended = new Promise((done) => program.on("exit", (code) => done({ code, seen })));
  // The prompt appears once keys are taken.
  await shows(/Which port\?[^]*Enter your answer: $/);
  program.stdin.write(words);
  await shows(new RegExp(words));
  return { ended, shows, enter: () => program.stdin.write("\r") };
}

for (const winner of ["a page", "another page", "the terminal"]) {
  test(`two pages and a terminal confirm at once, ${winner} first: one is recorded, the others are told and keep what they typed`, async () => {
    const asked = await desk.ask(text());
    const id = asked.interaction_id;
    const said = { "a page": "my own port", "another page": "另一个端口", "the terminal": "9000" };
    const people = { "a page": await person(browser, desk, { path: `/q/${id}` }), "another page": await person(browser, desk, { path: `/q/${id}`, lang: "zh-CN" }) };
    // Everybody confirms while it is open; the answers of those who are to lose are on their way a little longer.
    const held = [];
    let hold = true;
    for (const [name, { page }] of Object.entries(people)) {
      await ready(page);
      await card(page).locator("[data-own]").fill(said[name]);
      await page.route("**/answer", async (route) => {
        if (hold && name !== winner) held.push(route);
        else await route.continue();
      });
    }
    const terminal = await atTerminal(id, said["the terminal"]);
    const sends = ({ page }) => Promise.all([page.waitForRequest("**/answer"), confirm(page).click()]);
    for (const [name, one] of Object.entries(people)) if (name !== winner) await sends(one);
    if (people[winner]) await sends(people[winner]);
    terminal.enter();
    const outcome = await desk.outcome(id);
    hold = false;
    for (const route of held) await route.continue();
    const won = Object.keys(said).find((name) => said[name] === outcome.answers[0].answer);
    assert.ok(won !== undefined, `one of the three: ${JSON.stringify(outcome)}`);
    // The terminal came with a bare token, which may be a script's.
    const known = won === "the terminal" ? ["file", "script", "terminal"] : ["person", "page", "web"];
    assert.deepEqual([outcome.state, outcome.decided_by, outcome.evidence, outcome.via], ["answered", ...known]);
    for (const [name, { page, context }] of Object.entries(people)) {
      if (name === won) {
        await page.getByText(name === "a page" ? "Answer sent" : "回答已提交").first().waitFor();
      } else {
        const notice = card(page).locator(".notice .lost");
        const [en, zh] = won === "the terminal" ? [/by lin \(terminal\)/, /lin .*通过终端回答/] : [/by lin \(web\)/, /lin .*通过网页回答/];
        await notice.getByText(name === "a page" ? en : zh).waitFor();
        await notice.getByText(said[name], { exact: true }).waitFor();
      }
      await context.close();
    }
    const { seen } = await terminal.ended;
    if (won !== "the terminal") {
      assert.match(seen, /answered by lin via web/, "the terminal is told who, and where");
      assert.match(seen, /9000/, "and keeps what was typed");
    }
  });
}

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

test("a question that could not be read at once comes all the same", async () => {
  const { page, context } = await person(browser, desk);
  await listening(page);
  let refused = 0;
  await page.route(/api.interactions.[^/?]+$/, async (route) => {
    refused += 1;
    if (refused === 1) await route.abort("connectionreset");
    else if (refused === 2) await route.fulfill({ status: 503, json: { error: { code: "unavailable", message: "away" } } });
    else await route.continue();
  });
  const asked = await desk.ask(choice({ question_text: "Read at the third try?" }));
  await page.locator("inbox-list").getByText("Read at the third try?").waitFor();
  assert.ok(refused > 2, "two readings failed");
  await desk.call("POST", `/api/interactions/${asked.interaction_id}/cancel`, {});
  await context.close();
});

/** Kills the desk and starts it again; meanwhile `act` is done, of which the page hears by a new list and not by facts. */
async function unheard(page, act) {
  let done;
  const over = new Promise((resolve) => (done = resolve));
  await page.route("**/api/events*", (route) => over.then(() => route.continue({ url: `${desk.url}/api/events` })));
  await desk.stop("SIGKILL");
  await page.getByRole("alert").getByText("Not connected").waitFor();
  await desk.start();
  await act();
  done();
  await page.getByRole("alert").getByText("Not connected").waitFor({ state: "detached" });
}

test("what was read before the end is not taken for what is open after it", async () => {
  const { page, context } = await person(browser, desk);
  await listening(page);
  let read;
  const held = new Promise((done) => (read = done));
  await page.route(/api.interactions.[^/?]+$/, async (route) => read({ reading: route, response: await route.fetch() }), { times: 1 });
  const { interaction_id } = await desk.ask(choice({ question_text: "Closed while it was read?" }));
  const { reading, response } = await held;
  await unheard(page, () => desk.call("POST", `/api/interactions/${interaction_id}/cancel`, {}));
  await reading.fulfill({ response });
  const next = await desk.ask(choice({ question_text: "And the next?" }));
  await page.locator("inbox-list").getByText("And the next?").waitFor();
  assert.equal(await page.title(), "(1) Sayso");
  await desk.call("POST", `/api/interactions/${next.interaction_id}/cancel`, {});
  await context.close();
});

test("a card whose end was not heard says so, and keeps what was typed", async () => {
  const asked = await desk.ask(text());
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  await ready(page);
  await card(page).locator("[data-own]").fill("half a sentence");
  await listening(page);
  await unheard(page, () => desk.call("POST", `/api/interactions/${asked.interaction_id}/cancel`, {}));
  await confirm(page).waitFor({ state: "detached" });
  await card(page).getByText("half a sentence").waitFor();
  await context.close();
});

test("a link that cannot be read at once is not said to lead nowhere", async () => {
  const asked = await desk.ask(choice({ question_text: "Over long ago?" }));
  await desk.call("POST", `/api/interactions/${asked.interaction_id}/cancel`, {});
  const { page, context } = await person(browser, desk);
  let refused = 0;
  await page.route(/api.interactions.[^/?]+$/, (route) => (refused++ < 1 ? route.abort("connectionreset") : route.continue()));
  await page.goto(`${desk.url}/q/${asked.interaction_id}`);
  await card(page).getByText("Over long ago?").first().waitFor();
  assert.ok(refused > 1, "the first reading failed");
  await context.close();
});

test("a desk that is only silent is noticed, and heard again", async () => {
  const { page, context } = await person(browser, desk, { clock: true });
  await listening(page);
  // The connection stays open; nothing comes over it any more.
  desk.process.kill("SIGSTOP");
  try {
    await page.clock.fastForward(60_000);
    await page.getByRole("alert").getByText("Not connected").waitFor();
  } finally {
    desk.process.kill("SIGCONT");
  }
  await page.clock.resume();
  const asked = await desk.ask(choice({ question_text: "Heard again?" }));
  await page.locator("inbox-list").getByText("Heard again?").waitFor();
  await page.getByRole("alert").getByText("Not connected").waitFor({ state: "detached" });
  await desk.call("POST", `/api/interactions/${asked.interaction_id}/cancel`, {});
  await context.close();
});

test("an answer whose fate nobody knows is not waited for without end, and sent again it is the same answer", async () => {
  const asked = await desk.ask(choice());
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}`, clock: true });
  await listening(page);
  await ready(page);
  await option(page, "JWT").click();
  desk.process.kill("SIGSTOP");
  try {
    const sent = page.waitForRequest("**/answer");
    await confirm(page).click();
    await sent;
    await page.clock.fastForward(31_000);
    await card(page).getByText("it is not known whether this arrived").waitFor();
  } finally {
    desk.process.kill("SIGCONT");
  }
  await page.clock.resume();
  // It may have arrived after all: then the card closes by itself.
  const outcome = desk.outcome(asked.interaction_id);
  await Promise.race([outcome, confirm(page).click().catch(() => undefined)]);
  const { state, answers } = await outcome;
  assert.deepEqual([state, answers[0].answer], ["answered", "jwt"]);
  await page.waitForFunction(() => document.title === "Sayso");
  await context.close();
});

test("a page that is older than its desk loads itself anew when it lacks a part", async () => {
  const { page, context } = await person(browser, desk, { worker: false });
  await listening(page);
  let missing = 0;
  await page.route("**/assets/new-view*.js", (route) => (missing++ === 0 ? route.fulfill({ status: 404 }) : route.continue()));
  await page.evaluate(() => {
    history.pushState(null, "", "/new");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await page.locator("new-view").getByRole("textbox").first().waitFor();
  assert.ok(missing > 1, "the part was not there at first");
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
  const asked = await desk.ask(text(), { timeout_seconds: 10 });
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
  await page.locator("rounds-panel").getByRole("button", { name: "Ask again" }).waitFor();
  await panel.locator("[data-reopen]").first().click();
  await page.waitForFunction((old) => !location.pathname.endsWith(old), asked.interaction_id);
  await ready(page);
  assert.equal((await desk.look(new URL(page.url()).pathname.split("/").at(-1))).state, "pending");
  await context.close();
});

test("a clock that is held does not run out", async () => {
  const asked = await desk.ask(boolean(), { timeout_seconds: 3_600 });
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
  await desk.ask(choice({ question_text: "Something more pressing?" }), { timeout_seconds: 3_600, session_id: "rush" });
  await page.getByText("Something more pressing?").first().waitFor();
  await page.keyboard.type("two");
  assert.equal(await field.inputValue(), "one two");
  await confirm(page).click();
  assert.equal((await desk.outcome(first.interaction_id)).answers[0].answer, "one two");
  await context.close();
});
