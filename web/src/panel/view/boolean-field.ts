import { html, nothing, type TemplateResult } from "lit";
import type { Question } from "../../form/wire.ts";
import type { Scene } from "../scene.ts";

/** Yes or no as a switch of two sides: until one is chosen it stands on neither. */
export function booleanField(
  scene: Scene,
  asked: Question,
  below: (trigger: string) => TemplateResult | typeof nothing,
): TemplateResult {
  const { filling, text, fixed, approval } = scene;
  const id = asked.question_id;
  const name = filling.name(id);
  const { yes } = filling.form.entry(id);
  // An approval opens on no: it stands first, and Tab leads to it.
  const sides = approval ? [false, true] : [true, false];
  const stop = filling.current.get(id) ?? String(yes ?? sides[0]);
  const side = (value: boolean, row: number) => {
    const barred = approval && value && !filling.wasRead(id);
    const key = scene.digits !== id ? nothing : html`<kbd class="key" aria-hidden="true">${row + 1}</kbd>`;
    return html`<div class="side ${yes === value ? "picked" : ""} ${value ? "yes" : "no"}" role="radio"
      aria-checked=${yes === value ? "true" : "false"} aria-disabled=${fixed || barred ? "true" : nothing}
      tabindex=${stop === String(value) ? 0 : -1} data-option=${id} data-choice=${String(value)}>
      <span>${value ? text.yes : text.no}</span>${key}</div>`;
  };
  return html`
    <div class="switch ${yes === undefined ? "" : "set"}" role="radiogroup" aria-labelledby="${name}-text"
      aria-describedby="${asked.description ? `${name}-about ` : ""}${name}-problem"
      aria-required=${asked.required === false ? nothing : "true"}>
      ${sides.map(side)}
    </div>
    ${sides.map((value) => below(String(value)))}
  `;
}
