import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { ContextFile, Question } from "../../form/wire.ts";
import { codeBlock } from "../../markdown/code-block.ts";
import { file as fileIcon } from "../icons.ts";
import type { Scene } from "../scene.ts";

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
  const { text, filling, lang } = scene;
  const lines = file.lines ? html`<span class="quiet">${text.contextLines(...file.lines)}</span>` : nothing;
  const title = html`${fileIcon}<bdi class="path">${file.path}</bdi>${lines}`;
  if (!scene.reads) return html`<div class="context-file">${title}</div>`;
  const held = filling.context.get(contextName(file));
  return html`
    <details class="context-file" @toggle=${(event: Event) => {
      if ((event.currentTarget as HTMLDetailsElement).open) scene.openContext(file);
    }}>
      <summary>${title}</summary>
      ${held === undefined || held === "loading"
        ? html`<p class="quiet">…</p>`
        : held === "failed"
          ? html`<p class="quiet">${text.contextFailed}</p>`
          : html`<div class="md">${guard([held], () => codeBlock(held, file.path, lang))}</div>`}
    </details>
  `;
}
