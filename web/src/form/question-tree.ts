// Which questions a person has before them: the roots, and the follow-ups of what is picked.
import type { ChoiceId, Kind, Question, QuestionId, WireChoice } from "./wire.ts";

/** A question on the table and where it hangs. */
export interface Shown {
  question: Question;
  /** 0 for a root, 1 for its follow-up, and so on. */
  depth: number;
  /** The question and option it hangs under. */
  under?: { question: QuestionId; trigger: ChoiceId };
}

/** Whether it offers choices. */
export function offers(kind: Kind): boolean {
  return kind === "multiple_choice" || kind === "checkbox";
}

/** Whether own words are taken beside the choices. */
export function takesOther(question: Question): boolean {
  return offers(question.type) && question.allow_other !== false;
}

export function isRequired(question: Question): boolean {
  return question.required !== false;
}

/** The choices that the asker declared as default. */
export function defaults(question: Question): WireChoice[] {
  return (question.options ?? []).filter((choice) => choice.default);
}

/** The follow-ups of one option, none when nothing hangs there. */
export function followUps(question: Question, trigger: ChoiceId): readonly Question[] {
  const tree = question.follow_up_questions;
  return tree && Object.hasOwn(tree, trigger) ? (tree[trigger] as readonly Question[]) : [];
}

/** The ids under which follow-ups can hang, in the order they are shown. */
export function triggers(question: Question): ChoiceId[] {
  if (question.type === "boolean") return ["true", "false"];
  return offers(question.type) ? (question.options ?? []).map((choice) => choice.id) : [];
}

/** The questions on the table, each before its follow-ups, in the order a person reads them. */
export function onTheTable(
  roots: readonly Question[],
  picked: (question: Question, trigger: ChoiceId) => boolean,
): Shown[] {
  const shown: Shown[] = [];
  const lay = (question: Question, depth: number, under?: Shown["under"]) => {
    shown.push(under ? { question, depth, under } : { question, depth });
    const tree = question.follow_up_questions;
    if (!tree || Object.keys(tree).length === 0) return;
    for (const trigger of triggers(question)) {
      const below = followUps(question, trigger);
      if (below.length === 0 || !picked(question, trigger)) continue;
      for (const one of below) lay(one, depth + 1, { question: question.question_id, trigger });
    }
  };
  for (const root of roots) lay(root, 0);
  return shown;
}

/** Every question of the tree, shown or not. */
export function wholeTree(roots: readonly Question[]): Question[] {
  return roots.flatMap((question) => [
    question,
    ...Object.values(question.follow_up_questions ?? {}).flatMap((below) => wholeTree(below)),
  ]);
}
