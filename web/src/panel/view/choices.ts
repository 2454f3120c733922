import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import { takesOther } from "../../form/question-tree.ts";
import type { Question, WireChoice } from "../../form/wire.ts";
import { refusingChoice } from "../approval.ts";
import { FILTERED, LONG_LIST } from "../choice-filter.ts";
import { check, search } from "../icons.ts";
import { splitLabel } from "../label.ts";
import type { Scene } from "../scene.ts";
import { carried } from "./approval-action.ts";
import { exact } from "./exact.ts";
import { otherRow } from "./other-row.ts";
import { preview } from "./preview.ts";

/** The options of a choice question, with own words as the last. */
export function choices(
  scene: Scene,
  asked: Question,
  below: (trigger: string) => TemplateResult | typeof nothing,
): TemplateResult {
  const { filling, text } = scene;
  const id = asked.question_id;
  const name = filling.name(id);
  const all = asked.options ?? [];
  const filter = filling.filter(id);
  const drawn = filter.matches.slice(0, filter.drawn);
  const long = all.length >= LONG_LIST;
  const first = firstStop(scene, asked, drawn);
  const scrolled = (event: Event) => {
    const list = event.currentTarget as HTMLElement;
    if (list.scrollTop + list.clientHeight > list.scrollHeight - 400 && filter.more()) scene.redraw();
  };
  return html`
    <div class="choosing ${all.some((choice) => choice.preview) ? "previewed" : ""}">
      <div class="chosen-from">
        ${all.length > FILTERED ? filterBox(scene, asked) : nothing}
        <div class="options ${long ? "long" : ""}" role=${asked.type === "checkbox" ? "group" : "radiogroup"}
          aria-labelledby="${name}-text" aria-describedby="${asked.description ? `${name}-about ` : ""}${name}-problem"
          aria-required=${asked.type === "multiple_choice" && asked.required !== false ? "true" : nothing}
          @scroll=${long ? scrolled : nothing}>
          ${repeat(
            drawn,
            (place) => (all[place] as WireChoice).id,
            (place, row) => {
              const choice = all[place] as WireChoice;
              return html`${option(scene, asked, choice, row, choice.id === first)} ${below(choice.id)}`;
            },
          )}
          ${drawn.length < filter.matches.length
            ? html`<p class="quiet more">${text.moreBelow(filter.matches.length - drawn.length)}</p>`
            : nothing}
          ${filter.matches.length === 0 && all.length > 0 ? html`<p class="quiet more">${text.noMatch}</p>` : nothing}
        </div>
        ${takesOther(asked) ? otherRow(scene, asked, first === undefined) : nothing}
      </div>
      ${preview(scene, asked)}
    </div>
  `;
}

/** The one option that Tab leads to: where the person was, else what is picked, else the first. */
function firstStop(scene: Scene, asked: Question, drawn: readonly number[]): string | undefined {
  const ids = new Set(drawn.map((place) => asked.options?.[place]?.id));
  const entry = scene.filling.form.entry(asked.question_id);
  const wanted = [
    scene.filling.current.get(asked.question_id),
    entry.picked[0],
    scene.approval ? refusingChoice(asked) : undefined,
  ];
  return wanted.find((one) => one !== undefined && ids.has(one)) ?? asked.options?.[drawn[0] ?? -1]?.id;
}

function option(scene: Scene, asked: Question, choice: WireChoice, row: number, stop: boolean): TemplateResult {
  const { filling, text, fixed } = scene;
  const id = asked.question_id;
  const many = asked.type === "checkbox";
  const entry = filling.form.entry(id);
  const picked = entry.picked.includes(choice.id) && (many || !entry.otherOn);
  const { label, recommended } = scene.approval ? { label: choice.label, recommended: false } : splitLabel(choice.label);
  const barred = scene.approval && !filling.wasRead(id, choice.id) && choice.id !== refusingChoice(asked);
  const carries = scene.approval && choice.description ? `${filling.name(id)}-carried-${row}` : undefined;
  const key = row < 9 && scene.digits === id ? html`<kbd class="key" aria-hidden="true">${row + 1}</kbd>` : nothing;
  return html`
    <div class="option ${picked ? "picked" : ""}" role=${many ? "checkbox" : "radio"}
      aria-checked=${picked ? "true" : "false"} aria-describedby=${carries ?? nothing} aria-disabled=${fixed || barred ? "true" : nothing}
      aria-setsize=${many ? nothing : filling.filter(id).matches.length} aria-posinset=${many ? nothing : row + 1}
      tabindex=${stop ? 0 : -1} data-option=${id} data-choice=${choice.id}>
      <span class="glyph ${many ? "box" : "dot"}" aria-hidden="true">${many ? check : nothing}</span>
      <span class="option-body">
        <span class="label"><bdi>${scene.approval ? exact(label) : label}</bdi>${
          recommended || (choice.default && !fixed) ? html` <span class="tag accent">${text.suggested}</span>` : nothing
        }</span>
        ${choice.description && !scene.approval ? html`<span class="option-about"><bdi>${choice.description}</bdi></span>` : nothing}
      </span>
      ${key}
    </div>
    ${carries === undefined ? nothing : carried(scene, asked, choice, carries)}
  `;
}

function filterBox(scene: Scene, asked: Question): TemplateResult {
  const { filling, text } = scene;
  const id = asked.question_id;
  const all = asked.options ?? [];
  const filter = filling.filter(id);
  const { picked } = filling.form.entry(id);
  return html`
    <div class="filter">
      ${search}
      <input type="search" autocomplete="off" spellcheck="false" enterkeyhint="search" data-filter=${id}
        aria-label=${text.filter(all.length)} placeholder=${text.filter(all.length)} .value=${live(filter.words)}
        @input=${(event: Event) => {
          filter.words = (event.target as HTMLInputElement).value;
          scene.redraw();
        }}>
      <span class="quiet" role="status">${filter.words ? text.matches(filter.matches.length, all.length) : nothing}</span>
    </div>
    ${picked.length > 0
      ? html`<div class="picked-list"><span class="quiet">${text.pickedList}</span>${picked.slice(0, 20).map(
          (choice) => html`<button type="button" class="picked-chip" ?disabled=${scene.fixed}
            @click=${() => scene.edit({ edit: "unpick", question: id, choice })}>
            <bdi>${filling.form.choice(id, choice)?.label ?? choice}</bdi><span aria-hidden="true">×</span></button>`,
        )}${picked.length > 20 ? html`<span class="quiet">+${picked.length - 20}</span>` : nothing}</div>`
      : nothing}
  `;
}
