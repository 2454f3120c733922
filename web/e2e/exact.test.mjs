// Actions of an agent in a real browser: every row of `schema/form-cases.json` is drawn to the letter, behind a border that
// no words reach, and rules are read to the last before they are allowed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch, person, PHONE, WIDE } from "./browser.mjs";
import { ready } from "./card.mjs";
import { Desk, root } from "./desk.mjs";

const rows = JSON.parse(readFileSync(`${root}schema/form-cases.json`, "utf8")).exact;

let desk, browser;
before(async () => {
  desk = await Desk.open();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await desk?.close();
});

/** Claude Code asks leave; gives the interaction, and what the hook is told in the end. */
async function hooked(session, input, rules = []) {
  const call = { session_id: session, hook_event_name: "PermissionRequest", tool_name: "Bash", tool_use_id: "t", tool_input: input, permission_suggestions: rules };
  const told = desk.call("POST", "/api/hooks/claude-code?manner=desk", call, desk.agent);
  for (;;) {
    const { interactions } = await desk.call("GET", "/api/interactions?state=pending");
    const found = interactions.find((one) => one.session_id.includes(session));
    if (found) return { id: found.interaction_id, told };
    await new Promise((done) => setImmediate(done));
  }
}

/** The lines of a box as they are to be read, and whether the border before a foreign one stands left of all its words. */
const drawn = (box) =>
  box.evaluate((box) =>
    [...box.querySelectorAll(".line")].map((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      const left = line.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(line).borderLeftWidth);
      const reached = [...range.getClientRects()].some((rect) => rect.left < left || rect.right > line.getBoundingClientRect().right + 1);
      return { foreign: line.classList.contains("foreign"), text: line.textContent, reached };
    }),
  );

for (const look of [{ name: "wide", size: WIDE }, { name: "on a phone", size: PHONE, touch: true }]) {
  test(`every row, ${look.name}`, async () => {
    const session = `rows-${look.name}`;
    const input = Object.fromEntries(rows.map(({ text }, n) => [`f${n}`, text]));
    const { id, told } = await hooked(session, { ...input, "long one": "x ".repeat(400) });
    const { page, context, troubles } = await person(browser, desk, { ...look, path: `/q/${id}` });
    const card = await ready(page);
    const lines = await drawn(card.locator("[data-action]:not([data-carried])"));
    const expected = rows.flatMap(({ exact }, n) => [{ foreign: false, text: `f${n}:` }, ...exact.split("\n").map((text) => ({ foreign: true, text }))]);
    const name = (line) => !line.foreign && /^f\d+:$/.test(line.text);
    assert.deepEqual(lines.slice(lines.findIndex(name), lines.findLastIndex(name)).map(({ reached, ...line }) => line), expected.slice(0, expected.findLastIndex(name)));
    assert.deepEqual(lines.filter((line) => line.reached), []);
    await card.locator('[data-choice="deny"]').click();
    await card.locator("[data-submit]").click();
    await told;
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

test("rules are read to the last before they are allowed", async () => {
  const rule = (n) => ({ type: "addRules", behavior: "allow", destination: "session", rules: [{ toolName: "Bash", ruleContent: `ls ${n}` }] });
  const rules = [...Array.from({ length: 61 }, (_, n) => rule(n)), { type: "setMode", mode: "bypassPermissions", destination: "userSettings" }];
  const { id, told } = await hooked("rules", { command: "ls" }, rules);
  const { page, context } = await person(browser, desk, { path: `/q/${id}` });
  const card = await ready(page);
  const always = card.locator('[data-choice="always"]');
  assert.equal(await always.getAttribute("aria-disabled"), "true");
  await always.click({ force: true });
  await card.locator("[data-submit]").click();
  assert.equal((await desk.look(id)).state, "pending");
  const box = card.locator("[data-carried]");
  assert.equal((await drawn(box)).at(-1).text, "mode bypassPermissions → userSettings");
  await box.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await card.locator('[data-choice="always"]:not([aria-disabled])').click();
  await card.locator("[data-submit]").click();
  assert.equal((await told).hookSpecificOutput.decision.behavior, "allow");
  await context.close();
});
