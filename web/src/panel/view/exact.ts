import { html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { shown } from "../../form/safe-text.ts";

/** A text to the letter: what would act or not be seen is written out and marked. */
export function exact(text: string): TemplateResult {
  return html`${guard([text], () =>
    shown(text).map((stretch) => (stretch.hidden ? html`<mark class="hidden-char">${stretch.text}</mark>` : stretch.text)),
  )}`;
}

/** How many characters had to be written out. */
export function hiddenIn(text: string): number {
  return shown(text).filter((stretch) => stretch.hidden).length;
}
