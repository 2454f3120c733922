import { html, nothing, type TemplateResult } from "lit";
import { countdown } from "../../text/time.ts";
import { atZero } from "../at-zero.ts";
import { pause, play } from "../icons.ts";
import type { Scene } from "../scene.ts";
import "../countdown.ts";

/** What the bar can do. */
export interface DeadlineActions {
  now: () => number;
  hold(hold: boolean): void;
  lastMinute(): void;
}

/** The time that is left, what happens at zero, and the way to stop the clock. */
export function deadlineBar(scene: Scene, actions: DeadlineActions): TemplateResult | typeof nothing {
  const { interaction, text, lang } = scene;
  const { deadline, asked_at } = interaction;
  if (!deadline || interaction.state !== "pending") return nothing;
  const until = Date.parse(deadline.at);
  const from = asked_at === undefined ? until - 600_000 : Date.parse(asked_at);
  const held = deadline.held_with === undefined ? undefined : Number(deadline.held_with);
  return html`
    <div class="deadline ${held === undefined ? "" : "held"}">
      <div class="deadline-words">
        ${held === undefined
          ? html`<user-question-countdown .from=${from} .until=${until} .now=${actions.now} .lang=${lang}
              title=${text.left} @last-minute=${actions.lastMinute}></user-question-countdown>`
          : html`<span class="held-words">${text.held(countdown(held, lang))}</span>`}
        <span class="quiet">${atZeroWords(scene)}</span>
      </div>
      ${scene.fixed
        ? nothing
        : html`<button type="button" class="plain" data-hold @click=${() => actions.hold(held === undefined)}>
            ${held === undefined ? html`${pause}${text.hold}` : html`${play}${text.letRun}`}</button>`}
    </div>
  `;
}

function atZeroWords({ interaction, text, locked }: Scene): string {
  const { standIn, open } = atZero(interaction.questions, interaction.deadline?.on_timeout, interaction.source, locked);
  if (standIn.length === 0) return text.atZeroStop;
  const labels = text.listOf(standIn);
  return open ? text.atZeroPart(labels) : text.atZeroDefault(labels);
}
