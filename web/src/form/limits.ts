// How much may be answered: the same numbers as `limits.rs`.

/** Characters of one single-choice answer. */
export const ONE_ANSWER_CHARS = 256;
/** Characters of a multiple-choice answer together. */
export const MANY_ANSWER_CHARS = 1_000;
/** Characters of own words, of a text answer, of a note, of a reason. */
export const WORDS_CHARS = 10_000;
