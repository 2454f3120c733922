import { html, nothing, type TemplateResult } from "lit";
import type { Question, QuestionId } from "../../form/wire.ts";
import { exactAction } from "../approval.ts";
import type { Scene } from "../scene.ts";
import { exact, hiddenIn } from "./exact.ts";

/** What is to be allowed, to the letter. Yes is offered once its end has been seen. */
export function approvalAction(scene: Scene, asked: Question): TemplateResult {
  const { text, filling, fixed } = scene;
  const id = asked.question_id;
  const name = filling.name(id);
  const action = exactAction(asked);
  const hidden = hiddenIn(action);
  const headed = asked.description !== undefined;
  return html`
    ${headed ? html`<div class="question-text" id="${name}-text" dir="auto">${exact(asked.question_text)}</div>` : nothing}
    <div class="approval">
      <p class="quiet" id="${name}-exact">${text.approvalAction}</p>
      <pre class="exact action" id=${headed ? `${name}-about` : `${name}-text`} tabindex="0" role="region"
        aria-labelledby="${name}-exact" data-action=${id}
        @scroll=${(event: Event) => sawEnd(scene, id, event.currentTarget as HTMLElement)}>${exact(action)}</pre>
      ${hidden > 0 ? html`<p class="warned">${text.approvalHidden(hidden)}</p>` : nothing}
      ${filling.read.has(id) || fixed ? nothing : html`<p class="warned">${text.approvalScroll}</p>`}
    </div>
  `;
}

/** Notes whether the end of what is to be allowed has been on the screen. */
export function sawEnd(scene: Scene, id: QuestionId, box: HTMLElement): void {
  if (scene.filling.read.has(id) || box.scrollTop + box.clientHeight < box.scrollHeight - 2) return;
  scene.filling.read.add(id);
  scene.redraw();
}
