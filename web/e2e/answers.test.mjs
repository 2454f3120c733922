// Every kind of question, answered by mouse, by keyboard alone and by touch.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, person, PHONE } from "./browser.mjs";
import { card, confirm, option, ready } from "./card.mjs";
import { Desk } from "./desk.mjs";
import { boolean, boxes, choice, followed, text } from "./words.mjs";

let desk, browser;
before(async () => {
  desk = await Desk.open();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await desk?.close();
});

/** What is asked, what a hand does, what the agent gets. */
const ways = {
  mouse: { click: (target) => target.click() },
  touch: { click: (target) => target.tap(), phone: true },
};

const rows = [
  ["a single choice", choice(), async (page, click) => click(option(page, "JWT")), "jwt"],
  ["own words", choice(), async (page, click) => {
    await click(card(page).locator("[data-other]"));
    await card(page).locator("textarea[data-own]").fill("Passkeys <b>only</b>");
  }, { other: "Passkeys <b>only</b>" }],
  ["several choices", boxes(), async (page, click) => {
    await click(option(page, "Apple"));
    await click(option(page, "Plum"));
  }, ["apple", "plum"]],
  ["a text", text(), async (page) => card(page).locator("[data-own]").fill("8080\n8081"), "8080\n8081"],
  ["yes or no", boolean(), async (page, click) => click(card(page).locator('[data-choice="false"]')), false],
];

for (const [way, { click, phone }] of Object.entries(ways)) {
  for (const [name, question, act, answer] of rows) {
    test(`${name}, by ${way}`, async () => {
      const asked = await desk.ask({ ...question, question_id: `${question.question_id}_${way}` });
      const look = phone ? { size: PHONE, touch: true } : {};
      const { page, context, troubles } = await person(browser, desk, { ...look, path: `/q/${asked.interaction_id}` });
      await ready(page);
      await act(page, click);
      await click(confirm(page));
      const outcome = await desk.outcome(asked.interaction_id);
      assert.deepEqual([outcome.state, outcome.answers[0].answer, outcome.decided_by, outcome.via], ["answered", answer, "person", "web"]);
      await page.getByText("Answer sent").first().waitFor();
      assert.deepEqual(troubles, []);
      await context.close();
    });
  }
}

