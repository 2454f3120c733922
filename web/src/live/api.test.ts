import { afterEach, describe, expect, it, vi } from "vitest";
import { Api } from "./api.ts";

/** Replies of the desk, in order; without one, the line is broken. */
function stage(replies: (object | undefined)[]): unknown[] {
  const keys: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    keys.push((JSON.parse(init.body as string) as { idempotency_key: unknown }).idempotency_key);
    const reply = replies.shift();
    return reply ? Promise.resolve(new Response(JSON.stringify(reply), { status: 201 })) : Promise.reject(new TypeError("the line broke"));
  });
  return keys;
}

afterEach(() => vi.unstubAllGlobals());

describe("a task", () => {
  const wish = { agent: "claude", prompt: "add login" };
  const begun = { success: true, session_id: "s" };

  it("that is sent again after the line broke has the same key", async () => {
    const keys = stage([undefined, undefined, begun]);
    const api = new Api();
    for (let tries = 0; tries < 2; tries++) await expect(api.startTask(wish)).rejects.toThrow();
    expect(await api.startTask({ ...wish })).toEqual(begun);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  });

  it("has a key of its own once the desk has the last, and with other content", async () => {
    const keys = stage([begun, undefined, begun]);
    const api = new Api();
    await api.startTask(wish);
    await expect(api.startTask(wish)).rejects.toThrow();
    await api.startTask({ ...wish, prompt: "add logout" });
    expect(new Set(keys).size).toBe(3);
  });
});
