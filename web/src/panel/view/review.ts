import { html, nothing, type TemplateResult } from "lit";
import { isRequired } from "../../form/question-tree.ts";
import { answerWords } from "../answer-words.ts";
import type { Scene } from "../scene.ts";

/** Every answer before it is sent; each leads back to its question. */
export function review(scene: Scene): TemplateResult {
  const { filling, text } = scene;
  return html`
    <p class="review-title" id="review-title">${text.reviewTitle}</p>
    <ul class="review" aria-labelledby="review-title">
      ${filling.form.shown().map(({ question, depth }) => {
        const id = question.question_id;
        const words = scene.locked.has(id) ? text.lockedQuestion : answerWords(filling.form, question, text);
        const { note } = filling.form.entry(id);
        return html`
          <li class="depth-${Math.min(depth, 5)}">
            <button type="button" class="review-row" @click=${() => scene.go(filling.tabOf(id))}>
              <span class="review-asked"><bdi>${question.header ?? question.question_text}</bdi></span>
              <span class="review-given ${words === undefined ? (isRequired(question) ? "missing" : "open") : ""}">
                <bdi>${words ?? text.notAnswered}</bdi>${
                  words === undefined && !isRequired(question) ? html` <span class="tag">${text.optional}</span>` : nothing
                }${note.trim() ? html`<span class="review-note">${text.note}: <bdi>${note}</bdi></span>` : nothing}
              </span>
            </button>
          </li>
        `;
      })}
    </ul>
  `;
}
