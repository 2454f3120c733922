import type { Interaction } from "../../panel/types.ts";
import type { Question } from "../../form/wire.ts";

/** Whether an open question has these words in it, as the desk's own search would say. */
export function mentions(one: Interaction, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return true;
  const has = (text: string | undefined) => text?.toLowerCase().includes(wanted) ?? false;
  const asks = (question: Question): boolean =>
    has(question.question_text) ||
    has(question.header) ||
    (question.options ?? []).some((option) => has(option.label)) ||
    Object.values(question.follow_up_questions ?? {}).some((under) => under.some(asks));
  return has(one.project) || has(one.agent?.name) || one.questions.some(asks);
}
