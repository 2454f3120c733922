/** Where in the page one is. */
export type Route =
  | { view: "waiting" | "done" | "sessions" | "transcripts" | "new" | "settings" }
  | { view: "question"; id: string }
  | { view: "batch"; id: string }
  | { view: "session"; id: string }
  | { view: "transcript"; id: string };

const NAMED = ["done", "sessions", "transcripts", "new", "settings"] as const;

/** What a path names; whatever it does not name is the inbox. */
export function routeOf(path: string): Route {
  const [, first = "", second = ""] = path.split("/");
  const id = decoded(second);
  if (first === "q" && id) return { view: "question", id };
  if (first === "b" && id) return { view: "batch", id };
  if (first === "s" && id) return { view: "session", id };
  if (first === "t" && id) return { view: "transcript", id };
  const named = NAMED.find((one) => one === first);
  if (named) return { view: named };
  return { view: "waiting" };
}

/** The path of a route. */
export function pathOf(route: Route): string {
  switch (route.view) {
    case "question":
      return `/q/${encodeURIComponent(route.id)}`;
    case "batch":
      return `/b/${encodeURIComponent(route.id)}`;
    case "session":
      return `/s/${encodeURIComponent(route.id)}`;
    case "transcript":
      return `/t/${encodeURIComponent(route.id)}`;
    case "waiting":
      return "/";
    default:
      return `/${route.view}`;
  }
}

/** Goes there; every part of the page that shows it hears of it. */
export function go(route: Route, replace = false): void {
  const path = pathOf(route);
  if (path === location.pathname) return;
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** A click on a link of the page goes there without loading it anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  if (!link || link.origin !== location.origin || link.target || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(routeOf(link.pathname));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
