// What the first load of the page costs: every byte over the line, until nothing more is asked for.

export async function firstLoad(browser, desk) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const chrome = await context.newCDPSession(page);
  await chrome.send("Network.enable");
  let bytes = 0;
  chrome.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  const link = await desk.signInLink();
  const begun = performance.now();
  await page.goto(link, { waitUntil: "commit" });
  await page.locator("user-question-panel [data-option]").first().waitFor();
  const millis = performance.now() - begun;
  // The live stream never ends: what is quiet for a while is all.
  await page.waitForLoadState("networkidle", { timeout: 10_000 }).catch(() => undefined);
  await context.close();
  return { bytes, millis };
}
