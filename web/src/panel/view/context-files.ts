import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { ContextFile, Question } from "../../form/wire.ts";
import { codeBlock } from "../../markdown/code-block.ts";
import { file as fileIcon } from "../icons.ts";
import type { Scene } from "../scene.ts";

/** A file that a question refers to, as far as it was read. */
export type HeldFile = { state: "loading" } | { state: "read"; text: string } | { state: "failed"; why: string };

/** A name for a stretch of a file. */
export function contextName(file: ContextFile): string {
  return file.lines ? `${file.path}:${file.lines[0]}-${file.lines[1]}` : file.path;
}

/** The files that a question refers to; each opens in place where the page can read it. */
export function contextFiles(scene: Scene, asked: Question): TemplateResult | typeof nothing {
  const files = asked.context ?? [];
  if (files.length === 0) return nothing;
  return html`<div class="context"><span class="quiet">${scene.text.context}</span>
    ${files.map((file) => one(scene, file))}</div>`;
}

function one(scene: Scene, file: ContextFile): TemplateResult {
  const { text, filling } = scene;
  const lines = file.lines ? html`<span class="quiet">${text.contextLines(...file.lines)}</span>` : nothing;
  const title = html`${fileIcon}<bdi class="path">${file.path}</bdi>${lines}`;
  if (!scene.reads) return html`<div class="context-file">${title}</div>`;
  return html`
    <details class="context-file" data-context=${file.path} @toggle=${(event: Event) => {
      if ((event.currentTarget as HTMLDetailsElement).open) scene.openContext(file);
    }}>
      <summary>${title}</summary>
      ${content(scene, file, filling.context.get(file.path))}
    </details>
  `;
}

function content(scene: Scene, file: ContextFile, held: HeldFile | undefined): TemplateResult {
  const { text, filling, lang } = scene;
  if (held === undefined || held.state === "loading") return html`<p class="quiet">…</p>`;
  if (held.state === "failed") return html`<p class="quiet">${held.why || text.contextFailed}</p>`;
  const name = contextName(file);
  const whole = !file.lines || filling.wholes.has(name);
  const shown = file.lines && !whole ? stretch(held.text, file.lines) : held.text;
  const toggle = () => {
    if (!filling.wholes.delete(name)) filling.wholes.add(name);
    scene.redraw();
  };
  return html`<div class="md">${guard([shown], () => codeBlock(shown, file.path, lang))}</div>
    ${file.lines ? html`<button type="button" class="plain whole" data-whole=${file.path} @click=${toggle}>${whole ? text.contextLines(...file.lines) : text.contextWhole}</button>` : nothing}`;
}

/** The lines that are meant, counted from 1. */
function stretch(text: string, [first, last]: readonly [number, number]): string {
  return text.split("\n").slice(Math.max(0, first - 1), last).join("\n");
}
