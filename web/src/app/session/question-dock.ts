import { css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ContextFile, Draft } from "../../form/wire.ts";
import type { Interaction, PanelEventDetails, PanelRefusal } from "../../panel/types.ts";
import type { UserQuestionPanel } from "../../panel/index.ts";
import { Refusal } from "../../live/refusal.ts";
import { shared } from "../styles/shared.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk } from "../shell/page-element.ts";
import { go } from "../shell/route.ts";
import { isTyping } from "../shell/typing.ts";

type Told<K extends keyof PanelEventDetails> = CustomEvent<PanelEventDetails[K]>;

/** Where the card docks: the session's open questions one after the other, under its messages. */
@customElement("question-dock")
export class QuestionDock extends PageElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        flex: 0 1 auto;
        min-block-size: 0;
      }
      .dock {
        position: relative;
        display: flex;
        flex-direction: column;
        max-block-size: min(66dvh, 720px);
        min-block-size: 0;
        max-inline-size: 820px;
        inline-size: 100%;
        margin-inline: auto;
        padding: 0 20px 16px;
      }
      .in {
        /* What is hidden but for screen readers must scroll with the rest, not stick out of it. */
        position: relative;
        min-block-size: 0;
        overflow: auto;
        border-radius: 14px;
        box-shadow: var(--shadow-big);
        scrollbar-width: thin;
      }
      .which,
      .next {
        display: flex;
        align-items: center;
        gap: 8px;
        max-inline-size: 820px;
        inline-size: 100%;
        margin-inline: auto;
        padding: 4px 4px;
        color: var(--ink-soft);
        font-size: 0.8125rem;
      }
      :host > .next {
        padding-inline: 20px;
      }
      .next {
        padding-block: 10px calc(10px + env(safe-area-inset-bottom));
      }
      @media (pointer: fine) {
        .which .icon {
          inline-size: 30px;
          block-size: 30px;
        }
      }
      .which span,
      .next span {
        flex: 1;
      }
      @media (max-width: 759px) {
        .dock {
          max-block-size: 78dvh;
          padding: 0 0 env(safe-area-inset-bottom);
          --sayso-radius: 16px 16px 0 0;
        }
        .in {
          border-radius: 16px 16px 0 0;
        }
        .which {
          padding-inline: 14px;
        }
      }
    `,
  ];

  @property() session = "";
  /** The interaction that the link names. */
  @property() question = "";
  /** As it stood when the link was followed. */
  @property({ attribute: false }) opened?: Interaction;
  @property({ type: Number }) announced?: number;
  @state() private card?: Interaction;
  @state() private draft?: Draft;
  @state() private refusal?: PanelRefusal;
  @query("user-question-panel") private panel?: UserQuestionPanel;
  /** Closed by this page just now: nothing more to show of it. */
  private readonly mine = new Set<string>();
  /** On its way to the desk, whose word about it comes with the answer to that call. */
  private sending?: string;

  /** Whether no question lies open here. */
  get isEmpty(): boolean {
    return this.card?.state !== "pending";
  }

  protected override listens() {
    const press = (event: KeyboardEvent) => this.press(event);
    // What was begun on another device since is there when one comes back to this one.
    const look = () => {
      const id = this.card?.interaction_id;
      if (id && document.visibilityState === "visible" && this.card?.state === "pending") void this.readDraft(id);
    };
    addEventListener("keydown", press);
    document.addEventListener("visibilitychange", look);
    return [
      () => removeEventListener("keydown", press),
      () => document.removeEventListener("visibilitychange", look),
      desk.listen("change", () => this.choose()),
      desk.listen("closed", (event) => void this.closed(event.detail.interaction_id)),
    ];
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("session") || changed.has("question") || changed.has("opened")) this.choose(true);
  }

  override render() {
    const { card, words } = this;
    const open = this.open;
    const at = open.findIndex((one) => one.interaction_id === card?.interaction_id);
    if (!card) return this.next();
    return html`<div class="dock">
      ${open.length > 1 && at >= 0
        ? html`<nav class="which" aria-label=${words.listLabel}>
            <span>${words.waitingQuestions(at + 1, open.length)}</span>
            <button type="button" class="icon" aria-label=${words.previous} ?disabled=${at === 0} @click=${() => this.put(open[at - 1])}>${icons.up}</button>
            <button type="button" class="icon" aria-label=${words.next} ?disabled=${at === open.length - 1} @click=${() => this.put(open[at + 1])}>${icons.down}</button>
          </nav>`
        : nothing}
      <div class="in">
        <user-question-panel
          lang=${this.language}
          .interaction=${card}
          .draft=${this.draft}
          .refusal=${this.refusal}
          .rounds=${this.announced}
          .now=${desk.api.now}
          .readContext=${this.read}
          ?offline=${desk.link === "lost"}
          @question-answer=${this.answer}
          @question-cancel=${this.cancel}
          @question-hold=${this.hold}
          @question-draft=${this.keep}
          @question-reopen=${this.reopen}
          @question-chain=${this.chain}
        ></user-question-panel>
      </div>
      ${card.state === "pending" ? nothing : this.next()}
    </div>`;
  }

  /** A file that the question refers to, as the desk reads it. */
  private readonly read = async ({ path }: ContextFile): Promise<string> => {
    const id = this.card?.interaction_id ?? "";
    const file = await desk.api.contextFile(id, path).catch((error: Error) => {
      throw new Error(error.message || this.words.unreachable);
    });
    return file.cut ? `${file.text}\n… ${this.words.fileCut}` : file.text;
  };

  private next() {
    const others = desk.pending.filter((one) => one.interaction_id !== this.card?.interaction_id);
    const first = others[0];
    if (!first) return nothing;
    return html`<div class="next"><span>${this.words.nextQuestion(others.length)}</span>
      <a class="button small main" href="/q/${first.interaction_id}">${this.words.nextGo}</a></div>`;
  }

  private get open(): Interaction[] {
    const asked = (one: Interaction) => Date.parse(one.asked_at ?? "") || 0;
    return desk.pending.filter((one) => one.session_id === this.session).sort((one, other) => asked(one) - asked(other));
  }

  /** Which question lies on the dock: the one the link names, else the first that is open. */
  private choose(anew = false): void {
    const named = desk.find(this.question) ?? (this.mine.has(this.question) ? undefined : this.opened);
    if (this.sending !== undefined && this.sending === this.card?.interaction_id) return;
    const shown = this.card && desk.find(this.card.interaction_id);
    if (anew) return this.put(named ?? this.open[0]);
    // What someone reads or writes is never swapped under their hands; news of it is shown.
    if (shown) this.put(shown);
    else if (!this.card || this.mine.has(this.card.interaction_id)) this.put(this.open[0]);
    // A list that came anew does not have it any more.
    else if (this.card.state === "pending") void this.closed(this.card.interaction_id);
  }

  private put(one: Interaction | undefined): void {
    const another = one?.interaction_id !== this.card?.interaction_id;
    this.card = one;
    if (!another) return;
    this.refusal = undefined;
    this.draft = undefined;
    if (one?.state !== "pending") return;
    void this.readDraft(one.interaction_id);
    // The address names what one sees.
    if (this.question && this.question !== one.interaction_id) go({ view: "question", id: one.interaction_id }, true);
  }

  private async readDraft(id: string): Promise<void> {
    const draft = await desk.api.draft(id).catch(() => undefined);
    if (this.card?.interaction_id === id) this.draft = draft;
  }

  /** Somebody or something else closed it: the card says who, and keeps what was typed. */
  private async closed(id: string): Promise<void> {
    if (this.card?.interaction_id !== id || this.mine.has(id) || this.sending === id) return;
    const shown = (): boolean => this.isConnected && this.card?.interaction_id === id;
    const one = await desk.api.atLast(shown, (api) => api.interaction(id));
    if (shown() && one) this.card = { ...this.card, ...one };
  }

  private answer(event: Told<"question-answer">): void {
    const { interaction_id: id, answers, idempotency_key } = event.detail;
    void this.try(id, () => desk.api.answer(id, answers, idempotency_key), this.words.sent);
  }

  private cancel(event: Told<"question-cancel">): void {
    const { interaction_id: id, reason, idempotency_key } = event.detail;
    void this.try(id, () => desk.api.cancel(id, reason, idempotency_key), this.words.cancelled);
  }

  private hold(event: Told<"question-hold">): void {
    const { interaction_id: id, hold } = event.detail;
    void this.try(id, () => desk.api.hold(id, hold));
  }

  private chain(event: Told<"question-chain">): void {
    const { interaction_id: id, session_id, more } = event.detail;
    void this.try(id, () => desk.api.chain(session_id, more));
  }

  private keep(event: Told<"question-draft">): void {
    const { interaction_id: id, draft } = event.detail;
    // One that cannot be kept now is sent again with the next key.
    void desk.api.keepDraft(id, draft).catch(() => undefined);
  }

  private reopen(event: Told<"question-reopen">): void {
    const { interaction_id: id } = event.detail;
    void this.try(id, async () => go({ view: "question", id: (await desk.api.reopen(id)).interaction_id }));
  }

  /** Does it and says so; a refusal goes to the card, which keeps what was typed. */
  private async try(id: string, call: () => Promise<unknown>, said?: string): Promise<void> {
    this.refusal = undefined;
    this.sending = id;
    try {
      await call();
      if (said) this.mine.add(id);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal("unreachable", "", 0);
      if (this.card?.interaction_id !== id) return;
      this.refusal = { code: refusal.code, message: refusal.message || this.words.unreachable, details: refusal.details };
      this.sending = undefined;
      if (!desk.find(id)) await this.closed(id);
      return;
    } finally {
      this.sending = undefined;
    }
    if (!said) return;
    if (this.card?.interaction_id === id) this.card = undefined;
    this.dispatchEvent(new CustomEvent("dock-said", { detail: said, bubbles: true, composed: true }));
    this.choose();
  }

  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || !this.panel || isTyping(event)) return;
    // Inside the card it handles its keys itself.
    if (event.composedPath().includes(this.panel)) return;
    if (this.panel.takeKey(event)) event.preventDefault();
  }
}
