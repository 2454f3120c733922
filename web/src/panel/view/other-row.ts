import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Question } from "../../form/wire.ts";
import { check } from "../icons.ts";
import type { Scene } from "../scene.ts";
import { counter } from "./counter.ts";

/** Own words, as the last of the options. Writing picks them; erasing takes them back. */
export function otherRow(scene: Scene, asked: Question, stop: boolean): TemplateResult | typeof nothing {
  const { filling, text, fixed } = scene;
  const id = asked.question_id;
  const many = asked.type === "checkbox";
  const entry = filling.form.entry(id);
  if (fixed && !entry.otherOn) return nothing;
  const name = filling.name(id);
  return html`
    <div class="option other ${entry.otherOn ? "picked" : ""}" data-other-row=${id}>
      <span class="other-pick" role=${many ? "checkbox" : "radio"} aria-checked=${entry.otherOn ? "true" : "false"}
        aria-label=${text.other} aria-disabled=${fixed ? "true" : nothing} tabindex=${stop ? 0 : -1}
        data-option=${id} data-other>
        <span class="glyph ${many ? "box" : "dot"}" aria-hidden="true">${many ? check : nothing}</span>
      </span>
      <span class="option-body">
        ${fixed
          ? html`<span class="label own"><bdi>${entry.other}</bdi></span>`
          : html`<textarea ?readonly=${scene.busy} rows="1" class="own" dir="auto" data-own=${id} aria-label=${text.otherHint}
              placeholder=${text.otherHint} aria-describedby="${name}-problem" .value=${live(entry.other)}
              @input=${(event: Event) => {
                const words = (event.target as HTMLTextAreaElement).value;
                scene.edit({ edit: "other", question: id, words });
              }}></textarea>`}
        ${counter(scene, entry.other)}
      </span>
    </div>
  `;
}
