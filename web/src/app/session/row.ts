import { html, nothing, type TemplateResult } from "lit";
import { closes, type AnyFact, type AskedFact, type ClosedFact } from "../../live/facts.ts";
import type { Interaction } from "../../panel/types.ts";
import type { Question } from "../../form/wire.ts";
import type { Lang } from "../../text/lang.ts";
import { panelText } from "../../text/panel.ts";
import { duration, moment } from "../../text/time.ts";
import { renderMarkdown } from "../../markdown/index.ts";
import type { Words } from "../words/words.ts";
import { icons } from "../shell/icons.ts";
import { spoken, spokenAnswers, whyClosed } from "../shell/ask-words.ts";
import { saidRow } from "./said.ts";

/** What a row needs to know of the session around it. */
export interface RowPlace {
  words: Words;
  lang: Lang;
  now: number;
  /** The session's interactions, as far as they were read. */
  rounds: ReadonlyMap<string, Interaction>;
  /** Rows that were opened. */
  open: ReadonlySet<number>;
  fold(seq: number, open: boolean): void;
}

/** One fact of a session as one row of its transcript. */
export function factRow(fact: AnyFact, place: RowPlace): TemplateResult {
  const { words } = place;
  if (fact.type === "ask_user_question") return askedRow(fact, place);
  if (closes(fact)) return closedFactRow(fact, place);
  switch (fact.type) {
    case "session_opened":
      return html`<p class="meta">${words.opened(fact.agent || words.someAgent)} · ${moment(fact.timestamp, place.now, place.lang)}</p>
        ${fact.branch ? html`<p class="meta">${icons.branch}${words.branchOf(fact.branch.round)} · <a href="/s/${encodeURIComponent(fact.branch.session)}">${words.openParent}</a></p>` : nothing}`;
    case "held":
      return html`<p class="meta">${words.heldBy(fact.by)}</p>`;
    case "released":
      return html`<p class="meta">${words.releasedBy(fact.by)}</p>`;
    case "partly_answered":
      return html`<p class="meta">${words.partBy(fact.by)}</p>`;
    case "chain_allowed":
      return html`<p class="meta">${words.chainAllowed(fact.by, fact.more ?? 0)}</p>`;
    case "chain_ended":
      return html`<p class="meta">${words.chainEnded(fact.by)}</p>`;
    case "delivered":
      return html`<p class="meta">${panelText(place.lang).delivery[fact.delivery]}</p>`;
    case "unknown":
      return html`<p class="meta">${words.unknownFact}</p>`;
    default:
      return saidRow(fact, place);
  }
}

function askedRow(fact: AskedFact, place: RowPlace): TemplateResult {
  const { words, lang, now } = place;
  const closed = place.rounds.get(fact.interaction_id);
  return html`
    <div class="round"><span>${words.round(fact.round, fact.total_rounds ?? undefined)}</span></div>
    <article class="said ask_user_question" aria-label=${words.kinds.ask_user_question}>
      <div class="head">${icons.question}<b>${words.kinds.ask_user_question}</b>
        ${closed?.state === "pending" ? html`<i class="tag wait">${words.state.pending}</i>` : nothing}
        <time>${moment(fact.timestamp, now, lang)}</time></div>
      ${fact.questions.map((question) => asked(question, closed, place))}
    </article>
  `;
}

const texts = new WeakMap<Question, { lang: string; node: HTMLElement }>();

function asked(question: Question, closed: Interaction | undefined, { lang }: RowPlace): TemplateResult {
  let text = texts.get(question);
  if (text?.lang !== lang) {
    text = { lang, node: renderMarkdown(question.question_text, lang) };
    texts.set(question, text);
  }
  const answer = closed?.outcome?.answers.find((one) => one.question_id === question.question_id)?.answer;
  const picked = new Set(Array.isArray(answer) ? answer : [answer]);
  // The card and the rounds show them all; a transcript only reminds.
  const options = closed?.state === "pending" ? [] : (question.options ?? []).slice(0, 12);
  const rest = (question.options?.length ?? 0) - options.length;
  return html`<div class="asked">
    ${question.header ? html`<i class="chip">${question.header}</i>` : nothing}
    ${text.node}
    ${options.length > 0
      ? html`<ul class="offered">
          ${options.map((option) => html`<li class=${picked.has(option.id) ? "picked" : ""}>${picked.has(option.id) ? icons.check : html`<span class="dot"></span>`}<span>${option.label}</span></li>`)}
          ${rest > 0 ? html`<li><span class="dot"></span><span>+${rest}</span></li>` : nothing}
        </ul>`
      : nothing}
  </div>`;
}

function closedFactRow(fact: ClosedFact, place: RowPlace): TemplateResult {
  const { words, lang, now } = place;
  const one = place.rounds.get(fact.interaction_id);
  const answers = one?.outcome ? spokenAnswers(one, words) : [];
  const via = panelText(lang).faces[fact.via] ?? fact.via;
  const why = one?.outcome && whyClosed(one.outcome, words);
  return html`<article class="outcome ${fact.type}" aria-label=${words.state[fact.type]}>
    <span class="mark">${fact.type === "answered" ? icons.check : fact.type === "timeout" ? icons.clock : icons.cross}</span>
    <div>
      ${answers.length > 0
        ? answers.map((each) => html`<p class="answer" .style=${`--depth:${each.depth}`}><span class="quiet">${each.question}</span> ${each.answer}${each.note ? html`<span class="note">“${each.note}”</span>` : nothing}</p>`)
        : html`<p class="answer">${Object.values(fact.answers).map((value) => spoken(undefined, value as string, words)).join(" · ") || words.state[fact.type]}</p>`}
      ${why ? html`<p class="quiet">${why}</p>` : nothing}
      ${fact.reason ? html`<p class="note">“${fact.reason}”</p>` : nothing}
      <p class="by">${words.outcomeBy(fact.by, via, moment(fact.at, now, lang))} · ${panelText(lang).evidence[fact.evidence]} · ${words.took(duration(fact.took_ms, lang))}</p>
    </div>
  </article>`;
}
