import { html, nothing, type TemplateResult } from "lit";
import { answerWords } from "../answer-words.ts";
import { check, chevronDown, clock, cross } from "../icons.ts";
import type { Scene } from "../scene.ts";

/** What the folded card can do. */
export interface FoldedActions {
  now: () => number;
  unfold(): void;
}

/** The whole card in one line, which opens it. */
export function folded(scene: Scene, actions: FoldedActions): TemplateResult {
  const { interaction, filling, text, lang } = scene;
  const { questions, state, deadline, outcome, agent } = interaction;
  const first = questions[0];
  const form = filling.form;
  const done = questions.filter((question) => form.isAnswered(question.question_id)).length;
  const open = state === "pending";
  const given = questions.map((question) => answerWords(form, question, text)).filter(Boolean).join(text.between);
  const icon = state === "answered" ? check : state === "timeout" ? clock : state === "cancelled" ? cross : nothing;
  return html`
    <button type="button" class="folded ${state}" aria-expanded="false" data-unfold @click=${actions.unfold}>
      ${icon === nothing ? html`<span class="pulse" aria-hidden="true"></span>` : icon}
      ${agent?.name && open ? html`<span class="quiet"><bdi>${agent.name}</bdi></span>` : nothing}
      <span class="folded-words"><bdi>${first?.header ? html`<strong>${first.header}</strong> ` : nothing}${
        open || !outcome ? first?.question_text : given || text.closed(outcome.state, outcome.decided_by, outcome.interrupted ?? false)
      }</bdi></span>
      ${open && questions.length > 1 ? html`<span class="quiet">${text.answeredCount(done, questions.length)}</span>` : nothing}
      ${open && deadline && deadline.held_with === undefined
        ? html`<user-question-countdown .from=${Date.parse(interaction.asked_at ?? deadline.at)} .until=${Date.parse(deadline.at)}
            .now=${actions.now} .lang=${lang}></user-question-countdown>`
        : nothing}
      ${!open && outcome ? html`<span class="quiet by">${outcome.by} · ${text.faces[outcome.via]}</span>` : nothing}
      <span class="sr-only">${text.unfold}</span>${chevronDown}
    </button>
  `;
}
