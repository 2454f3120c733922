import { html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { shownExactly } from "../../form/exact-text.ts";
import type { Line } from "../approval.ts";

/** A text to the letter: what would act, not be seen or pass for something else is written out and marked. */
export function exact(text: string): TemplateResult {
  return html`${guard([text], () =>
    shownExactly(text).map((stretch) => (stretch.hidden ? html`<mark class="hidden-char">${stretch.text}</mark>` : stretch.text)),
  )}`;
}

/** Lines to the letter. The gutter before somebody else's is a border: no words reach it, however they wrap. */
export function exactLines(lines: readonly Line[]): TemplateResult[] {
  return lines.map(({ own, text }) => html`<div class="line ${own ? "ours" : "foreign"}">${exact(text)}</div>`);
}

/** How many characters had to be written out. */
export function hiddenIn(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + shownExactly(text).filter((stretch) => stretch.hidden).length, 0);
}
