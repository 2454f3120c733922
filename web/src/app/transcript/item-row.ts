import { html, nothing, type TemplateResult } from "lit";
import type { SaidFact } from "../../live/facts.ts";
import type { CardQuestion, TranscriptItem } from "../../live/transcripts.ts";
import { renderMarkdown } from "../../markdown/index.ts";
import { moment } from "../../text/time.ts";
import { icons } from "../shell/icons.ts";
import type { RowPlace } from "../session/row.ts";
import { saidRow } from "../session/said.ts";

/** What a row needs to know of the transcript around it. */
export interface ItemPlace extends RowPlace {
  /** Asks a question again that nobody answered; none for a sub-agent's. */
  askAgain?: (item: TranscriptItem) => void;
  /** What a sub-agent did, under the result that it led to. */
  subAgent?: (agent: string) => TemplateResult;
}

const SAID = ["text", "thinking", "tool_use", "tool_result", "error", "complete", "info"];

/** One item of a transcript, in the style of its kind. */
export function itemRow(item: TranscriptItem, place: ItemPlace): TemplateResult {
  const { words } = place;
  const aside = item.standing === "current" || item.standing === "sidechain" || item.standing === "loose" ? undefined : words.standing[item.standing];
  return html`<div class="item ${item.standing === "sidechain" ? "nested" : ""} ${aside ? "aside" : ""}" data-line=${item.line}>
    ${aside ? html`<p class="standing">${aside}</p>` : nothing}
    ${content(item, place)}
    ${item.left_out ? html`<p class="meta">${words.leftOut(item.left_out.toLocaleString(place.lang))}</p>` : nothing}
    ${item.agent && place.subAgent ? place.subAgent(item.agent) : nothing}
  </div>`;
}

function content(item: TranscriptItem, place: ItemPlace): TemplateResult {
  const { words } = place;
  if (item.kind === "ask_user_question") return card(item, place);
  if (SAID.includes(item.kind)) return saidRow(asFact(item), place);
  const title = item.kind === "too_long" ? words.lineTooLong((item.bytes ?? 0).toLocaleString(place.lang)) : item.kind === "broken" ? words.lineBroken(item.why ?? "") : words.lineUnknown(item.what ?? "");
  return html`<article class="said odd" aria-label=${title}>
    <div class="head">${icons.info}<b>${title}</b></div>
    ${item.text ? html`<pre tabindex="0">${item.text}</pre>` : nothing}
  </article>`;
}

const facts = new WeakMap<TranscriptItem, SaidFact>();

/** As the session's rows take it; the same for the same item, since rows keep what they drew by it. */
function asFact(item: TranscriptItem): SaidFact {
  const known = facts.get(item);
  if (known) return known;
  const { text = "", name, input, is_error } = item;
  const role = item.from === "person" ? "user" : undefined;
  const fact: SaidFact = {
    type: item.kind as SaidFact["type"],
    session_id: "",
    seq: item.line * 1_000 + item.block,
    timestamp: item.at ?? "",
    uuid: item.uuid ?? "",
    content: { text, thinking: text, content: text, name, input, is_error, role },
  };
  facts.set(item, fact);
  return fact;
}

/** A question with what was answered: to be looked at, not to be answered. */
function card(item: TranscriptItem, place: ItemPlace): TemplateResult {
  const { words, lang, now } = place;
  const state = item.state ?? "unclear";
  const kind = { answered: "good", unanswered: "wait", timeout: "bad", declined: "bad", failed: "bad", unclear: "" }[state];
  return html`<article class="said ask_user_question" aria-label=${words.kinds.ask_user_question}>
    <div class="head">${icons.question}<b>${words.kinds.ask_user_question}</b><i class="tag ${kind}">${words.cardState[state]}</i>
      ${item.at ? html`<time>${moment(item.at, now, lang)}</time>` : nothing}</div>
    ${(item.questions ?? []).map((question) => asked(question, place))}
    ${item.reply ? html`<p class="answer">${item.reply}</p>` : nothing}
    ${item.told && state !== "unanswered" ? html`<p class="note">${item.told}</p>` : nothing}
    ${state === "unanswered" && place.askAgain
      ? html`<p class="again"><span class="quiet">${words.neverAnsweredHint}</span><button type="button" class="button small main" @click=${() => place.askAgain?.(item)}>${words.askAgain}</button></p>`
      : nothing}
  </article>`;
}

const texts = new WeakMap<CardQuestion, { lang: string; node: HTMLElement }>();

function asked(question: CardQuestion, { words, lang }: ItemPlace): TemplateResult {
  let text = texts.get(question);
  if (text?.lang !== lang) {
    text = { lang, node: renderMarkdown(question.question, lang) };
    texts.set(question, text);
  }
  return html`<div class="asked">
    ${question.header ? html`<i class="chip">${question.header}</i>` : nothing}
    ${text.node}
    <ul class="offered">${question.options.map((option) => html`<li class=${option.picked ? "picked" : ""}>${option.picked ? icons.check : html`<span class="dot"></span>`}<span>${option.label}${option.description ? html` <span class="means">${option.description}</span>` : nothing}</span></li>`)}</ul>
    ${question.other !== undefined ? html`<p class="answer">${question.other}</p>` : nothing}
    ${question.note ? html`<p class="note">“${question.note}”</p>` : nothing}
    ${question.defaulted ? html`<p class="quiet">${words.byDefaults}</p>` : nothing}
  </div>`;
}
