import type { Interaction } from "../panel/types.ts";

/**
 * The order of the desk's own list, kept while facts come in one by one: whose clock runs out
 * first, then whose agent stands still until it is answered, then who has waited longest.
 */
export function byRank(one: Interaction, other: Interaction): number {
  return due(one) - due(other) || Number(one.goes_on ?? false) - Number(other.goes_on ?? false) || asked(one) - asked(other);
}

function due({ deadline }: Interaction): number {
  const running = deadline && deadline.held_with === undefined;
  return running ? Date.parse(deadline.at) : Number.MAX_SAFE_INTEGER;
}

function asked(one: Interaction): number {
  return Date.parse(one.asked_at ?? "") || 0;
}
