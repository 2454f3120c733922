// A real Chromium, as the system installs it.
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 640 };

export function launch(more = []) {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}

/** A browser of one person's: signed in at the desk, with what is said to be wrong on the page; its clock may be the test's. */
export async function person(browser, desk, { size = WIDE, lang = "en-GB", dark = false, touch = false, path = "/", permissions = [], clock = false, worker = true } = {}) {
  const context = await browser.newContext({ viewport: size, locale: lang, colorScheme: dark ? "dark" : "light", hasTouch: touch, isMobile: touch, permissions, serviceWorkers: worker ? "allow" : "block", reducedMotion: "reduce" });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // What the network says is told on the page; a policy that was broken is ours.
    if (message.type() === "error" && !/Failed to load resource|net::ERR/.test(message.text())) troubles.push(`console: ${message.text()}`);
  });
  if (clock) await page.clock.install();
  await page.addInitScript(noteStream);
  await page.goto(await desk.signInLink(path));
  // Whoever leaves before the page has kept its secret has spent the code for nothing.
  await page.waitForFunction(() => window.signedIn);
  return { context, page, troubles };
}

/**
 * Notes when the page is signed in, and when the live stream has told how it stands: from then on everything comes as
 * a fact.
 */
function noteStream() {
  const { fetch } = window;
  window.fetch = async (address, init) => {
    const response = await fetch(address, init);
    const path = String(address);
    if (response.ok && path.startsWith("/api/interactions")) window.signedIn = true;
    if (!response.ok || !path.startsWith("/api/events")) return response;
    const [page, test] = response.body.tee();
    void noted(test.getReader());
    return new Response(page, response);
  };
  async function noted(reader) {
    const decoder = new TextDecoder();
    for (let text = ""; !text.includes("event: snapshot"); ) {
      const { value, done } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
    }
    window.streamBegan = true;
    await reader.cancel();
  }
}

export function listening(page) {
  return page.waitForFunction(() => window.streamBegan);
}
