// What a person begins from the page: agents, follow-up prompts, branches, templates, old transcripts.
import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, person, PHONE } from "./browser.mjs";
import { card, confirm, option, ready } from "./card.mjs";
import { Desk } from "./desk.mjs";
import { asking, line, RELEASE, RELEASE_PATH, SESSION, toldOf, write } from "./left-behind.mjs";
import { choice } from "./words.mjs";

const agent = fileURLToPath(new URL("./stand-in-agent.mjs", import.meta.url));
let home, project, transcript, desk, browser;

const said = (...fields) => line(project, ...fields);
const OPTIONS = [{ label: "OAuth", description: "Standard" }, { label: "JWT", description: "Stateless" }];

before(async () => {
  home = mkdtempSync(join(tmpdir(), "sayso-begun-"));
  project = join(home, "shop");
  write(project, RELEASE_PATH, RELEASE);
  write(project, ".claude/skills/torn/SKILL.md", RELEASE.replace("header: Release", "header: 7\n    options: 3"));
  write(project, "src/auth.py", Array.from({ length: 30 }, (_, n) => `line_${n + 1} = ${n + 1}\n`).join(""));
  const folder = join(home, "projects", project.replaceAll(/[^A-Za-z0-9]/g, "-"));
  transcript = join(folder, `${SESSION}.jsonl`);
  write(folder, `${SESSION}.jsonl`, [
    said("user", "u1", null, "Set up the sign-in"),
    said("assistant", "a1", "u1", [{ type: "thinking", thinking: "Hm." }]),
    said("assistant", "a2", "a1", asking("c1", "Which method?", "Auth", OPTIONS)),
    said("user", "r1", "a2", toldOf("c1"), { toolUseResult: { answers: { "Which method?": "JWT" } } }),
    said("user", "u2", "r1", "Go on"),
    said("assistant", "a3", "u2", asking("c2", "Really go on?", "Auth", OPTIONS)),
  ].join(""));
  desk = await Desk.open(["serve"], { SAYSO_CLAUDE: agent, SAYSO_TRANSCRIPTS: join(home, "projects"), HOME: home }, project);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await desk?.close();
  rmSync(home, { recursive: true, force: true });
});

const prompt = (page) => page.locator("prompt-bar textarea");

test("an agent is started, told more, asks, is branched from a round, and is stopped", async () => {
  const { page, context, troubles } = await person(browser, desk);
  await page.getByRole("link", { name: "Start something" }).click();
  await page.getByLabel("What it should do").fill("look with a helper");
  assert.equal(await page.getByLabel("Folder it works in").inputValue(), project);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator("session-transcript").getByText("Heard: look with a helper").waitFor();
  const nested = page.locator("session-transcript .nested");
  await nested.getByText("Said by the helper").waitFor();
  await nested.getByText("Sub-agent: Look for uses").waitFor();
  assert.equal(await nested.count(), 1, "only what the sub-agent said stands under its call");
  const session = page.url().split("/").at(-1);

  await prompt(page).fill("and now ask me");
  await page.keyboard.press("Control+Enter");
  await ready(page);
  assert.equal(await prompt(page).count(), 0, "while it asks, the answer comes first");
  await option(page, "Right").click();
  await confirm(page).click();
  await page.locator("session-transcript").getByText("Told:").waitFor();

  // From the last round it goes on in the same session, from any in a branch.
  await page.locator("rounds-panel").getByRole("button", { name: "Resume" }).click();
  await page.keyboard.type("and once more");
  await page.keyboard.press("Control+Enter");
  await page.locator("session-transcript").getByText("Heard: and once more").waitFor();
  assert.equal(page.url().split("/").at(-1), session, "it is the same session");

  await page.locator("rounds-panel").getByRole("button", { name: "Branch" }).click();
  await page.locator("rounds-panel").getByRole("button", { name: "Continue in a new session" }).click();
  await page.waitForFunction((old) => !location.pathname.endsWith(old), session);
  await prompt(page).fill("another way, please");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator("session-transcript").getByText(`Going on from ${session}`).waitFor();
  await page.locator("session-transcript").getByText("Heard: another way, please").waitFor();

  await prompt(page).fill("work for long");
  await page.keyboard.press("Control+Enter");
  await page.locator("session-transcript").getByText("Working, and not done").waitFor();
  await page.getByRole("button", { name: "Stop task" }).click();
  await page.getByRole("button", { name: "Really stop?" }).click();
  await page.locator("session-transcript").getByText("Interrupted").waitFor();
  await page.getByRole("button", { name: "Stop task" }).waitFor({ state: "detached" });
  assert.deepEqual(troubles, []);
  await context.close();
});

