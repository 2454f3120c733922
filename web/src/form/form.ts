// A person filling an interaction in, as pure state: edits in, answers out. The same as the Rust
// `Form`; `schema/form-cases.json` holds the two together.
import { wrong, wrongWords } from "./answer-check.ts";
import { Entry, type Offered, offeredBy } from "./entry.ts";
import type { Issue } from "./problem.ts";
import { isBlank } from "./safe-text.ts";
import { defaults, isRequired, onTheTable, type Shown, wholeTree } from "./question-tree.ts";
import type { AnswerValue, ChoiceId, Draft, Edit, Question, QuestionId, Source, WireChoice } from "./wire.ts";

/** An answer on its way to the desk. */
export interface Given {
  question_id: QuestionId;
  answer: AnswerValue;
  note?: string;
}

/** A person filling an interaction in. */
export class Form {
  readonly questions: readonly Question[];
  readonly #asked = new Map<QuestionId, { question: Question; offered: Offered }>();
  readonly #entries = new Map<QuestionId, Entry>();

  private constructor(questions: readonly Question[]) {
    this.questions = questions;
    for (const question of wholeTree(questions)) {
      if (this.#asked.has(question.question_id)) continue;
      this.#asked.set(question.question_id, { question, offered: offeredBy(question) });
    }
  }

  /** An untouched form. Declared defaults are picked beforehand, except for an approval. */
  static open(questions: readonly Question[], source: Source = "tool"): Form {
    const form = new Form(questions);
    if (source === "approval") return form;
    for (const { question } of form.#asked.values()) {
      const entry = new Entry();
      entry.picked = defaults(question).map((choice) => choice.id);
      if (entry.picked.length > 0) form.#entries.set(question.question_id, entry);
    }
    return form;
  }

  /** Goes on where a draft stopped; what no longer fits the questions is left out. */
  static resume(questions: readonly Question[], draft: Draft): Form {
    const form = new Form(questions);
    for (const [id, wire] of Object.entries(draft)) {
      const asked = form.#asked.get(id);
      if (!asked || typeof wire !== "object" || wire === null) continue;
      form.#keep(id, Entry.from(wire, asked.question, asked.offered));
    }
    return form;
  }

  /** What was entered so far, also for questions that have left the table. */
  draft(): Draft {
    const entries = [...this.#entries].map(([id, entry]) => [id, entry.wire()] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** What was entered for one question. */
  entry(question: QuestionId): Readonly<Entry> {
    return this.#entries.get(question) ?? new Entry();
  }

  /** The question of this id, on the table or not. */
  question(id: QuestionId): Question | undefined {
    return this.#asked.get(id)?.question;
  }

  /** An option of a question. */
  choice(question: QuestionId, choice: ChoiceId): WireChoice | undefined {
    const asked = this.#asked.get(question);
    return asked?.question.options?.[asked.offered.get(choice) ?? -1];
  }

  /** The questions on the table, each before its follow-ups. */
  shown(): Shown[] {
    return onTheTable(this.questions, (question, trigger) => {
      const entry = this.#entries.get(question.question_id);
      return entry?.triggers(question, trigger) ?? false;
    });
  }

  /** Takes an edit. One that fits no question, or no option of it, changes nothing. */
  edit(edit: Edit): boolean {
    const asked = this.#asked.get(edit.question);
    if (!asked) return false;
    const entry = this.#entries.get(edit.question) ?? new Entry();
    const changed = entry.take(asked.question, asked.offered, edit);
    this.#keep(edit.question, entry);
    return changed;
  }

  /** Whether this question has an answer. */
  isAnswered(question: QuestionId): boolean {
    return this.value(question) !== null;
  }

  /** The required questions on the table without an answer. */
  missing(): QuestionId[] {
    return this.shown()
      .filter(({ question }) => isRequired(question) && !this.isAnswered(question.question_id))
      .map(({ question }) => question.question_id);
  }

  /** Everything that stands in the way of sending it. */
  problems(): Issue[] {
    const issues: Issue[] = [];
    for (const { question } of this.shown()) {
      const id = question.question_id;
      const value = this.value(id);
      if (value === null) {
        if (isRequired(question)) issues.push({ question: id, problem: { problem: "unanswered" } });
      } else {
        const problem = wrong(question, this.#asked.get(id)?.offered ?? new Map(), value);
        if (problem) issues.push({ question: id, problem });
      }
      const problem = wrongWords(this.entry(id).note);
      if (problem) issues.push({ question: id, problem });
    }
    if (issues.length === 0 && this.answers().length === 0) {
      issues.push({ question: null, problem: { problem: "nothing_answered" } });
    }
    return issues;
  }

  /** The answers of the questions on the table, and of no others. */
  answers(): Given[] {
    return this.shown().flatMap(({ question }): Given[] => {
      const id = question.question_id;
      const answer = this.value(id);
      if (answer === null) return [];
      const { note } = this.entry(id);
      return [isBlank(note) ? { question_id: id, answer } : { question_id: id, answer, note }];
    });
  }

  /** The answer on the wire; null when there is none. */
  value(id: QuestionId): AnswerValue {
    const entry = this.#entries.get(id);
    const asked = this.#asked.get(id);
    if (!entry || !asked) return null;
    const { question } = asked;
    const takes = question.allow_other !== false && entry.otherOn && !isBlank(entry.other);
    const other = takes ? { other: entry.other } : undefined;
    switch (question.type) {
      case "multiple_choice":
        return other ?? entry.picked[0] ?? null;
      case "checkbox": {
        const place = (choice: ChoiceId) => asked.offered.get(choice) ?? 0;
        const ids = entry.picked.filter((choice) => asked.offered.has(choice)).sort((a, b) => place(a) - place(b));
        const picks = other ? [...ids, other] : ids;
        return picks.length > 0 ? picks : null;
      }
      case "text":
        return isBlank(entry.text) ? null : entry.text;
      case "boolean":
        return entry.yes ?? null;
    }
  }

  #keep(id: QuestionId, entry: Entry): void {
    if (Object.keys(entry.wire()).length > 0) this.#entries.set(id, entry);
    else this.#entries.delete(id);
  }
}
