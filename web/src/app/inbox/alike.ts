import type { Interaction } from "../../panel/types.ts";

/**
 * Open interactions that one answer fits: the same questions but for their ids, which is what the
 * desk demands of a batch. Questions with follow-ups are answered one by one: their answers would
 * have to name ids that differ.
 */
export function alikeGroups(pending: readonly Interaction[]): Map<string, Interaction[]> {
  const groups = new Map<string, Interaction[]>();
  for (const one of pending) {
    if (one.source === "approval" || one.questions.some(({ follow_up_questions: under }) => under && Object.keys(under).length > 0)) continue;
    const shape = JSON.stringify(one.questions.map((q) => [q.question_text, q.type, q.options ?? [], q.required ?? true, q.secret ?? false]));
    const group = groups.get(shape);
    if (group) group.push(one);
    else groups.set(shape, [one]);
  }
  const byId = new Map<string, Interaction[]>();
  for (const group of groups.values()) {
    if (group.length > 1) for (const one of group) byId.set(one.interaction_id, group);
  }
  return byId;
}
