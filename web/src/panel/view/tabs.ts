import { html, nothing, type TemplateResult } from "lit";
import { wholeTree } from "../../form/question-tree.ts";
import { count } from "../../form/safe-text.ts";
import type { Question } from "../../form/wire.ts";
import { check, warning } from "../icons.ts";
import type { Scene } from "../scene.ts";

/** Characters of a header that agents are advised to keep to. */
const ADVISED = 12;

/** One tab a question and one for the review, when there are several. */
export function tabs(scene: Scene): TemplateResult | typeof nothing {
  const { interaction, filling, text, fixed } = scene;
  const { questions } = interaction;
  if (filling.tabs < 2) return nothing;
  const tab = (i: number, words: unknown) => html`
    <button type="button" role="tab" class="tab" id="tab-${i}" aria-selected=${filling.tab === i ? "true" : "false"}
      aria-controls="body" tabindex=${filling.tab === i ? 0 : -1} data-tab=${i} @click=${() => scene.go(i)}>${words}</button>`;
  return html`
    <div class="tabs" role="tablist" aria-label=${text.tabs}>
      ${questions.map((question, i) => {
        const done = isDone(scene, question);
        const wrong = wholeTree([question]).some((one) => scene.problems.has(one.question_id));
        const mark = wrong
          ? html`<span class="tab-mark wrong" aria-hidden="true">${warning}</span>`
          : html`<span class="tab-mark ${done ? "done" : ""}" aria-hidden="true">${done ? check : i + 1}</span>`;
        return tab(i, html`${mark}<span class="sr-only">${text.questionOf(i + 1, questions.length)}: </span
          ><bdi>${question.header ?? question.question_text}</bdi>${
            done ? html`<span class="sr-only">, ${text.answeredMark}</span>` : nothing
          }`);
      })}
      ${fixed ? nothing : tab(questions.length, text.review)}
    </div>
  `;
}

/** Whether a tab shows this header whole: one of the length that is advised. */
export function fitsTab(header: string): boolean {
  return count(header) <= ADVISED;
}

/** Whether a question and all that hangs under it on the table has what it needs. */
export function isDone({ filling, locked }: Scene, question: Question): boolean {
  const tree = new Set(wholeTree([question]).map((one) => one.question_id));
  const missing = filling.form.missing().some((id) => tree.has(id) && !locked.has(id));
  const answered = filling.form.isAnswered(question.question_id) || locked.has(question.question_id);
  return !missing && answered;
}
