import { desk } from "./page-element.ts";

const RELOADED = "sayso-reloaded";
/** A page that was loaded anew so short ago and still lacks a part is not helped by it. */
const ONCE_IN = 60_000;

/**
 * Fetches a part of the page when it is first shown. A desk that was replaced has its parts under other names, and a
 * browser does not fetch again what failed once: the page is loaded anew when the desk is there.
 */
export function lazyPart(load: () => Promise<unknown>): void {
  load().catch(() => {
    if (desk.link === "live") return reload();
    const stop = desk.listen("change", () => {
      if (desk.link !== "live") return;
      stop();
      reload();
    });
  });
}

function reload(): void {
  const last = Number(sessionStorage.getItem(RELOADED));
  if (Date.now() - last < ONCE_IN) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}
