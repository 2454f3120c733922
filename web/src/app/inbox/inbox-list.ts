import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { SessionEntry } from "../../live/api.ts";
import type { ListedTranscript } from "../../live/transcripts.ts";
import type { Interaction } from "../../panel/types.ts";
import { shared } from "../styles/shared.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk } from "../shell/page-element.ts";
import { go, type Route } from "../shell/route.ts";
import { isTyping } from "../shell/typing.ts";
import { agentOf, projectName } from "../shell/ask-words.ts";
import { alikeGroups } from "./alike.ts";
import { Pages } from "./pages.ts";
import { closedRow, sessionRow, transcriptRow, waitingRow } from "./rows.ts";
import { listStyles } from "./list-styles.ts";
import { mentions } from "./mentions.ts";

type Tab = "waiting" | "done" | "sessions" | "transcripts";
const TABS: Tab[] = ["waiting", "done", "sessions", "transcripts"];
const PAGE = 50;

/** The left side: what waits, what was decided, which sessions there were. */
@customElement("inbox-list")
export class InboxList extends PageElement {
  static override styles = [shared, listStyles];

  @property({ attribute: false }) route: Route = { view: "waiting" };
  /** Whether it is all that is on the screen. */
  @property({ type: Boolean }) alone = false;
  @state() private tab: Tab = "waiting";
  @state() private query = "";
  @state() private project = "";
  @state() private agent = "";
  @state() private outcome = "";
  @state() private now = desk.api.now();
  private readonly closed = new Pages<Interaction>(() => this.requestUpdate());
  private readonly sessions = new Pages<SessionEntry>(() => this.requestUpdate());
  private readonly transcripts = new Pages<ListedTranscript>(() => this.requestUpdate());
  private typing?: number;
  private link = desk.link;

  protected override listens() {
    const tick = setInterval(() => (this.now = desk.api.now()), 1_000);
    const press = (event: KeyboardEvent) => this.press(event);
    addEventListener("keydown", press);
    return [
      () => clearInterval(tick),
      () => removeEventListener("keydown", press),
      desk.listen("closed", () => this.tab !== "waiting" && this.load()),
      desk.listen("reset", () => this.load()),
      desk.listen("fact", (event) => event.detail.type === "session_opened" && this.tab === "sessions" && this.load()),
    ];
  }

  override willUpdate(changed: Map<string, unknown>): void {
    const view = this.route.view;
    // A link to a transcript opens the list that it stands in.
    const tab = view === "transcript" ? "transcripts" : view;
    if (changed.has("route") && isTab(tab) && tab !== this.tab) {
      this.tab = tab;
      this.load();
    }
    // Before the page is signed in, and while the desk is away, nothing could be read.
    if (desk.link !== this.link) {
      this.link = desk.link;
      if (desk.link === "live") this.load();
    }
  }

  override render() {
    const { words } = this;
    return html`
      <header>
        ${this.alone ? html`<h1>${this.brand()}</h1>` : this.brand()}
        <span class="link ${desk.link}" role="img" aria-label=${desk.link === "lost" ? words.unreachable : words.live} title=${desk.link === "lost" ? words.unreachable : words.live}></span>
        <a class="icon new" href="/new" aria-label=${words.startNew} title=${words.startNew}>${icons.add}</a>
        <a class="icon" href="/settings" aria-label=${words.settings} title=${words.settings}>${icons.settings}</a>
      </header>
      <div class="search">
        ${icons.search}
        <input class="field" type="search" .value=${this.query} placeholder=${words.searchHints[this.tab]} aria-label=${words.searchHints[this.tab]} @input=${this.type}>
      </div>
      <nav class="tabs" aria-label=${words.inbox}>
        ${TABS.map((tab) => html`<button type="button" aria-current=${this.tab === tab ? "page" : "false"} @click=${() => this.open(tab)}>
          ${words[tab]}${tab === "waiting" && desk.pending.length > 0 ? html`<b class="count">${desk.pending.length}</b>` : nothing}
        </button>`)}
      </nav>
      ${this.filters()}
      <div class="list" role="region" aria-label=${words[this.tab]} tabindex="-1">${this.list()}</div>
    `;
  }

  private brand() {
    return html`<a class="brand" href="/"><img src="/icon.svg" alt=""><span>Sayso</span></a>`;
  }

  private list() {
    if (this.tab === "waiting") return this.waiting();
    if (this.tab === "done") return this.paged(this.closed, (one) => one.interaction_id, (one) => closedRow(one, this.place()), this.words.nothingDone);
    if (this.tab === "transcripts") return this.paged(this.transcripts, (one) => one.id, (one) => transcriptRow(one, this.place()), this.words.noTranscripts);
    return this.paged(this.sessions, (one) => one.session_id, (one) => sessionRow(one, this.place()), this.words.noSessions);
  }

