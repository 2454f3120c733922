import { expect, test } from "vitest";
import { pathOf, routeOf, type Route } from "./route.ts";

test("a path and its route lead to each other", () => {
  const rows: [string, Route][] = [
    ["/", { view: "waiting" }],
    ["/done", { view: "done" }],
    ["/sessions", { view: "sessions" }],
    ["/transcripts", { view: "transcripts" }],
    ["/new", { view: "new" }],
    ["/settings", { view: "settings" }],
    ["/q/0198", { view: "question", id: "0198" }],
    ["/b/0198", { view: "batch", id: "0198" }],
    ["/t/-home-lin%3A0198", { view: "transcript", id: "-home-lin:0198" }],
    ["/s/a%2Fb%20%E4%BC%9A", { view: "session", id: "a/b 会" }],
  ];
  for (const [path, route] of rows) {
    expect(routeOf(path)).toEqual(route);
    expect(pathOf(route)).toBe(path);
  }
});

test("what names nothing is the inbox", () => {
  for (const path of ["/q/", "/nothing", "/s/%E0%A4%A", ""]) expect(routeOf(path)).toEqual({ view: "waiting" });
});
