import { expect, test } from "vitest";
import { panelEn } from "../../text/panel-en.ts";
import { panelZh } from "../../text/panel-zh.ts";
import { whichAgent } from "../asker.ts";

test("which agent asks, where it is not the main one", () => {
  for (const [asker, en, zh] of [
    [undefined, undefined, undefined],
    [{ kind: "main", name: "Claude Code" }, undefined, undefined],
    [{ kind: "sub", name: "Claude Code" }, "sub-agent", "子智能体"],
    [{ kind: "sub", sub_agent: "reviewer" }, "sub-agent reviewer", "子智能体 reviewer"],
    [{ kind: "unknown" }, "agent unknown", "智能体未知"],
  ] as const) {
    expect(whichAgent(asker, panelEn)).toBe(en);
    expect(whichAgent(asker, panelZh)).toBe(zh);
  }
});
