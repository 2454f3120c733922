import { html, nothing, type TemplateResult } from "lit";
import { renderMarkdown } from "../../markdown/index.ts";
import type { SaidFact } from "../../live/facts.ts";
import { icons } from "../shell/icons.ts";
import type { RowPlace } from "./row.ts";

/** Longer texts begin, and show the rest when asked to. */
const AT_ONCE = 6_000;

/** A message of the agent's, in the style of its kind (S0 §1). */
export function saidRow(fact: SaidFact, place: RowPlace): TemplateResult {
  const { words } = place;
  const body = asObject(fact.content);
  switch (fact.type) {
    case "thinking":
      return html`<details class="said thinking" ?open=${place.open.has(fact.seq)} @toggle=${(event: Event) => place.fold(fact.seq, (event.target as HTMLDetailsElement).open)}>
        <summary>${icons.thinking}<b>${words.kinds.thinking}</b><span class="peek">${firstLine(textOf(fact.content, "thinking"))}</span>${icons.down}</summary>
        ${place.open.has(fact.seq) ? prose(fact, textOf(fact.content, "thinking"), place) : nothing}
      </details>`;
    case "tool_use":
      return html`<article class="said tool_use" aria-label=${words.kinds.tool_use}>
        <div class="head">${icons.tool}<b class="mono">${String(body.name ?? words.kinds.tool_use)}</b></div>
        ${parameters(fact, body.input, place)}
      </article>`;
    case "tool_result": {
      const failed = body.is_error === true;
      return html`<article class="said tool_result ${failed ? "failed" : ""}" aria-label=${words.kinds.tool_result}>
        <div class="head">${failed ? icons.cross : icons.check}<b>${words.kinds.tool_result}</b><i class="tag ${failed ? "bad" : "good"}">${failed ? words.failure : words.success}</i></div>
        ${plainText(fact, textOf(fact.content, "content") || words.noOutput, place)}
      </article>`;
    }
    case "text": {
      const mine = body.role === "user";
      return html`<article class="said text ${mine ? "mine" : ""}" aria-label=${words.kinds.text}>
        ${mine ? html`<div class="head">${icons.text}<b>${words.you}</b></div>` : nothing}
        ${prose(fact, textOf(fact.content, "text"), place)}
      </article>`;
    }
    default: {
      const icon = { error: icons.error, complete: icons.flag, info: icons.info }[fact.type];
      return html`<article class="said ${fact.type}" aria-label=${words.kinds[fact.type]}>
        <div class="head">${icon}<b>${words.kinds[fact.type]}</b></div>
        ${prose(fact, textOf(fact.content, "text"), place)}
      </article>`;
    }
  }
}

/** Rendered once for as long as the fact is kept: rows come and go while one scrolls. */
const rendered = new WeakMap<SaidFact, { lang: string; node: HTMLElement }>();

function prose(fact: SaidFact, text: string, { lang }: RowPlace) {
  const known = rendered.get(fact);
  if (known?.lang === lang) return known.node;
  const node = renderMarkdown(text, lang);
  rendered.set(fact, { lang, node });
  return node;
}

function plainText(fact: SaidFact, text: string, place: RowPlace) {
  const whole = place.open.has(fact.seq) || text.length <= AT_ONCE;
  return html`<pre tabindex="0">${whole ? text : `${text.slice(0, AT_ONCE)}…`}</pre>${whole ? nothing : showAll(fact, text, place)}`;
}

function showAll(fact: SaidFact, text: string, place: RowPlace) {
  const count = text.length.toLocaleString(place.lang);
  return html`<button type="button" class="button small" @click=${() => place.fold(fact.seq, true)}>${place.words.showAll(count)}</button>`;
}

function parameters(fact: SaidFact, input: unknown, place: RowPlace) {
  if (input === undefined || input === null) return nothing;
  const object = typeof input === "object" && !Array.isArray(input) ? Object.entries(input as object) : undefined;
  const short = object?.every(([, value]) => ["string", "number", "boolean"].includes(typeof value) && String(value).length <= 160);
  if (object && short && object.length <= 8) {
    return html`<dl>${object.map(([name, value]) => html`<dt>${name}</dt><dd>${String(value)}</dd>`)}</dl>`;
  }
  return plainText(fact, typeof input === "string" ? input : JSON.stringify(input, null, 2), place);
}

/** The words of a message, wherever its host puts them. */
export function textOf(content: unknown, first: string): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map((part) => textOf(part, first)).join("\n");
  const body = asObject(content);
  for (const name of [first, "text", "content", "message", "error"]) {
    const value = body[name];
    if (typeof value === "string") return value;
    if (Array.isArray(value)) return textOf(value, first);
  }
  return content === undefined || content === null ? "" : JSON.stringify(content, null, 2);
}

function asObject(content: unknown): Record<string, unknown> {
  return typeof content === "object" && content !== null ? (content as Record<string, unknown>) : {};
}

function firstLine(text: string): string {
  return text.slice(0, 200).replace(/\s+/g, " ");
}
