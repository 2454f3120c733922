import { html, nothing, type TemplateResult } from "lit";
import { WORDS_CHARS } from "../../form/limits.ts";
import { count } from "../../form/safe-text.ts";
import type { Scene } from "../scene.ts";

/** How much is written, once that begins to matter. */
export function counter(scene: Scene, words: string): TemplateResult | typeof nothing {
  if (scene.fixed || words.length < WORDS_CHARS * 0.9) return nothing;
  const got = count(words);
  return html`<span class="counter ${got > WORDS_CHARS ? "over" : ""}">${scene.text.counted(got, WORDS_CHARS)}</span>`;
}
