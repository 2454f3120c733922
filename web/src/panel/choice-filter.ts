import type { WireChoice } from "../form/wire.ts";

/** From this many options on, a list can be filtered and scrolls in itself. */
export const LONG_LIST = 50;
/** From this many on, it can be filtered. */
export const FILTERED = 10;
/** Rows that are drawn at first, and again whenever one scrolls to their end. */
export const STEP = 60;

const folded = (text: string) => text.normalize("NFKC").toLowerCase();

/** One list of options as a person looks through it. */
export class ChoiceFilter {
  readonly #choices: readonly WireChoice[];
  readonly #texts: string[] = [];
  #words = "";
  #matches: number[] | undefined;
  /** How many rows are drawn. */
  drawn = STEP;

  constructor(choices: readonly WireChoice[]) {
    this.#choices = choices;
  }

  get words(): string {
    return this.#words;
  }

  set words(words: string) {
    if (words === this.#words) return;
    this.#words = words;
    this.#matches = undefined;
    this.drawn = STEP;
  }

  /** The places, in the asker's order, of the options that hold every word. */
  get matches(): readonly number[] {
    if (this.#matches) return this.#matches;
    const words = folded(this.#words).split(/\s+/).filter(Boolean);
    const all = this.#choices.map((_, i) => i);
    this.#matches = words.length === 0 ? all : all.filter((i) => words.every((word) => this.#text(i).includes(word)));
    return this.#matches;
  }

  /** Draws more rows; false when all are drawn. */
  more(): boolean {
    if (this.drawn >= this.matches.length) return false;
    this.drawn += STEP;
    return true;
  }

  #text(i: number): string {
    const choice = this.#choices[i] as WireChoice;
    this.#texts[i] ??= folded(`${choice.label} ${choice.id} ${choice.description ?? ""}`);
    return this.#texts[i];
  }
}
