// The page's budgets, measured in a real Chromium beside a real desk. Fails when one is broken.
import { cpus, loadavg } from "node:os";
import { launch, person } from "./browser.mjs";
import { ready } from "./card.mjs";
import { Desk } from "./desk.mjs";
import { firstLoad } from "./first-load.mjs";
import { sayMany, usual } from "./many.mjs";
import { choice } from "./words.mjs";

const MESSAGES = Number(process.env.SAYSO_BENCH_MESSAGES ?? 100_000);
const EVENTS = Number(process.env.SAYSO_BENCH_EVENTS ?? 18_000);
const rows = [];
const row = (name, value, limit, unit) => {
  rows.push({ name, value, limit, unit, held: value <= limit });
  console.log(`${value <= limit ? "held  " : "BROKEN"}  ${name}: ${Math.round(value * 10) / 10} ${unit} (budget ${limit})`);
};

const desk = await Desk.open();
const browser = await launch();
process.on("exit", () => desk.process.kill("SIGKILL"));

// What the first load costs, and how soon the question is there.
const asked = await desk.ask(choice(), { session_id: "first" });
{
  const best = [];
  for (let n = 0; n < 3; n++) best.push(await firstLoad(browser, desk));
  row("first load, everything compressed", Math.max(...best.map((one) => one.bytes)) / 1_000, 150, "kB");
  row("first question visible, cold", Math.min(...best.map((one) => one.millis)), 1_000, "ms");
}
await desk.call("POST", `/api/interactions/${asked.interaction_id}/cancel`, {});

// A long session: opening it, and scrolling through it.
const begin = await desk.ask(choice(), { session_id: "long" });
await desk.call("POST", `/api/interactions/${begin.interaction_id}/cancel`, {});
console.log(`writing ${MESSAGES} messages…`);
await sayMany(desk, "long", MESSAGES, usual);
await desk.ask(choice(), { session_id: "long" });
{
  const { page, context } = await person(browser, desk, { path: "/settings" });
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  const opened = [];
  for (let n = 0; n < 3; n++) {
    await page.goto(`${desk.url}/settings`);
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    const begun = performance.now();
    await page.goto(`${desk.url}/s/long`, { waitUntil: "commit" });
    await page.locator("session-transcript .item .said").last().waitFor();
    opened.push(performance.now() - begun);
  }
  row(`session of ${MESSAGES} messages open`, Math.min(...opened), 1_000, "ms");
  // What the page itself works for a frame, in the time of its own thread: a frame's time on the
  // wall says more about who else uses the machine.
  const chrome = await context.newCDPSession(page);
  await chrome.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await chrome.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1_000;
  };
  const box = await page.locator("session-transcript .box").elementHandle();
  const frames = [];
  for (let n = 0; n < 300; n++) {
    const before = await worked();
    // A steady wheel, with a leap now and then.
    await box.evaluate((box, by) => new Promise((done) => {
      box.scrollTop -= by;
      requestAnimationFrame(() => setTimeout(done));
    }), n % 50 === 49 ? 60_000 : 120);
    frames.push((await worked()) - before);
  }
  frames.sort((one, other) => one - other);
  row("scrolling: the page's work for the worst of 300 frames", frames.at(-1), 50, "ms");
  console.log(`        median ${frames[frames.length >> 1].toFixed(1)} ms, 99th percentile ${frames[Math.floor(frames.length * 0.99)].toFixed(1)} ms`);
  await context.close();
}

// An hour of events, as fast as they can be had.
{
  const { page, context } = await person(browser, desk, { path: "/s/hour" });
  const first = await desk.ask(choice(), { session_id: "hour" });
  await page.goto(`${desk.url}/q/${first.interaction_id}`);
  await ready(page);
  const chrome = await context.newCDPSession(page);
  await chrome.send("HeapProfiler.enable");
  const heap = async () => {
    await chrome.send("HeapProfiler.collectGarbage");
    const { usedSize } = await chrome.send("Runtime.getHeapUsage");
    return usedSize / 1e6;
  };
  const third = Math.floor(EVENTS / 3);
  const sizes = [];
  for (let part = 0; part < 3; part++) {
    await sayMany(desk, "hour", third, (n) => `Event ${part}-${n} of the hour`);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
    sizes.push(await heap());
  }
  console.log(`        heap after each third: ${sizes.map((size) => size.toFixed(1)).join(", ")} MB`);
  row(`memory after ${EVENTS} events, against a third of them`, (sizes[2] / sizes[0] - 1) * 100, 25, "% more");
  await context.close();
}

await browser.close();
await desk.close();
console.log(`load average over the last minute: ${loadavg()[0].toFixed(1)} on ${cpus().length} cores`);
if (rows.some((one) => !one.held)) process.exitCode = 1;
