import type { AnyFact } from "../../live/facts.ts";

/** How a message of a sub-agent stands under the call that started it. */
export interface Nested {
  depth: number;
  /** What the sub-agent was started for, if its call was seen. */
  task?: string;
}

const MOST = 5;

/** Which sub-agent said what: messages carry the call that started who says them. */
export class Nesting {
  private readonly calls = new Map<string, { parent?: string; task?: string }>();

  /** Remembers the calls among these. */
  learn(fact: AnyFact): void {
    if (fact.type !== "tool_use") return;
    const { id, input } = bodyOf(fact);
    if (typeof id !== "string") return;
    const wish = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
    const task = [wish.description, wish.prompt].find((one) => typeof one === "string") as string | undefined;
    this.calls.set(id, { parent: parentOf(fact), task: task?.slice(0, 120) });
  }

  /** Where a fact stands; nothing for the main agent's. */
  of(fact: AnyFact): Nested | undefined {
    let parent = parentOf(fact);
    if (parent === undefined) return undefined;
    const task = this.calls.get(parent)?.task;
    let depth = 0;
    for (; parent !== undefined && depth < MOST; depth++) parent = this.calls.get(parent)?.parent;
    return { depth, task };
  }
}

/** The call that started whoever says this. */
export function parentOf(fact: AnyFact): string | undefined {
  const { parent_tool_use_id: parent } = bodyOf(fact);
  return typeof parent === "string" ? parent : undefined;
}

function bodyOf(fact: AnyFact): Record<string, unknown> {
  const content = "content" in fact ? fact.content : undefined;
  return typeof content === "object" && content !== null ? (content as Record<string, unknown>) : {};
}
