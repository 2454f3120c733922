import type { Asker } from "../form/wire.ts";

/** Which of an agent's agents asks, where it is not the main one. */
export function whichAgent(
  asker: Asker | undefined,
  text: { askerSub(kind: string | undefined): string; askerUnknown: string },
): string | undefined {
  if (asker?.kind === "sub") return text.askerSub(asker.sub_agent);
  return asker?.kind === "unknown" ? text.askerUnknown : undefined;
}
