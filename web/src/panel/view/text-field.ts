import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Question } from "../../form/wire.ts";
import { lock } from "../icons.ts";
import type { Scene } from "../scene.ts";
import { counter } from "./counter.ts";

/** The answer of a text question; a secret one is masked. */
export function textField(scene: Scene, asked: Question): TemplateResult {
  const { filling, text, fixed } = scene;
  const id = asked.question_id;
  const name = filling.name(id);
  const words = filling.form.entry(id).text;
  if (scene.hidden.has(id)) return html`<p class="quiet locked">${lock}${text.hiddenAnswer}</p>`;
  if (fixed) {
    if (words === "") return html``;
    return html`<div class="given" dir="auto">${asked.secret ? "••••••" : words}</div>`;
  }
  const wrote = (event: Event) => {
    const { value } = event.target as HTMLTextAreaElement | HTMLInputElement;
    scene.edit({ edit: "text", question: id, words: value });
  };
  if (asked.secret) return secretField(scene, asked, words, wrote);
  return html`
    <textarea ?readonly=${scene.busy} class="field" rows="2" dir="auto" data-own=${id} aria-labelledby="${name}-text"
      aria-describedby="${name}-problem" aria-required=${asked.required === false ? nothing : "true"}
      placeholder=${text.textHint} .value=${live(words)} @input=${wrote}></textarea>
    ${counter(scene, words)}
  `;
}

function secretField(scene: Scene, asked: Question, words: string, wrote: (event: Event) => void): TemplateResult {
  const { filling, text } = scene;
  const id = asked.question_id;
  const name = filling.name(id);
  const open = filling.revealed.has(id);
  const turn = () => {
    if (!filling.revealed.delete(id)) filling.revealed.add(id);
    scene.redraw();
  };
  return html`
    <div class="secret">
      <input ?readonly=${scene.busy} class="field" type=${open ? "text" : "password"} autocomplete="off" spellcheck="false" data-own=${id}
        aria-labelledby="${name}-text" aria-describedby="${name}-secret ${name}-problem" placeholder=${text.textHint}
        aria-required=${asked.required === false ? nothing : "true"} .value=${live(words)} @input=${wrote}>
      <button type="button" class="plain" aria-pressed=${open ? "true" : "false"} @click=${turn}>
        ${open ? text.conceal : text.reveal}</button>
    </div>
    <p class="quiet locked" id="${name}-secret">${lock}${text.secretHint}</p>
  `;
}