/** Tab, again and again, until the focus is there. */
const tabTo = (selector) => async (page) => {
  const there = () => card(page).evaluate((panel, selector) => panel.shadowRoot.activeElement?.matches(selector) ?? false, selector);
  for (let n = 0; n < 60; n++) {
    if (await there()) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never came to ${selector}`);
};
const words = (text) => (page) => page.keyboard.type(text);

const keys = [
  ["digits and Ctrl+Enter", choice(), ["2", "Control+Enter"], "jwt"],
  ["arrows and space", boxes(), ["ArrowDown", "Space", "ArrowDown", "Space", "Control+Enter"], ["apple", "pear"]],
  ["yes or no", boolean(), ["1", "Control+Enter"], true],
  ["a text, by the arrow", text(), ["ArrowDown", words("8080"), "Enter", words("8081"), "Control+Enter"], "8080\n8081"],
  ["a text, by Tab, to the button", text(), [tabTo("[data-own]"), words("443"), tabTo("[data-submit]"), "Enter"], "443"],
  ["own words, by 0", choice(), ["0", words("Passkeys 1 2 3"), "Control+Enter"], { other: "Passkeys 1 2 3" }],
  ["own words, by arrows", choice(), ["ArrowDown", "End", "Space", words("Passkeys"), "Control+Enter"], { other: "Passkeys" }],
  ["own words beside others", boxes(), ["1", "0", words("Fig"), "Control+Enter"], ["apple", { other: "Fig" }]],
  ["follow-ups", followed(), ["1", "ArrowDown", "ArrowDown", "Space", "Control+Enter"], "oauth2", ["github"]],
  ["a follow-up's digits", followed(), ["1", "ArrowDown", "1", "2", "Control+Enter"], "oauth2", ["google", "github"]],
  ["Esc folds and answers nothing", choice(), ["1", "Escape"], undefined],
];
for (const [name, question, presses, answer, follows] of keys) {
  test(`by keyboard alone: ${name}`, async () => {
    const asked = await desk.ask(question);
    const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
    await ready(page);
    for (const key of presses) await (typeof key === "string" ? page.keyboard.press(key) : key(page));
    if (answer === undefined) {
      await page.locator("user-question-panel[folded]").waitFor();
      assert.equal((await desk.look(asked.interaction_id)).state, "pending");
    } else {
      const outcome = await desk.outcome(asked.interaction_id);
      assert.deepEqual([outcome.answers[0].answer, outcome.answers[0].follow_ups?.[0].answer], [answer, follows]);
    }
    await context.close();
  });
}

for (const [way, { click, phone }] of Object.entries(ways)) {
  test(`follow-ups come with the option that brings them, and go with it, by ${way}`, async () => {
    const asked = await desk.ask(followed());
    const { page, context } = await person(browser, desk, { ...(phone ? { size: PHONE, touch: true } : {}), path: `/q/${asked.interaction_id}` });
    await ready(page);
    await click(option(page, "OAuth"));
    await click(option(page, "GitHub"));
    await click(option(page, "JWT"));
    await option(page, "GitHub").waitFor({ state: "detached" });
    await click(option(page, "OAuth"));
    await click(confirm(page));
    const { answers } = await desk.outcome(asked.interaction_id);
    assert.equal(answers[0].answer, "oauth2");
    assert.deepEqual(answers[0].follow_ups[0].answer, ["github"], "the draft under an option is kept");
    await context.close();
  });
}

test("several questions are gone through, reviewed and sent together", async () => {
  const asked = await desk.ask({ questions: [choice(), boxes(), text()] });
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  const panel = await ready(page);
  await option(page, "Cookie").click();
  await panel.locator("[data-next]").click();
  await option(page, "Pear").click();
  await panel.locator("[data-next]").click();
  await panel.locator("textarea[data-own]").fill("443");
  await panel.locator("[data-next]").click();
  await confirm(page).click();
  const { answers } = await desk.outcome(asked.interaction_id);
  assert.deepEqual(answers.map((one) => one.answer), ["cookie", ["pear"], "443"]);
  await context.close();
});

test("a note stands beside the answer", async () => {
  const asked = await desk.ask(choice());
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  const panel = await ready(page);
  await option(page, "OAuth").click();
  await panel.getByRole("button", { name: "Add a note" }).click();
  await page.keyboard.type("but ask again next month");
  await confirm(page).click();
  const { answers } = await desk.outcome(asked.interaction_id);
  assert.equal(answers[0].note, "but ask again next month");
  await context.close();
});

test("what is missing is pointed at, and nothing is sent", async () => {
  const asked = await desk.ask(text());
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  await ready(page);
  await confirm(page).click();
  await card(page).getByText("This needs an answer").first().waitFor();
  assert.equal((await desk.look(asked.interaction_id)).state, "pending");
  await context.close();
});

test("Chinese input: composing never submits, nor does the Enter that ends it", async () => {
  const asked = await desk.ask(text());
  const { page, context } = await person(browser, desk, { path: `/q/${asked.interaction_id}` });
  await ready(page);
  await card(page).locator("[data-own]").click();
  const chrome = await context.newCDPSession(page);
  await chrome.send("Input.imeSetComposition", { text: "duankou", selectionStart: 7, selectionEnd: 7 });
  // The keys that an input method swallows arrive as 229.
  const swallowed = { type: "rawKeyDown", windowsVirtualKeyCode: 229, key: "Process", code: "Enter" };
  await chrome.send("Input.dispatchKeyEvent", { ...swallowed, modifiers: 2 });
  await chrome.send("Input.dispatchKeyEvent", swallowed);
  await chrome.send("Input.insertText", { text: "端口八零八零" });
  assert.equal((await desk.look(asked.interaction_id)).state, "pending");
  await page.keyboard.press("Control+Enter");
  const { answers } = await desk.outcome(asked.interaction_id);
  assert.equal(answers[0].answer, "端口八零八零");
  await context.close();
});

/** How the on-screen keyboard takes its room: the page gets smaller, or only what is in sight of it does. */
const keyboards = {
  "makes the page smaller": async (page, height) => page.setViewportSize({ ...PHONE, height }),
  "lies over the page": async (page, height) => page.evaluate((height) => {
    Object.assign(visualViewport, { height, offsetTop: 24 });
    visualViewport.dispatchEvent(new Event("resize"));
  }, height),
};
for (const [how, open] of Object.entries(keyboards)) {
  test(`field and buttons stay above a keyboard that ${how}`, async () => {
    const asked = await desk.ask(text({ description: "Some words about ports.\n\n".repeat(12) }));
    const { page, context } = await person(browser, desk, { path: "/settings", size: PHONE, touch: true });
    const over = how.includes("over");
    // The window may have no size yet when this runs.
    if (over) await page.addInitScript((size) => {
      const sight = Object.assign(new EventTarget(), { scale: 1, ...size, offsetTop: 0, offsetLeft: 0 });
      Object.defineProperty(window, "visualViewport", { value: sight });
    }, PHONE);
    await page.goto(`${desk.url}/q/${asked.interaction_id}`);
    await ready(page);
    await card(page).locator("[data-own]").tap();
    await open(page, 330);
    const top = over ? 24 : 0;
    await page.waitForFunction((most) => document.querySelector("sayso-app").getBoundingClientRect().bottom <= most, top + 331);
    const foot = await card(page).locator("footer.foot").boundingBox();
    assert.ok(foot.y > top && foot.y + foot.height <= top + 331, "the buttons are in sight");
    await page.waitForFunction(([top, most]) => {
      const panel = document.querySelector("sayso-app").shadowRoot.querySelector("session-view").shadowRoot.querySelector("question-dock").shadowRoot.querySelector("user-question-panel");
      const box = panel.shadowRoot.querySelector("[data-own]").getBoundingClientRect();
      return box.top >= top && box.bottom <= most;
    }, [top, foot.y + 1]);
    await page.keyboard.type("80");
    await card(page).locator("[data-own]").fill("8080");
    await confirm(page).tap();
    assert.equal((await desk.outcome(asked.interaction_id)).answers[0].answer, "8080");
    await context.close();
  });
}
