import { isBlank } from "./safe-text.ts";
import { offers, takesOther } from "./question-tree.ts";
import type { ChoiceId, Edit, Entry as WireEntry, Question } from "./wire.ts";

/** What a person has entered for one question. */
export class Entry {
  /** The picked options. */
  picked: ChoiceId[] = [];
  /** Own words, kept when they are not picked. */
  other = "";
  /** Whether own words are picked. */
  otherOn = false;
  /** The answer of a text question. */
  text = "";
  /** The answer of a boolean question. */
  yes: boolean | undefined;
  /** What the person wants to say beside the answer. */
  note = "";

  /** From a draft, which can come from anywhere: what does not fit the question is left out. */
  static from(wire: WireEntry, question: Question, offered: Offered): Entry {
    const entry = new Entry();
    const words = (value: unknown) => (typeof value === "string" ? value : "");
    entry.other = words(wire.other);
    entry.text = words(wire.text);
    entry.note = words(wire.note);
    if (typeof wire.yes === "boolean") entry.yes = wire.yes;
    const single = question.type === "multiple_choice";
    for (const choice of Array.isArray(wire.picked) ? wire.picked : []) {
      const full = single && entry.picked.length > 0;
      if (!full && offered.has(choice) && !entry.picked.includes(choice)) entry.picked.push(choice);
    }
    const otherOn = wire.other_on === true && takesOther(question);
    entry.#setOther(otherOn && !isBlank(entry.other), single);
    return entry;
  }

  /** As it stands in a draft: what is empty is left out. */
  wire(): WireEntry {
    return {
      ...(this.picked.length > 0 && { picked: [...this.picked] }),
      ...(this.other !== "" && { other: this.other }),
      ...(this.otherOn && { other_on: true }),
      ...(this.text !== "" && { text: this.text }),
      ...(this.yes !== undefined && { yes: this.yes }),
      ...(this.note !== "" && { note: this.note }),
    };
  }

  /** Whether this puts the follow-ups of `trigger` on the table. */
  triggers(question: Question, trigger: ChoiceId): boolean {
    switch (question.type) {
      case "boolean":
        return this.yes !== undefined && trigger === String(this.yes);
      case "multiple_choice":
        return !this.otherOn && this.picked[0] === trigger;
      case "checkbox":
        return this.picked.includes(trigger);
      case "text":
        return false;
    }
  }

  /** Takes an edit that is about this question; false when it does not fit it. */
  take(question: Question, offered: Offered, edit: Edit): boolean {
    const single = question.type === "multiple_choice";
    switch (edit.edit) {
      case "pick":
        if (!offered.has(edit.choice)) return false;
        if (single) {
          this.picked = [];
          this.otherOn = false;
        }
        if (!this.picked.includes(edit.choice)) this.picked.push(edit.choice);
        return true;
      case "unpick":
        if (!offered.has(edit.choice)) return false;
        this.picked = this.picked.filter((choice) => choice !== edit.choice);
        return true;
      case "toggle": {
        const verb = this.picked.includes(edit.choice) ? "unpick" : "pick";
        return this.take(question, offered, { ...edit, edit: verb });
      }
      case "other":
        if (!takesOther(question)) return false;
        this.other = edit.words;
        this.#setOther(!isBlank(edit.words), single);
        return true;
      case "other_on":
        if (!takesOther(question)) return false;
        this.#setOther(edit.on && !isBlank(this.other), single);
        return true;
      case "text":
        if (question.type !== "text") return false;
        this.text = edit.words;
        return true;
      case "yes":
        if (question.type !== "boolean") return false;
        this.yes = edit.yes ?? undefined;
        return true;
      case "note":
        this.note = edit.words;
        return true;
      case "clear":
        Object.assign(this, new Entry());
        return true;
    }
  }

  #setOther(on: boolean, single: boolean): void {
    this.otherOn = on;
    if (on && single) this.picked = [];
  }
}

/** The ids that a question offers with their places, to be asked quickly of ten thousand. */
export type Offered = ReadonlyMap<ChoiceId, number>;

export function offeredBy(question: Question): Offered {
  return new Map(offers(question.type) ? (question.options ?? []).map((choice, place) => [choice.id, place]) : []);
}
