import type { HostedAgents } from "../../live/templates.ts";
import { desk } from "./page-element.ts";

let known: Promise<HostedAgents> | undefined;

/** The agents that can be started here. A desk does not change its mind about it. */
export function hosted(): Promise<HostedAgents> {
  known ??= desk.api.agents().catch(() => {
    known = undefined;
    return { agents: [], project: null };
  });
  return known;
}
