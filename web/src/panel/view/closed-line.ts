import { html, nothing, type TemplateResult } from "lit";
import { duration, moment } from "../../text/time.ts";
import { check, clock, cross } from "../icons.ts";
import type { Scene } from "../scene.ts";

/** What the line can do. */
export interface ClosedActions {
  now: () => number;
  reopen(): void;
}

/** How it closed: the state, who, where, when, and after how long. */
export function closedLine(scene: Scene, actions: ClosedActions): TemplateResult | typeof nothing {
  const { text, lang, interaction, filling } = scene;
  const { outcome } = interaction;
  if (!outcome) return nothing;
  const { state } = outcome;
  const icon = state === "answered" ? check : state === "timeout" ? clock : cross;
  const again = state === "timeout" && outcome.reopened_as === undefined && !filling.kept;
  return html`
    <div class="closed ${state}" tabindex="-1" data-closed>
      <span class="closed-state">${icon}${text.closed(state, outcome.decided_by, outcome.interrupted ?? false)}</span>
      <span class="quiet">${text.by(outcome.by, outcome.via, moment(outcome.at, actions.now(), lang))}</span>
      <span class="quiet">${text.took(duration(outcome.took_ms, lang))}</span>
      <span class="quiet" data-evidence=${outcome.evidence}>${text.evidence[outcome.evidence]}</span>
      <span class="quiet" data-delivery=${outcome.delivery}>${text.delivery[outcome.delivery]}</span>
      ${outcome.reopened_as === undefined ? nothing : html`<span class="quiet">${text.reopened}</span>`}
      ${again ? html`<button type="button" class="plain" data-reopen @click=${actions.reopen}>${text.reopen}</button>` : nothing}
    </div>
    ${outcome.reason
      ? html`<div class="given-note"><span class="quiet">${text.reason}</span><span dir="auto">${outcome.reason}</span></div>`
      : nothing}
  `;
}
