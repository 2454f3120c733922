import { Form } from "../form/form.ts";
import { wholeTree } from "../form/question-tree.ts";
import type { Issue } from "../form/problem.ts";
import type { ChoiceId, Draft, QuestionId } from "../form/wire.ts";
import { part, wordsOf } from "./approval.ts";
import { ChoiceFilter } from "./choice-filter.ts";
import { everyAnswer, outcomeDraft } from "./outcome-draft.ts";
import { requestKey } from "./request-key.ts";
import type { GivenAnswer, Interaction, PanelRefusal } from "./types.ts";
import type { HeldFile } from "./view/context-files.ts";

/** One interaction as it is being filled in here: the form, and where the person is in it. */
export class Filling {
  form: Form;
  /** Whether the person entered anything here. */
  touched = false;
  /** Which question is before the person; behind the last stands the review. */
  tab = 0;
  /** What was sent and not yet settled. */
  sending: "answer" | "cancel" | undefined;
  /** Whether what is missing is pointed at. */
  pointing = false;
  /** Whether the person is about to cancel, and why. */
  cancelling = false;
  reason = "";
  menu = false;
  /** What the person had entered when the interaction closed without it. */
  kept: Form | undefined;
  /** The same while it seems that just this closed it. */
  mine: Form | undefined;
  /** Whether that was taken to the clipboard. */
  copied = false;
  refusal: PanelRefusal | undefined;
  /** What of an approval was read to its end, as `part` names it. */
  readonly read = new Set<string>();
  /** The question the focus was last in. */
  at: QuestionId | undefined;
  readonly notes = new Set<QuestionId>();
  readonly revealed = new Set<QuestionId>();
  readonly previews = new Map<QuestionId, ChoiceId>();
  readonly current = new Map<QuestionId, ChoiceId>();
  /** Files that were opened, by path. */
  readonly context = new Map<string, HeldFile>();
  /** Stretches of files that were opened to the whole file. */
  readonly wholes = new Set<string>();
  readonly #filters = new Map<QuestionId, ChoiceFilter>();
  readonly #places = new Map<QuestionId, number>();
  #key: { of: string; key: string } | undefined;

  constructor(
    public interaction: Interaction,
    draft: Draft | undefined,
  ) {
    this.form = opened(interaction, draft);
    for (const question of wholeTree(interaction.questions)) this.#places.set(question.question_id, this.#places.size);
  }

  /** How many there are of the tabs: one a question, and the review when there are several. */
  get tabs(): number {
    const { length } = this.interaction.questions;
    return length > 1 ? length + 1 : length;
  }

  get reviewing(): boolean {
    return this.tabs > 1 && this.tab === this.tabs - 1;
  }

  /** A name for the question that can stand in an id. */
  name(question: QuestionId): string {
    return `q${this.#places.get(question) ?? 0}`;
  }

  /** Whether the action was read to its end, and what this option of it carries. */
  wasRead(question: QuestionId, choice?: ChoiceId): boolean {
    const carries = choice !== undefined && this.form.choice(question, choice)?.description;
    return this.read.has(part(question)) && (!carries || this.read.has(part(question, choice)));
  }

  filter(question: QuestionId): ChoiceFilter {
    let filter = this.#filters.get(question);
    if (!filter) {
      filter = new ChoiceFilter(this.form.question(question)?.options ?? []);
      this.#filters.set(question, filter);
    }
    return filter;
  }

  /** The tab on which a question stands. */
  tabOf(question: QuestionId): number {
    const { questions } = this.interaction;
    return Math.max(0, questions.findIndex((root) => wholeTree([root]).some((one) => one.question_id === question)));
  }

  /** The question that a digit is about: the one the focus is in, else the first without an answer. */
  digits(): QuestionId | undefined {
    if (this.reviewing || this.interaction.source === "approval") return undefined;
    const able = this.form
      .shown()
      .map((shown) => shown.question)
      .filter((one) => one.type !== "text" && this.tabOf(one.question_id) === this.tab);
    const here = able.find((one) => one.question_id === this.at);
    return (here ?? able.find((one) => !this.form.isAnswered(one.question_id)) ?? able[0])?.question_id;
  }

  /** What stands in the way of sending. What was answered before needs no answer here. */
  issues(locked: ReadonlySet<QuestionId>): Issue[] {
    return this.form.problems().filter(({ question }) => question === null || !locked.has(question));
  }

  answers(locked: ReadonlySet<QuestionId>): GivenAnswer[] {
    return this.form.answers().filter((given) => !locked.has(given.question_id));
  }

  /** The same key for the same content: sending it again changes nothing. */
  key(content: unknown): string {
    const of = JSON.stringify(content);
    if (this.#key?.of !== of) this.#key = { of, key: requestKey() };
    return this.#key.key;
  }

  /** What may be kept at the desk: all but secret words. */
  draft(): Draft {
    const secret = (id: QuestionId) => this.form.question(id)?.secret === true;
    return Object.fromEntries(Object.entries(this.form.draft()).filter(([id]) => !secret(id)));
  }

  /** Whether the answers of the outcome are those that were entered here. */
  agrees(interaction: Interaction): boolean {
    const given = new Map(this.form.answers().map((one) => [one.question_id, JSON.stringify(one.answer)]));
    const closed = everyAnswer(interaction.outcome?.answers ?? []);
    return closed.length === given.size && closed.every((one) => given.get(one.question_id) === JSON.stringify(one.answer));
  }
}

function opened(interaction: Interaction, draft: Draft | undefined): Form {
  const { questions, source, outcome } = interaction;
  if (outcome) return Form.resume(questions, outcomeDraft(questions, outcome));
  if (draft && Object.keys(draft).length > 0) return Form.resume(questions, source === "approval" ? wordsOf(draft) : draft);
  return Form.open(questions, source);
}
