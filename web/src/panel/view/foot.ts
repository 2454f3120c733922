import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { warning } from "../icons.ts";
import type { Scene } from "../scene.ts";

/** What the foot can do. */
export interface FootActions {
  offline: boolean;
  submit(): void;
  cancel(): void;
}

const MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** Confirm and cancel; with several questions, the way through them. */
export function foot(scene: Scene, actions: FootActions): TemplateResult {
  const { filling, text } = scene;
  if (filling.cancelling) return cancelling(scene, actions);
  const { tab, tabs } = filling;
  const last = tabs < 2 || filling.reviewing;
  const missing = filling.form.missing().filter((id) => !scene.locked.has(id)).length;
  const { busy } = scene;
  const pointing = filling.pointing && missing > 0 && tabs > 1;
  return html`
    <footer class="foot">
      <p class="foot-words" ?hidden=${!pointing}>${
        pointing ? html`${warning}${text.missing(missing)}` : nothing
      }</p>
      <div class="buttons">
        <button type="button" class="button" data-cancel aria-disabled=${busy ? "true" : nothing} @click=${() => {
          if (busy) return;
          filling.cancelling = true;
          scene.redraw();
        }}>${text.cancel}</button>
        <span class="spring"></span>
        ${tab > 0 && tabs > 1
          ? html`<button type="button" class="button" data-back @click=${() => scene.go(tab - 1)}>${text.back}</button>`
          : nothing}
        ${last
          ? html`<button type="button" class="button primary" data-submit aria-disabled=${busy || actions.offline ? "true" : nothing}
              @click=${actions.submit}>${busy ? text.sending : text.submit}<kbd class="key" aria-hidden="true">${MAC ? "⌘" : "Ctrl"} ↵</kbd></button>`
          : html`<button type="button" class="button primary" data-next @click=${() => scene.go(tab + 1)}>${
              tab === tabs - 2 ? text.toReview : text.next
            }</button>`}
      </div>
    </footer>
  `;
}

/** Asked once, with room for a reason that reaches the agent. */
function cancelling(scene: Scene, actions: FootActions): TemplateResult {
  const { filling, text } = scene;
  const { busy } = scene;
  return html`
    <footer class="foot" role="group" aria-labelledby="cancel-title">
      <p class="cancel-title" id="cancel-title">${text.cancelTitle}</p>
      <textarea ?readonly=${scene.busy} class="field" rows="1" dir="auto" data-reason aria-label=${text.cancelHint} placeholder=${text.cancelHint}
        .value=${live(filling.reason)} @input=${(event: Event) => {
          filling.reason = (event.target as HTMLTextAreaElement).value;
        }}></textarea>
      <div class="buttons">
        <button type="button" class="button" data-keep aria-disabled=${busy ? "true" : nothing} @click=${() => {
          if (busy) return;
          filling.cancelling = false;
          scene.redraw();
        }}>${text.cancelKeep}</button>
        <span class="spring"></span>
        <button type="button" class="button danger" data-cancel-confirm aria-disabled=${busy || actions.offline ? "true" : nothing}
          @click=${actions.cancel}>${busy ? text.sending : text.cancelConfirm}</button>
      </div>
    </footer>
  `;
}
