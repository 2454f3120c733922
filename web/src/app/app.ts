import { css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { Interaction } from "../panel/types.ts";
import { shared } from "./styles/shared.ts";
import { Attention } from "./shell/attention.ts";
import { lazyPart } from "./shell/lazy-part.ts";
import { agentOf, titleOf } from "./shell/ask-words.ts";
import { icons } from "./shell/icons.ts";
import { PageElement, desk, settings } from "./shell/page-element.ts";
import { follow, go, routeOf, type Route } from "./shell/route.ts";
import { isTyping } from "./shell/typing.ts";
import "./inbox/inbox-list.ts";
import "./inbox/batch-view.ts";
import "./session/session-view.ts";
import "./settings/settings-view.ts";
import "./shell/sign-in-view.ts";
import "./shell/empty-view.ts";

const WIDE = matchMedia("(min-width: 760px)");

/** The page: the list on the left, what was chosen from it on the right; on a phone one of them. */
@customElement("sayso-app")
export class SaysoApp extends PageElement {
  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr);
        block-size: calc(100dvh - var(--covered, 0px));
        translate: 0 var(--sight-top, 0px);
      }
      .columns {
        display: grid;
        grid-template-columns: minmax(300px, 340px) minmax(0, 1fr);
        min-block-size: 0;
      }
      .columns > * {
        min-inline-size: 0;
        min-block-size: 0;
      }
      aside {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        border-inline-end: 1px solid var(--line);
      }
      main {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        outline: none;
      }
      .lost {
        display: flex;
        align-items: center;
        gap: 10px;
        padding: 8px 16px;
        background: var(--yellow-soft);
        color: var(--yellow);
        border-block-end: 1px solid var(--yellow-line);
        font-size: 0.875rem;
      }
      .skip {
        position: absolute;
        inset-block-start: -60px;
        inset-inline-start: 8px;
        z-index: 5;
      }
      .skip:focus {
        inset-block-start: 8px;
      }
      @media (max-width: 759px) {
        .columns {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  @state() private route: Route = routeOf(location.pathname);
  @state() private wide = WIDE.matches;
  @state() private said = "";
  private readonly attention = new Attention(desk, settings);

  override connectedCallback(): void {
    super.connectedCallback();
    settings.apply();
    this.attention.start();
    void this.signInAndStart();
  }

  protected override listens() {
    const arrive = () => {
      this.route = routeOf(location.pathname);
      this.choose();
    };
    const measure = () => {
      this.wide = WIDE.matches;
      this.choose();
    };
    const press = (event: KeyboardEvent) => this.press(event);
    addEventListener("popstate", arrive);
    addEventListener("keydown", press);
    document.addEventListener("click", follow);
    WIDE.addEventListener("change", measure);
    return [
      () => removeEventListener("popstate", arrive),
      () => removeEventListener("keydown", press),
      () => document.removeEventListener("click", follow),
      () => WIDE.removeEventListener("change", measure),
      desk.listen("change", () => this.choose()),
      desk.listen("asked", (event) => this.tell(event.detail)),
    ];
  }

  override render() {
    const { link } = desk;
    if (link === "signed-out") return html`<sign-in-view></sign-in-view>${this.status()}`;
    const listed = ["waiting", "done", "sessions", "transcripts"].includes(this.route.view);
    return html`
      <header>
        <a class="button skip" href="#main" @click=${this.skip}>${this.words.skip}</a>
        ${link === "lost" ? html`<div class="lost" role="alert">${icons.lost}<span>${this.words.lost}</span></div>` : nothing}
      </header>
      <div class="columns">
        ${this.wide ? html`<aside aria-label=${this.words.inbox}><inbox-list .route=${this.route}></inbox-list></aside>` : nothing}
        <main id="main" tabindex="-1">${!this.wide && listed ? html`<inbox-list alone .route=${this.route}></inbox-list>` : this.main()}</main>
      </div>
      ${this.status()}
    `;
  }

  private status() {
    return html`<div class="for-readers" role="status" aria-live="polite">${this.said}</div>`;
  }

  private main() {
    const { route } = this;
    // Before the page is signed in there is nothing to read.
    if (desk.link === "connecting") return nothing;
    switch (route.view) {
      case "question":
        return html`<session-view .question=${route.id} ?wide=${this.wide}></session-view>`;
      case "session":
        return html`<session-view .session=${route.id} ?wide=${this.wide}></session-view>`;
      case "batch":
        return html`<batch-view .first=${route.id} ?wide=${this.wide}></batch-view>`;
      case "transcript":
        lazyPart(() => import("./transcript/transcript-view.ts"));
        return html`<transcript-view .transcript=${route.id} ?wide=${this.wide}></transcript-view>`;
      case "new":
        lazyPart(() => import("./start/new-view.ts"));
        return html`<new-view ?wide=${this.wide}></new-view>`;
      case "settings":
        return html`<settings-view ?wide=${this.wide}></settings-view>`;
      default:
        return html`<empty-view .list=${route.view}></empty-view>`;
    }
  }

  private async signInAndStart(): Promise<void> {
    desk.api.lang = settings.lang;
    settings.addEventListener("change", () => (desk.api.lang = settings.lang));
    const code = new URLSearchParams(location.hash.slice(1)).get("code");
    if (code) {
      // The code is worth something once: it must not stay in the address, nor in the history.
      history.replaceState(null, "", location.pathname);
      await desk.api.atLast(() => true, (api) => api.signIn(code));
    }
    await desk.start();
  }

  /** On a wide screen the most pressing question lies open from the start. */
  private choose(): void {
    const first = desk.pending[0];
    if (this.wide && this.route.view === "waiting" && first) go({ view: "question", id: first.interaction_id }, true);
  }

  private tell(one: Interaction): void {
    this.said = this.words.newQuestion(agentOf(one, this.words), titleOf(one));
  }

  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event)) return;
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined) return;
    const at = desk.pending.findIndex((one) => this.route.view === "question" && one.interaction_id === this.route.id);
    const next = desk.pending[Math.max(0, at + step)];
    if (next) go({ view: "question", id: next.interaction_id });
  }

  private skip(event: Event): void {
    event.preventDefault();
    this.renderRoot.querySelector<HTMLElement>("main")?.focus();
  }
}