  private waiting() {
    const shown = desk.pending.filter((one) => this.fits(one));
    const alike = alikeGroups(desk.pending);
    if (desk.link === "connecting") return nothing;
    if (shown.length === 0) {
      const found = desk.pending.length > 0 ? this.words.nothingFound : this.words.nothingWaiting;
      return html`<p class="none">${found}</p>`;
    }
    return html`<ul>${repeat(shown, (one) => one.interaction_id, (one) => html`<li>${waitingRow(one, this.place(), alike.get(one.interaction_id))}</li>`)}</ul>`;
  }

  private paged<T>(pages: Pages<T>, key: (one: T) => string, row: (one: T) => unknown, none: string) {
    // The desk looks back so far at once; the rest is looked through when one wants it.
    const more = pages.more ? html`<button type="button" class="button more" @click=${() => pages.next()}>${this.words.more}</button>` : nothing;
    if (pages.items.length === 0) {
      if (pages.loading) return html`<p class="none">${this.words.loading}</p>`;
      const found = pages.more ? this.words.nothingYet : this.words.nothingFound;
      return html`<p class="none">${this.query || this.project || this.agent || this.outcome ? found : none}</p>${more}`;
    }
    return html`<ul>${repeat(pages.items, key, (one) => html`<li>${row(one)}</li>`)}</ul>${more}`;
  }

  private filters() {
    if (this.tab === "sessions") return nothing;
    const left = this.tab === "transcripts";
    const known = left ? [] : this.tab === "waiting" ? desk.pending : this.closed.items;
    const folders = left ? this.transcripts.items.map((one) => one.summary.project ?? undefined) : known.map((one) => one.project);
    const projects = distinct([...folders, this.project]);
    const agents = left ? [] : distinct([...known.map((one) => one.agent?.name), this.agent]);
    const select = (name: "project" | "agent" | "outcome", all: string, values: [string, string][]) => {
      const chosen = this[name];
      return html`<select aria-label=${all} class=${chosen ? "on" : ""} @change=${(event: Event) => this.filter(name, (event.target as HTMLSelectElement).value)}>
        <option value="" ?selected=${!chosen}>${all}</option>
        ${values.map(([value, label]) => html`<option value=${value} ?selected=${value === chosen}>${label}</option>`)}
      </select>`;
    };
    const named = (values: string[], name: (value: string) => string) => values.map((value): [string, string] => [value, name(value)]);
    const { state } = this.words;
    const selects = [
      projects.length > 1 || this.project ? select("project", this.words.allProjects, named(projects, (one) => projectName(one) ?? one)) : nothing,
      agents.length > 1 || this.agent ? select("agent", this.words.allAgents, named(agents, (one) => one)) : nothing,
      this.tab === "done" ? select("outcome", this.words.allStates, [["answered", state.answered], ["cancelled", state.cancelled], ["timeout", state.timeout]]) : nothing,
    ];
    return selects.every((one) => one === nothing) ? nothing : html`<div class="filters">${selects}</div>`;
  }

  private place() {
    const { route } = this;
    const chosen = route.view === "question" || route.view === "session" || route.view === "batch" || route.view === "transcript" ? route.id : undefined;
    return { words: this.words, lang: this.language, now: this.now, chosen };
  }

  private fits(one: Interaction): boolean {
    return (!this.project || one.project === this.project) && (!this.agent || agentOf(one, this.words) === this.agent) && mentions(one, this.query);
  }

  private open(tab: Tab): void {
    this.tab = tab;
    this.load();
    // On a phone the list is a place of its own; beside an open question it is not.
    if (matchMedia("(max-width: 759px)").matches) go({ view: tab });
  }

  private filter(name: "project" | "agent" | "outcome", value: string): void {
    this[name] = value;
    this.load();
  }

  private type(event: Event): void {
    this.query = (event.target as HTMLInputElement).value;
    clearTimeout(this.typing);
    this.typing = window.setTimeout(() => this.load(), 150);
  }

  private load(): void {
    const wish = { q: this.query, project: this.project, agent: this.agent, limit: PAGE };
    if (this.tab === "done") {
      const state = this.outcome || "closed";
      this.closed.begin(async (before) => {
        const page = await desk.api.closed({ ...wish, state, before });
        return { items: page.interactions, next: page.next };
      });
    } else if (this.tab === "transcripts") {
      this.transcripts.begin(async (before) => {
        const page = await desk.api.transcripts({ q: this.query, project: this.project, limit: PAGE, before });
        return { items: page.transcripts, next: page.next ?? undefined };
      });
    } else if (this.tab === "sessions") {
      this.sessions.begin(async (before) => {
        const page = await desk.api.sessions({ q: this.query, limit: PAGE, before });
        return { items: page.sessions, next: page.next ?? undefined };
      });
    }
  }

  private press(event: KeyboardEvent): void {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    event.preventDefault();
    this.renderRoot.querySelector<HTMLInputElement>("input[type=search]")?.focus();
  }
}

function isTab(view: string): view is Tab {
  return TABS.some((tab) => tab === view);
}

function distinct(values: (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined && value !== ""))].sort() as string[];
}
