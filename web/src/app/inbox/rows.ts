import { html, nothing } from "lit";
import type { SessionEntry } from "../../live/api.ts";
import type { ListedTranscript } from "../../live/transcripts.ts";
import type { Interaction } from "../../panel/types.ts";
import type { Lang } from "../../text/lang.ts";
import { countdown, duration, moment } from "../../text/time.ts";
import type { Words } from "../words/words.ts";
import { agentOf, projectName, spokenAnswers, titleOf, whyClosed } from "../shell/ask-words.ts";
import { icons } from "../shell/icons.ts";

/** What rows need to know of the page around them. */
export interface Place {
  words: Words;
  lang: Lang;
  now: number;
  /** The interaction or session that is open beside the list. */
  chosen?: string;
}

/** An open question. */
export function waitingRow(one: Interaction, place: Place, alike: Interaction[] | undefined) {
  const { words } = place;
  const first = one.questions[0];
  const more = one.questions.length - 1;
  return html`
    <a class="row" href="/q/${one.interaction_id}" aria-current=${chosen(one, place)}>
      ${face(agentOf(one, words))}
      <span class="what">
        <span class="top"><span class="who">${agentOf(one, words)}${project(one.project)}</span>${left(one, place)}</span>
        <span class="title">${titleOf(one)}</span>
        <span class="chips">
          ${one.source === "approval" ? html`<i class="chip warn">${words.approval}</i>` : nothing}
          ${one.unattended ? html`<i class="chip">${words.askerAway}</i>` : nothing}
          ${first?.header ? html`<i class="chip">${first.header}</i>` : nothing}
          ${more > 0 ? html`<i class="chip">${words.questionsMore(more)}</i>` : nothing}
          ${one.round > 1 ? html`<i class="chip">${words.round(one.round)}</i>` : nothing}
        </span>
      </span>
    </a>
    ${alike && alike[0] === one
      ? html`<a class="alike" href="/b/${one.interaction_id}">${icons.people}<span>${words.alike(alike.length)}</span><b>${words.alikeAnswer}</b></a>`
      : nothing}
  `;
}

/** A decided question. */
export function closedRow(one: Interaction, place: Place) {
  const { words, lang, now } = place;
  const outcome = one.outcome;
  const said = spokenAnswers(one, words).map((each) => each.answer).join(" · ");
  const why = outcome && (whyClosed(outcome, words) ?? outcome.reason);
  return html`<a class="row" href="/q/${one.interaction_id}" aria-current=${chosen(one, place)}>
    <span class="mark ${one.state}">${one.state === "answered" ? icons.check : one.state === "timeout" ? icons.clock : icons.cross}</span>
    <span class="what">
      <span class="top"><span class="who">${agentOf(one, words)}${project(one.project)}</span>${outcome ? html`<time>${moment(outcome.at, now, lang)}</time>` : nothing}</span>
      <span class="title quiet">${titleOf(one)}</span>
      <span class="said">${said || why || words.state[one.state]}</span>
    </span>
  </a>`;
}

/** A session. */
export function sessionRow(one: SessionEntry, place: Place) {
  const { words, lang, now } = place;
  const agent = one.agent || words.someAgent;
  return html`<a class="row" href="/s/${encodeURIComponent(one.session_id)}" aria-current=${place.chosen === one.session_id ? "true" : "false"}>
    ${face(agent)}
    <span class="what">
      <span class="top"><span class="who">${agent}${project(one.project)}</span><time>${moment(one.opened_at, now, lang)}</time></span>
      <span class="title quiet mono">${one.session_id}</span>
    </span>
  </a>`;
}

/** What an agent left behind. */
export function transcriptRow(one: ListedTranscript, place: Place) {
  const { words, lang, now } = place;
  const { summary } = one;
  return html`<a class="row" href="/t/${encodeURIComponent(one.id)}" aria-current=${place.chosen === one.id ? "true" : "false"}>
    <span class="mark">${icons.file}</span>
    <span class="what">
      <span class="top"><span class="who">${projectName(summary.project) ?? one.folder}</span><time>${moment(one.modified_at, now, lang)}</time></span>
      <span class="title quiet">${summary.title ?? summary.session_id ?? one.id}</span>
      <span class="chips">
        ${summary.unanswered > 0 ? html`<i class="chip warn">${words.neverAnswered(summary.unanswered)}</i>` : nothing}
        ${summary.rounds > 0 ? html`<i class="chip">${words.roundCount(summary.rounds)}</i>` : nothing}
      </span>
    </span>
  </a>`;
}

function chosen(one: Interaction, place: Place): "true" | "false" {
  return place.chosen === one.interaction_id || place.chosen === one.session_id ? "true" : "false";
}

function project(path: string | null | undefined) {
  const name = projectName(path);
  return name ? html`<span class="project" title=${path ?? ""}> · ${name}</span>` : nothing;
}

/** The time that is left, or the time that has passed. */
function left(one: Interaction, { words, lang, now }: Place) {
  const { deadline } = one;
  if (deadline?.held_with !== undefined) return html`<span class="clock" title=${words.held}>‖ ${countdown(Number(deadline.held_with), lang)}</span>`;
  if (deadline) {
    const millis = Date.parse(deadline.at) - now;
    return html`<span class="clock ${millis < 60_000 ? "soon" : ""}" title=${words.due}>${countdown(millis, lang)}</span>`;
  }
  return html`<time>${age(one.asked_at, now, words, lang)}</time>`;
}

function age(at: string | undefined, now: number, words: Words, lang: Lang): string {
  const passed = now - Date.parse(at ?? "");
  if (!(passed > 5_000)) return words.now;
  return duration(passed, lang).split(" ").slice(0, 2).join(" ");
}

/** An agent's face: its first letter on a colour that is always the same for it. */
export function face(name: string) {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  const first = [...name.trim()][0]?.toUpperCase() ?? "?";
  return html`<span class="face" aria-hidden="true" .style=${`--hue:${sum}`}>${first}</span>`;
}
