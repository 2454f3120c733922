import { html, nothing, type TemplateResult } from "lit";
import { writtenExactly } from "../../form/exact-text.ts";
import type { Question } from "../../form/wire.ts";
import { foreignLines } from "../approval.ts";
import { splitLabel } from "../label.ts";
import type { Scene } from "../scene.ts";
import { exactLines } from "./exact.ts";
import { rich } from "./rich.ts";

/** What an option would bring: of the one looked at, else picked, else the first that shows anything. */
export function preview(scene: Scene, asked: Question): TemplateResult | typeof nothing {
  const shows = (asked.options ?? []).filter((choice) => choice.preview);
  if (shows.length === 0) return nothing;
  const { filling, text } = scene;
  const wanted = [filling.previews.get(asked.question_id), ...filling.form.entry(asked.question_id).picked];
  const found = wanted.map((id) => shows.find((choice) => choice.id === id)).find((choice) => choice !== undefined);
  const choice = found ?? shows[0];
  if (!choice?.preview) return nothing;
  const title = text.preview(scene.approval ? writtenExactly(choice.label) : splitLabel(choice.label).label);
  return html`
    <div class="preview" role="region" aria-label=${title} tabindex="0">
      <div class="preview-title"><bdi>${title}</bdi></div>
      ${scene.approval ? html`<div class="exact">${exactLines(foreignLines(choice.preview))}</div>` : rich(choice.preview, scene.lang)}
    </div>
  `;
}
