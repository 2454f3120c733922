import { html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { AnyFact } from "../../live/facts.ts";
import type { Interaction } from "../../panel/types.ts";
import { shared } from "../styles/shared.ts";
import { agentOf, projectName } from "../shell/ask-words.ts";
import { icons } from "../shell/icons.ts";
import { hosted } from "../shell/hosted.ts";
import { PageElement, desk } from "../shell/page-element.ts";
import { go } from "../shell/route.ts";
import { face } from "../inbox/rows.ts";
import type { QuestionDock } from "./question-dock.ts";
import type { SessionTranscript } from "./session-transcript.ts";
import { Rounds } from "./rounds.ts";
import { sessionStyles } from "./session-styles.ts";
import type { PromptBar } from "./prompt-bar.ts";
import "./prompt-bar.ts";
import "./question-dock.ts";
import "./rounds-panel.ts";
import "./session-transcript.ts";

const ROOM_FOR_THREE = matchMedia("(min-width: 1200px)");
/** How long "really?" waits for a second click. */
const SURE_MILLIS = 4_000;
/** Among so many facts at its beginning stands the prompt of a session that was begun here. */
const FIRST = 5;

/** What the session's first facts say of it. */
interface About {
  agent?: string;
  project?: string;
  /** What `POST /api/task` calls the agent, when the session was begun here and can be gone on with. */
  kind?: string;
}

/** One session: what was said, the card docked under it, its rounds beside it. */
@customElement("session-view")
export class SessionView extends PageElement {
  static override styles = [shared, sessionStyles];

  /** The session, when the link names one. */
  @property() session = "";
  /** The interaction, when the link names that. */
  @property() question = "";
  @property({ type: Boolean }) wide = false;
  @state() private opened?: Interaction;
  @state() private missing = false;
  @state() private about: About = {};
  /** Whether the agent works on a prompt, as far as its messages say. */
  @state() private working = false;
  @state() private beside = false;
  @state() private roomy = ROOM_FOR_THREE.matches;
  @state() private sure = false;
  @state() private said = "";
  @query("session-transcript") private transcript?: SessionTranscript;
  @query("question-dock") private dock?: QuestionDock;
  private readonly rounds = new Rounds(() => this.requestUpdate());

  /** The session that is shown, once it is known. */
  private get shown(): string {
    return this.session || this.opened?.session_id || "";
  }

  protected override listens() {
    const measure = () => (this.roomy = ROOM_FOR_THREE.matches);
    const press = (event: KeyboardEvent) => this.press(event);
    ROOM_FOR_THREE.addEventListener("change", measure);
    addEventListener("keydown", press);
    return [
      () => ROOM_FOR_THREE.removeEventListener("change", measure),
      () => removeEventListener("keydown", press),
      desk.listen("fact", (event) => this.happen(event.detail)),
      desk.listen("reset", () => void this.rounds.begin(this.shown)),
    ];
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("question") && this.question) void this.find(this.question);
    if (changed.has("session") && this.session) {
      this.opened = undefined;
      this.said = "";
    }
    if (this.shown && this.shown !== this.rounds.session) {
      void this.rounds.begin(this.shown);
      void this.learn(this.shown);
    }
    this.rounds.addOpen();
  }

  override render() {
    const { words, shown } = this;
    if (this.missing && !shown) return html`<div class="missing"><h1>${words.nothingFound}</h1><p>${words.notFound}</p><a class="button" href="/">${words.inbox}</a></div>`;
    if (!shown) return html`<h1 class="missing">${words.loading}</h1>`;
    const aside = this.roomy || this.beside;
    return html`
      <section class="middle" aria-label=${words.sessionOf(this.agent)} ?hidden=${aside && !this.roomy}>
        ${this.head()}
        <session-transcript .session=${shown} .rounds=${this.rounds.all}></session-transcript>
        <p class="done" role="status">${this.said}</p>
        <question-dock .session=${shown} .question=${this.question} .opened=${this.opened} .announced=${this.rounds.announced} @dock-said=${(event: CustomEvent<string>) => (this.said = event.detail)}></question-dock>
        ${this.canPrompt ? html`<prompt-bar .session=${shown} .agent=${this.about.kind ?? ""} @prompt-sent=${() => (this.said = this.words.prompted)}></prompt-bar>` : nothing}
      </section>
      ${aside
        ? html`<rounds-panel .list=${this.rounds.inOrder} ?loaded=${this.rounds.loaded} .session=${shown} ?closable=${!this.roomy} ?resumable=${this.canPrompt} @rounds-close=${() => (this.beside = false)} @rounds-resume=${this.resume} @rounds-show=${(event: CustomEvent<string>) => this.showMoment(event.detail)}></rounds-panel>`
        : nothing}
    `;
  }

  private get agent(): string {
    return this.about.agent ?? (this.opened ? agentOf(this.opened, this.words) : this.words.someAgent);
  }

  private head() {
    const { words } = this;
    const project = this.about.project ?? this.opened?.project;
    const open = this.isOpen || (this.working && this.about.kind !== undefined);
    return html`<header>
      ${this.wide ? nothing : html`<a class="icon" href="/" aria-label=${words.back}>${icons.back}</a>`}
      ${face(this.agent)}
      <div class="name">
        <h1>${this.agent}</h1>
        <p>${projectName(project) ? html`<span title=${project ?? ""}>${projectName(project)}</span>` : nothing}${this.rounds.count > 0 ? html`<span>${words.round(this.rounds.count, this.rounds.announced)}</span>` : nothing}</p>
      </div>
      <button type="button" class="icon" aria-label=${words.find} title=${words.find} @click=${() => this.openFind()}>${icons.search}</button>
      ${this.roomy ? nothing : html`<button type="button" class="icon" aria-label=${words.rounds} title=${words.rounds} @click=${() => (this.beside = true)}>${icons.rounds}</button>`}
      ${open ? html`<button type="button" class="button small stop ${this.sure ? "bad" : ""}" aria-label=${this.sure ? words.stopSure : words.stop} @click=${this.stop}>${icons.stop}<span>${this.sure ? words.stopSure : words.stop}</span></button>` : nothing}
    </header>`;
  }

  private get isOpen(): boolean {
    return desk.pending.some((one) => one.session_id === this.shown);
  }

  /** Whether the next prompt can be given: while it asks, the answer comes first. */
  private get canPrompt(): boolean {
    return this.about.kind !== undefined && !this.isOpen;
  }

  /** Goes on from the last round: where the next prompt is written. */
  private async resume(): Promise<void> {
    this.beside = false;
    await this.updateComplete;
    this.renderRoot.querySelector<PromptBar>("prompt-bar")?.begin();
  }

  private async find(id: string): Promise<void> {
    this.said = "";
    this.missing = false;
    const known = desk.find(id);
    if (known) {
      this.opened = known;
      return;
    }
    const one = await desk.api.atLast(() => this.isConnected && this.question === id, (api) => api.interaction(id));
    if (this.question !== id) return;
    this.opened = one;
    this.missing = !one;
  }

  /** Who it is with: the session's first fact says so. */
  private async learn(session: string): Promise<void> {
    this.about = {};
    this.working = false;
    const shown = (): boolean => this.isConnected && session === this.shown;
    const page = await desk.api.atLast(shown, (api) => api.messages(session, { limit: FIRST }));
    const [first, ...then] = page?.messages ?? [];
    if (!shown() || first?.type !== "session_opened") return;
    const about: About = { agent: first.agent ?? undefined, project: first.project ?? undefined };
    this.about = about;
    const { agents } = await hosted();
    const kind = agents.find((one) => one.agent !== "script" && one.name === about.agent)?.agent;
    // Only what was begun here has its prompts among its messages; a branch waits for its first.
    if (!shown() || !kind || !(first.branch || then.some(isPrompt))) return;
    this.about = { ...about, kind };
    const end = await desk.api.atLast(shown, (api) => api.messages(session, { before: Number.MAX_SAFE_INTEGER, limit: 1 }));
    const last = end?.messages[0];
    if (shown() && last) this.work(last);
  }

  private work(fact: AnyFact): void {
    if (fact.type === "complete" || fact.type === "error") this.working = false;
    else if (["text", "thinking", "tool_use", "tool_result"].includes(fact.type)) this.working = true;
  }

  private happen(fact: AnyFact): void {
    if (fact.session_id !== this.shown) return;
    this.rounds.happen(fact);
    // A session that is just beginning tells of itself by and by.
    if (!this.about.kind && (fact.type === "session_opened" || isPrompt(fact))) void this.learn(this.shown);
    this.work(fact);
    if (fact.type === "ask_user_question") this.said = "";
  }

  private async stop(): Promise<void> {
    if (!this.sure) {
      this.sure = true;
      setTimeout(() => (this.sure = false), SURE_MILLIS);
      return;
    }
    this.sure = false;
    try {
      await desk.api.interrupt(this.shown);
      this.said = this.words.stopped;
    } catch (error) {
      this.said = (error as Error).message || this.words.unreachable;
    }
  }

  private async showMoment(at: string): Promise<void> {
    this.beside = false;
    await this.updateComplete;
    await this.transcript?.showMoment(at);
  }

  private openFind(): void {
    const { transcript } = this;
    if (!transcript) return;
    transcript.finding.open();
    void transcript.updateComplete.then(() => transcript.renderRoot.querySelector<HTMLInputElement>(".find input")?.focus());
  }

  private press(event: KeyboardEvent): void {
    // Most of a session is not in the document: the browser's own search would not find it. Asked
    // twice, it comes all the same.
    const find = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "f";
    if (find && this.transcript && !this.transcript.finding.isOpen) {
      event.preventDefault();
      this.openFind();
    } else if (event.key === "n" && !event.ctrlKey && !event.metaKey && this.said) {
      const next = desk.pending[0];
      if (next && this.dock?.isEmpty) go({ view: "question", id: next.interaction_id });
    }
  }
}

/** Whether this is what a person told a hosted agent to do. */
function isPrompt(fact: AnyFact): boolean {
  return fact.type === "text" && (fact.content as { role?: string } | null)?.role === "user";
}
