import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Question } from "../../form/wire.ts";
import { pen } from "../icons.ts";
import type { Scene } from "../scene.ts";
import { counter } from "./counter.ts";

/** A note beside the answer, behind a quiet button until it is wanted. */
export function noteField(scene: Scene, asked: Question, depth: number): TemplateResult | typeof nothing {
  const { filling, text, fixed } = scene;
  const id = asked.question_id;
  const { note } = filling.form.entry(id);
  if (fixed) {
    if (note === "") return nothing;
    return html`<div class="given-note"><span class="quiet">${text.note}</span><span dir="auto">${note}</span></div>`;
  }
  if (note === "" && !filling.notes.has(id)) {
    // Under every follow-up it would be noise.
    if (depth > 0 && !filling.form.isAnswered(id)) return nothing;
    const open = () => {
      filling.notes.add(id);
      scene.redraw();
    };
    return html`<button type="button" class="plain add-note" data-add-note=${id} @click=${open}>${pen}${text.addNote}</button>`;
  }
  return html`
    <label class="note">
      <span class="quiet">${text.note}</span>
      <textarea ?readonly=${scene.busy} class="field" rows="1" dir="auto" data-note=${id} placeholder=${text.noteHint} .value=${live(note)}
        @input=${(event: Event) => {
          filling.notes.add(id);
          scene.edit({ edit: "note", question: id, words: (event.target as HTMLTextAreaElement).value });
        }}></textarea>
    </label>
    ${counter(scene, note)}
  `;
}
