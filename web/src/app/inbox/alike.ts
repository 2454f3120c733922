import type { Question } from "../../form/wire.ts";
import type { Interaction } from "../../panel/types.ts";

/**
 * Everything that a person reads of an interaction before answering it, or nothing when it must be
 * answered on its own: an approval, what hangs under options, what was answered in part already.
 * The desk holds a batch to the same.
 */
export function readingOf(one: Interaction): string | undefined {
  const { questions } = one;
  const followed = questions.some(({ follow_up_questions: under }) => under && Object.keys(under).length > 0);
  if (one.source === "approval" || followed || (one.answered?.length ?? 0) > 0) return undefined;
  // The same path is another file in another project.
  const refers = questions.some(({ context }) => (context?.length ?? 0) > 0);
  return JSON.stringify([refers ? (one.project ?? "") : "", ...questions.map(reading)]);
}

function reading(question: Question): unknown {
  const { question_id: _, required = true, allow_other = true, secret = false, options = [], ...rest } = question;
  const choices = options.map((option) => sorted({ ...option, default: option.default ?? false }));
  return sorted({ ...rest, required, allow_other, secret, options: choices });
}

/** What is written in another order, or not written, reads the same. */
function sorted(fields: object): unknown {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Open interactions that one form answers, by the id of each. */
export function alikeGroups(pending: readonly Interaction[]): Map<string, Interaction[]> {
  const groups = new Map<string, Interaction[]>();
  for (const one of pending) {
    const read = readingOf(one);
    if (read === undefined) continue;
    const group = groups.get(read);
    if (group) group.push(one);
    else groups.set(read, [one]);
  }
  const byId = new Map<string, Interaction[]>();
  for (const group of groups.values()) {
    if (group.length > 1) for (const one of group) byId.set(one.interaction_id, group);
  }
  return byId;
}
