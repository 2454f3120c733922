import { html, nothing, type TemplateResult } from "lit";
import { followUps, isRequired, offers } from "../../form/question-tree.ts";
import type { Question, QuestionId } from "../../form/wire.ts";
import { asksForWords } from "../approval.ts";
import { lock, warning } from "../icons.ts";
import type { Scene } from "../scene.ts";
import { approvalAction } from "./approval-action.ts";
import { booleanField } from "./boolean-field.ts";
import { choices } from "./choices.ts";
import { contextFiles } from "./context-files.ts";
import { exact } from "./exact.ts";
import { noteField } from "./note-field.ts";
import { rich } from "./rich.ts";
import { fitsTab } from "./tabs.ts";
import { textField } from "./text-field.ts";

/** One question with what hangs under it. */
export function question(scene: Scene, asked: Question, depth = 0): TemplateResult {
  const { filling, text } = scene;
  const id = asked.question_id;
  const name = filling.name(id);
  const problem = scene.problems.get(id);
  const several = scene.interaction.questions.length > 1;
  const tags = [
    asked.header && (depth > 0 || !several || !fitsTab(asked.header)) ? html`<span class="chip"><bdi>${scene.approval ? exact(asked.header) : asked.header}</bdi></span>` : nothing,
    isRequired(asked) ? nothing : html`<span class="tag">${text.optional}</span>`,
    scene.defaulted.has(id) ? html`<span class="tag warn">${text.defaulted}</span>` : nothing,
    wasLeftOpen(scene, id) ? html`<span class="tag">${text.notAnswered}</span>` : nothing,
  ].filter((tag) => tag !== nothing);
  return html`
    <div class="question depth-${Math.min(depth, 5)}" data-question=${id} ?data-wrong=${problem !== undefined}>
      <div class="asked">
        ${tags.length > 0 ? html`<div class="tags">${tags}</div>` : nothing}
        ${scene.approval && !asksForWords(asked, depth) ? approvalAction(scene, asked) : words(scene, asked)}
      </div>
      ${contextFiles(scene, asked)}
      ${scene.locked.has(id) ? html`<p class="locked">${lock}${text.lockedQuestion}</p>` : field(scene, asked, depth)}
      <p class="problem" id="${name}-problem" ?hidden=${problem === undefined}>
        ${problem ? html`${warning}${text.problem(problem)}` : nothing}
      </p>
      ${scene.locked.has(id) ? nothing : noteField(scene, asked, depth)}
    </div>
  `;
}

/** Whether it closed without an answer to this one; of what was cancelled that goes without saying. */
function wasLeftOpen({ interaction, filling, hidden }: Scene, id: QuestionId): boolean {
  const { state } = interaction;
  return (state === "answered" || state === "timeout") && !filling.form.isAnswered(id) && !hidden.has(id);
}

function words(scene: Scene, asked: Question): TemplateResult {
  const name = scene.filling.name(asked.question_id);
  return html`
    <div class="question-text" id="${name}-text" dir="auto">${scene.approval ? exact(asked.question_text) : rich(asked.question_text, scene.lang)}</div>
    ${asked.description
      ? html`<div class="description" id="${name}-about">${scene.approval ? exact(asked.description) : rich(asked.description, scene.lang)}</div>`
      : nothing}
  `;
}

function field(scene: Scene, asked: Question, depth: number): TemplateResult {
  const below = (trigger: string) => hanging(scene, asked, trigger, depth);
  if (offers(asked.type)) return choices(scene, asked, below);
  return asked.type === "boolean" ? booleanField(scene, asked, below) : textField(scene, asked);
}

/** The follow-ups of an option that is picked, under it. */
function hanging(scene: Scene, asked: Question, trigger: string, depth: number): TemplateResult | typeof nothing {
  const below = followUps(asked, trigger);
  if (below.length === 0) return nothing;
  const entry = scene.filling.form.entry(asked.question_id);
  if (!entry.triggers(asked, trigger)) return nothing;
  return html`<div class="follow-ups">${below.map((one) => question(scene, one, depth + 1))}</div>`;
}
