import { html, nothing, type TemplateResult } from "lit";
import { moment } from "../../text/time.ts";
import { answerWords } from "../answer-words.ts";
import { cross, warning } from "../icons.ts";
import type { Scene } from "../scene.ts";

/** What a notice can do. */
export interface NoticeActions {
  offline: boolean;
  now: () => number;
  copyKept(): void;
  reopen(): void;
}

/** Why nothing can be sent, why it was not taken, and what became of what was typed. */
export function notices(scene: Scene, actions: NoticeActions): TemplateResult {
  return html`${actions.offline && scene.interaction.state === "pending"
    ? html`<div class="notice warn" role="status">${warning}<div>${scene.text.offline}</div></div>`
    : nothing} ${refused(scene)} ${lost(scene, actions)}`;
}

function refused(scene: Scene): TemplateResult | typeof nothing {
  const { filling, text } = scene;
  const { refusal } = filling;
  if (!refusal || filling.kept) return nothing;
  const words = refusal.code === "unreachable" ? text.unreachable : `${text.notTaken}: ${refusal.message}`;
  const dismiss = () => {
    filling.refusal = undefined;
    scene.redraw();
  };
  return html`
    <div class="notice bad" role="alert">${warning}
      <div>${words}${refusal.details?.length
        ? html`<ul>${refusal.details.slice(0, 8).map((issue) => html`<li>${about(scene, issue.path)}${issue.message}</li>`)}</ul>`
        : nothing}</div>
      <button type="button" class="icon-button" aria-label=${text.dismiss} @click=${dismiss}>${cross}</button>
    </div>
  `;
}

function about({ filling }: Scene, path: string): TemplateResult | typeof nothing {
  const question = filling.form.question(path);
  const words = question ? (question.header ?? question.question_text) : path;
  return words ? html`<bdi>${words}</bdi>: ` : nothing;
}

/** The race was lost, or it was too late: who was first, and what was typed here. */
function lost(scene: Scene, actions: NoticeActions): TemplateResult | typeof nothing {
  const { filling, text, lang, interaction } = scene;
  const { kept } = filling;
  const { outcome } = interaction;
  if (!kept || !outcome) return nothing;
  const at = moment(outcome.at, actions.now(), lang);
  const late = outcome.state === "timeout";
  return html`
    <div class="notice bad" role="alert">${warning}
      <div class="lost">
        <strong>${late ? text.lateTitle(at) : text.lostTitle(outcome.state, outcome.by, outcome.via, at)}</strong>
        <span>${text.lostKept}</span>
        <dl class="kept">
          ${kept.shown().map(({ question }) => {
            const words = answerWords(kept, question, text);
            const { note } = kept.entry(question.question_id);
            if (words === undefined && note === "") return nothing;
            return html`<dt><bdi>${question.header ?? question.question_text}</bdi></dt>
              <dd><bdi>${[words, note].filter(Boolean).join(" — ")}</bdi></dd>`;
          })}
        </dl>
        <div class="buttons">
          <button type="button" class="button" data-copy-kept @click=${actions.copyKept}>${filling.copied ? text.copied : text.copyKept}</button>
          ${late && outcome.reopened_as === undefined
            ? html`<button type="button" class="button" data-reopen @click=${actions.reopen}>${text.reopen}</button>`
            : nothing}
        </div>
      </div>
    </div>
  `;
}
