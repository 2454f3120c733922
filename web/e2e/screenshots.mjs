// The pictures of the manual, made from a real desk: `cargo xtask screenshots`.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, person, PHONE, WIDE } from "./browser.mjs";
import { option, ready } from "./card.mjs";
import { Desk } from "./desk.mjs";
import { asking, line, RELEASE, RELEASE_PATH, SESSION, toldOf, write } from "./left-behind.mjs";

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
const home = mkdtempSync(join(tmpdir(), "sayso-pictures-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
writeHome();
const agent = fileURLToPath(new URL("./stand-in-agent.mjs", import.meta.url));
const desk = await Desk.open(["serve"], { USER: "Lin", SAYSO_TRANSCRIPTS: join(home, "projects"), SAYSO_CLAUDE: agent }, join(home, "shop"));
const browser = await launch();
process.on("exit", () => desk.process.kill("SIGKILL"));

const answer = (one, answers, more = {}) => desk.call("POST", `/api/interactions/${one.interaction_id}/answer`, { answers, ...more });
const shop = { session_id: "shop-login", project: "/srv/shop", total_rounds: 4 };

const database = await desk.ask({ question_id: "db", header: "Database", question_text: "Which database should the shop use?", type: "multiple_choice",
  options: [{ id: "pg", label: "PostgreSQL", description: "A server of its own" }, { id: "sqlite", label: "SQLite", description: "A file" }] }, shop);
await answer(database, [{ question_id: "db", answer: "pg", note: "we run a cluster already" }], { via: "terminal" });
await desk.say("shop-login", "text", { text: "PostgreSQL it is. I will look at what signs people in today." });
await desk.say("shop-login", "thinking", { thinking: "The sessions live in memory, so a restart signs everybody out. Ask before changing how people sign in." });
await desk.say("shop-login", "tool_use", { id: "t1", name: "Bash", input: { command: "pytest -q tests/auth", timeout: 60 } });
await desk.say("shop-login", "tool_result", { tool_use_id: "t1", content: "12 passed in 3.41s", is_error: false });
const pages = await desk.ask({ question_id: "pages", header: "Pages", question_text: "Which pages need a login?", type: "checkbox",
  options: [{ id: "cart", label: "Cart" }, { id: "orders", label: "Orders" }, { id: "admin", label: "Admin" }] }, shop);
await answer(pages, [{ question_id: "pages", answer: ["orders", "admin"] }], { via: "web" });
await desk.say("shop-login", "text", { text: "Orders and admin. One thing is left before I write it:\n\n```python\ndef sign_in(user, password):\n    return store.check(user, password)  # no rate limit\n```" });
const auth = await desk.ask({ question_id: "auth", header: "Sign-in", question_text: "How should people sign in?", description: "Based on `api/auth.py`, which keeps sessions in memory.", type: "multiple_choice",
  options: [{ id: "oauth2", label: "OAuth 2.0", description: "With an account people already have; no passwords to keep", default: true },
    { id: "jwt", label: "JWT and local accounts", description: "E-mail and password; the token lies with the client" },
    { id: "cookie", label: "Session and cookie", description: "State on the server; fits a classic web shop" }],
  follow_up_questions: { oauth2: [{ question_id: "providers", header: "Providers", question_text: "Which providers?", type: "checkbox",
    options: [{ id: "google", label: "Google" }, { id: "github", label: "GitHub" }, { id: "apple", label: "Apple" }] }] } }, shop);
for (const place of ["eu", "us", "asia"]) {
  await desk.ask({ question_id: "deploy", header: "Deploy", question_text: "All checks are green. Deploy to staging?", type: "boolean" }, { session_id: `deploy-${place}`, agent: "Codex", project: `/srv/cluster-${place}` });
}
await desk.ask({ question_id: "run", header: "Run", question_text: "Run `cargo clean` in the workspace?", type: "boolean" }, { session_id: "clean", agent: "opencode", project: "/srv/engine", source: "approval", timeout_seconds: 600 });

async function picture(name, look, act) {
  const { page, context } = await person(browser, desk, { path: `/q/${auth.interaction_id}`, ...look });
  await act?.(page);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

const pick = async (page) => {
  await ready(page);
  await option(page, "OAuth 2.0").click();
  // What was picked for an earlier picture is still in the draft.
  await option(page, "GitHub").waitFor();
  if ((await option(page, "GitHub").getAttribute("aria-checked")) !== "true") await option(page, "GitHub").click();
};
await picture("inbox", { size: WIDE }, (page) => ready(page));
await picture("card", { size: WIDE }, pick);
await picture("dark", { size: WIDE, dark: true }, pick);
await picture("chinese", { size: WIDE, lang: "zh-CN" }, pick);
await picture("rounds", { size: WIDE }, async (page) => {
  await ready(page);
  await page.keyboard.press("Escape");
  await page.locator("rounds-panel").getByRole("button", { name: "Options" }).first().click();
});
await picture("phone-inbox", { size: PHONE, touch: true, path: "/" }, (page) => page.locator("inbox-list a.row").first().waitFor());
await picture("phone", { size: PHONE, touch: true }, pick);
await picture("batch", { size: WIDE, path: "/" }, async (page) => {
  await page.getByText("Answer together").click();
  await page.locator("batch-view user-question-panel[armed]").waitFor();
});
await picture("transcript", { size: WIDE, path: `/t/shop%3A${SESSION}` }, (page) => page.locator("prompt-bar textarea").waitFor());
await picture("new", { size: WIDE, path: "/new" }, async (page) => {
  await page.getByLabel("What it should do").fill("Move the shop's sessions out of memory. Ask me before you change how people sign in.");
  await page.getByLabel("Folder it works in").fill("/srv/shop");
  await page.getByText("release", { exact: true }).click();
  await page.getByLabel("version").fill("2.0");
});
await browser.close();
await desk.close();

/** A project with a template, and what an agent left behind in it. */
function writeHome() {
  write(home, `shop/${RELEASE_PATH}`, RELEASE);
  const said = (type, uuid, parentUuid, content, more = {}) => line("/srv/shop", type, uuid, parentUuid, content, { gitBranch: "main", ...more });
  const ways = [{ label: "In PostgreSQL", description: "They outlive a restart" }, { label: "In a signed cookie", description: "Nothing to keep" }];
  const table = [{ label: "Drop it", description: "After the copy is checked" }, { label: "Keep it", description: "For a week" }];
  write(home, `projects/shop/${SESSION}.jsonl`, [
    said("user", "u1", null, "People are signed out at every restart. Look why."),
    said("assistant", "a1", "u1", [{ type: "thinking", thinking: "Sessions live in memory. Measure first, then ask where they should live." }]),
    said("assistant", "a2", "a1", [{ type: "text", text: "Sessions are kept **in memory**: a restart forgets them." }]),
    said("assistant", "a3", "a2", asking("c1", "Where should sessions live?", "Sessions", ways)),
    said("user", "r1", "a3", toldOf("c1"), { toolUseResult: { answers: { "Where should sessions live?": "In PostgreSQL" }, annotations: { "Where should sessions live?": { notes: "we run a cluster already" } } } }),
    said("user", "u2", "r1", "Good. Go on with the table."),
    said("assistant", "a4", "u2", asking("c2", "Drop the old table when it is copied?", "Old table", table)),
  ].join(""));
}
