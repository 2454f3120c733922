import { html, nothing, type TemplateResult } from "lit";
import { whichAgent } from "../asker.ts";
import { chevronUp, dots, shield } from "../icons.ts";
import type { Scene } from "../scene.ts";

/** More segments than this say nothing. */
const SEGMENTS = 12;

/** What the head can do. */
export interface HeadActions {
  rounds: number | undefined;
  chainLimit: number;
  fold(): void;
  copy(): void;
  chain(more: number | null): void;
}

/** Who asks, in which round, and the card's own buttons. Drawn where no text of an agent can reach. */
export function head(scene: Scene, actions: HeadActions): TemplateResult {
  const { interaction, text, filling } = scene;
  const { agent, project, round, chain } = interaction;
  const who = [agent?.name, whichAgent(agent, text), project?.split(/[\\/]/).filter(Boolean).at(-1)].filter(Boolean);
  const of = actions.rounds;
  const turn = () => {
    filling.menu = !filling.menu;
    scene.redraw();
  };
  return html`
    <header class="head">
      <div class="who">
        ${scene.approval ? html`<span class="approval-lead">${shield}${text.approvalLead}</span>` : nothing}
        ${who.length > 0
          ? html`<span class="names">${who.map(
              (name, i) => html`${i > 0 ? html`<span class="sep" aria-hidden="true">·</span>` : nothing}<bdi>${name}</bdi>`,
            )}</span>`
          : nothing}
        <span class="round">${segments(round, of)}${text.round(round, of)}</span>
        ${interaction.unattended && interaction.state === "pending"
          ? html`<span class="chain near" role="status" title=${text.unattended}>${text.askerAway}</span>`
          : nothing}
        ${chain !== undefined && chain > 1
          ? html`<span class="chain ${chain >= actions.chainLimit - 2 ? "near" : ""}"
              title=${text.chainTitle(chain, actions.chainLimit)}>${text.chain(chain, actions.chainLimit)}</span>`
          : nothing}
      </div>
      <div class="head-buttons">
        <button type="button" class="icon-button" aria-label=${text.menu} aria-haspopup="true"
          aria-expanded=${filling.menu ? "true" : "false"} data-menu-button @click=${turn}>${dots}</button>
        <button type="button" class="icon-button" aria-label=${text.fold} aria-expanded="true" data-fold
          @click=${actions.fold}>${chevronUp}</button>
      </div>
      ${filling.menu ? menu(scene, actions) : nothing}
    </header>
  `;
}

function segments(round: number, of: number | undefined): TemplateResult | typeof nothing {
  if (of === undefined || of < 2 || of > SEGMENTS || round > of) return nothing;
  const part = (_: unknown, i: number) => html`<i class=${i + 1 < round ? "done" : i + 1 === round ? "now" : ""}></i>`;
  return html`<span class="segments" aria-hidden="true">${Array.from({ length: of }).map(part)}</span>`;
}

function menu(scene: Scene, actions: HeadActions): TemplateResult {
  const { text, filling, interaction } = scene;
  const item = (words: string, act: () => void) => html`<button type="button" class="menu-item" @click=${() => {
    filling.menu = false;
    act();
    scene.redraw();
  }}>${words}</button>`;
  const chained = (interaction.chain ?? 0) > 1 && interaction.state === "pending" && !scene.fixed;
  return html`<div class="menu" data-menu>
    ${item(text.copyMarkdown, actions.copy)}
    ${chained ? item(text.chainMore, () => actions.chain(10)) : nothing}
    ${chained ? item(text.chainEnd, () => actions.chain(null)) : nothing}
  </div>`;
}
