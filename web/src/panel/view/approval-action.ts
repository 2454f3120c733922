import { html, nothing, type TemplateResult } from "lit";
import type { Question, WireChoice } from "../../form/wire.ts";
import { aboutLines, foreignLines, part, textLines } from "../approval.ts";
import type { Scene } from "../scene.ts";
import { exactLines, hiddenIn } from "./exact.ts";

/** Digits of the digest that are shown. */
const DIGITS = 16;

/** What is to be allowed, to the letter. Yes is offered once its end has been seen. */
export function approvalAction(scene: Scene, asked: Question): TemplateResult {
  const { text, filling, fixed } = scene;
  const id = asked.question_id;
  const name = filling.name(id);
  const headed = asked.description !== undefined;
  const action = headed ? aboutLines(asked) : textLines(asked);
  const carried = (asked.options ?? []).flatMap((choice) => foreignLines(choice.description ?? ""));
  const hidden = hiddenIn([...(headed ? textLines(asked) : []), ...action, ...carried]);
  return html`
    ${headed ? html`<div class="question-text exact-text" id="${name}-text">${exactLines(textLines(asked))}</div>` : nothing}
    <div class="approval">
      <p class="quiet" id="${name}-exact">${text.approvalAction}</p>
      <div class="exact action" id=${headed ? `${name}-about` : `${name}-text`} tabindex="0" role="region"
        aria-labelledby="${name}-exact" data-action=${id} @scroll=${() => scene.look()}>${exactLines(action)}</div>
      ${asked.action_digest === undefined
        ? nothing
        : html`<p class="quiet" data-digest>${text.approvalDigest(asked.action_digest.slice(0, DIGITS))}</p>`}
      ${hidden > 0 ? html`<p class="warned">${text.approvalHidden(hidden)}</p>` : nothing}
      ${filling.read.has(id) || fixed ? nothing : html`<p class="warned">${text.approvalScroll}</p>`}
    </div>
  `;
}

/** What an option carries beside the action, to the letter. It is not to be had before its end has been seen. */
export function carried(scene: Scene, asked: Question, choice: WireChoice, name: string): TemplateResult | typeof nothing {
  if (!choice.description) return nothing;
  const { filling, fixed, text } = scene;
  const id = asked.question_id;
  return html`
    <div class="exact carried" id=${name} tabindex="0" data-action=${id} data-carried=${choice.id}
      @scroll=${() => scene.look()}>${exactLines(foreignLines(choice.description))}</div>
    ${filling.read.has(part(id, choice.id)) || fixed ? nothing : html`<p class="warned">${text.approvalScroll}</p>`}
  `;
}

/** Notes whether the end of what is to be allowed has been on the screen. */
export function sawEnd(scene: Scene, box: HTMLElement): void {
  const { action, carried } = box.dataset;
  if (action === undefined || box.scrollTop + box.clientHeight < box.scrollHeight - 2) return;
  const seen = part(action, carried);
  if (scene.filling.read.has(seen)) return;
  scene.filling.read.add(seen);
  scene.redraw();
}
