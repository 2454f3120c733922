// What the desk does when the time runs out: the same as `session/close.rs`, so that the card can
// say it beforehand.
import { defaults, isRequired, onTheTable } from "../form/question-tree.ts";
import type { OnTimeout, Question, QuestionId, Source, WireChoice } from "../form/wire.ts";

/** What happens at zero. */
export interface AtZero {
  /** The labels that stand in, chosen by nobody. */
  standIn: string[];
  /** Whether a required question is left without an answer then. */
  open: boolean;
}

export function atZero(
  questions: readonly Question[],
  policy: OnTimeout | undefined,
  source: Source,
  answered: ReadonlySet<QuestionId> = new Set(),
): AtZero {
  const stands = (question: Question) => (answered.has(question.question_id) ? [] : standIn(question, policy, source));
  // A default can bring follow-ups onto the table, whose defaults then count too.
  const shown = onTheTable(questions, (question, trigger) => stands(question).some((choice) => choice.id === trigger));
  return {
    standIn: shown.flatMap(({ question }) => stands(question).map((choice) => choice.label)),
    open: shown.some(
      ({ question }) =>
        isRequired(question) && !answered.has(question.question_id) && stands(question).length === 0,
    ),
  };
}

function standIn(question: Question, policy: OnTimeout | undefined, source: Source): WireChoice[] {
  const wanted = policy === undefined ? !isRequired(question) : policy === "default";
  if (!wanted || source === "approval") return [];
  if (question.type === "multiple_choice") return defaults(question).slice(0, 1);
  return question.type === "checkbox" ? defaults(question) : [];
}