test("what cannot be started says why and keeps what was typed", async () => {
  const { page, context } = await person(browser, desk, { path: "/new" });
  await page.getByLabel("What it should do").fill("go");
  await page.getByLabel("Folder it works in").fill("/nowhere/at/all");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("alert").getByText("cwd").waitFor();
  assert.equal(await page.getByLabel("What it should do").inputValue(), "go");
  await context.close();
});

test("a template is filled in and asked; a broken one says what is wrong with it", async () => {
  const { page, context } = await person(browser, desk, { path: "/new", size: PHONE, touch: true });
  await page.getByText("torn").tap();
  await page.locator("template-form .mistakes li").first().waitFor();
  await page.getByText("What to ask before a release").first().tap();
  await page.getByLabel("version").fill("2.0");
  await page.getByRole("button", { name: "Ask", exact: true }).tap();
  const panel = await ready(page);
  await panel.getByText("Release 2.0 to stable?").first().waitFor();
  await option(page, "Yes").tap();
  await confirm(page).tap();
  await page.getByText("Answer sent").first().waitFor();
  const { interactions } = await desk.call("GET", "/api/interactions?state=answered");
  assert.equal(interactions[0].outcome.answers[0].answer, "Yes");
  await context.close();
});

test("a transcript by rounds, followed while it grows; what nobody answered is asked again", async () => {
  const { page, context, troubles } = await person(browser, desk, { path: "/settings" });
  await page.getByRole("button", { name: "Transcripts" }).click();
  await page.locator("inbox-list a.row").getByText("1 never answered").click();
  const view = page.locator("transcript-view");
  await view.getByText("Set up the sign-in").first().waitFor();
  assert.deepEqual(await view.locator(".turn h2").allInnerTexts().then((all) => all.map((one) => one.trim())), ["Round 1", "Round 2"]);
  const cards = view.locator("article.ask_user_question");
  assert.match(await cards.nth(0).innerText(), /answered/);
  assert.equal(await cards.nth(0).locator(".picked").innerText(), "JWT Stateless");
  assert.equal(await cards.nth(0).getByRole("button").count(), 0, "it is there to be read");
  await view.getByRole("button", { name: "Round 1" }).click();
  await cards.nth(1).waitFor({ state: "detached" });

  appendFileSync(transcript, said("user", "u3", "a3", "Written just now"));
  await view.getByText("Written just now").waitFor();

  await view.getByRole("button", { name: "Ask again" }).click();
  const panel = await ready(page);
  await panel.getByText("Really go on?").first().waitFor();
  await option(page, "OAuth").click();
  await confirm(page).click();
  await page.getByText("Answer sent").first().waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test("a transcript is gone on with in a session of its own", async () => {
  const { page, context } = await person(browser, desk, { path: "/transcripts", size: PHONE, touch: true });
  await page.locator("inbox-list a.row").filter({ hasText: "Set up the sign-in" }).tap();
  await prompt(page).fill("finish it");
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  await page.locator("session-transcript").getByText(`Going on from ${SESSION}`).waitFor();
  await context.close();
});

test("a file that a question refers to opens beside it: the lines that are meant, and the whole", async () => {
  const question = choice({ context: [{ path: "src/auth.py", lines: [3, 4] }, { path: "../outside.txt" }] });
  const one = await desk.ask(question, { project, session_id: "files" });
  const { page, context } = await person(browser, desk, { path: `/q/${one.interaction_id}` });
  const panel = await ready(page);
  await panel.getByText("src/auth.py").click();
  const code = panel.locator("details[open] code");
  await code.getByText("line_3").waitFor();
  assert.equal((await code.innerText()).trim(), "line_3 = 3\nline_4 = 4");
  await panel.getByRole("button", { name: "Show the whole file" }).click();
  await code.getByText("line_30").waitFor();
  await panel.getByText("../outside.txt").click();
  await panel.getByText("No such thing here.").waitFor();
  const elsewhere = await desk.ask(choice({ context: [{ path: "passwd" }] }), { project: "/etc", session_id: "elsewhere" });
  await page.goto(`${desk.url}/q/${elsewhere.interaction_id}`);
  await ready(page);
  await card(page).getByText("passwd").click();
  await card(page).getByText("This desk does not read files of that project").waitFor();
  for (const { interaction_id } of [one, elsewhere]) await desk.call("POST", `/api/interactions/${interaction_id}/cancel`, {});
  await context.close();
});
