import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import type { Shown } from "../form/question-tree.ts";
import type { ContextFile, Draft, Edit, Question, QuestionId } from "../form/wire.ts";
import { markdownStyles } from "../markdown/styles.ts";
import { copy } from "../text/copy.ts";
import { type Lang, pickLang } from "../text/lang.ts";
import { panelText } from "../text/panel.ts";
import { asMarkdown } from "./answer-words.ts";
import { asksForWords, refuses } from "./approval.ts";
import { Filling } from "./filling.ts";
import { Hands } from "./hands.ts";
import { everyAnswer } from "./outcome-draft.ts";
import type { PanelElement } from "./public-types.ts";
import type { Scene } from "./scene.ts";
import { cardStyles } from "./styles/card.ts";
import { fieldStyles } from "./styles/fields.ts";
import { fittingStyles } from "./styles/fitting.ts";
import { footStyles } from "./styles/foot.ts";
import { headStyles } from "./styles/head.ts";
import { optionStyles } from "./styles/options.ts";
import { tokens } from "./styles/tokens.ts";
import type { ContextReader, Interaction, PanelEventDetails, PanelRefusal } from "./types.ts";
import { sawEnd } from "./view/approval-action.ts";
import { closedLine } from "./view/closed-line.ts";
import { deadlineBar } from "./view/deadline-bar.ts";
import { folded } from "./view/folded.ts";
import { foot } from "./view/foot.ts";
import { head } from "./view/head.ts";
import { notices } from "./view/notices.ts";
import { question } from "./view/question.ts";
import { review } from "./view/review.ts";
import { tabs } from "./view/tabs.ts";

/** How long a card that has just appeared hears nothing: what was pressed was meant for something else. */
const DEAF_MILLIS = 400;
/** How long after the last key the draft is handed out. */
const DRAFT_MILLIS = 400;
/** How long after the last key a draft from elsewhere may replace what stands here. */
const QUIET_MILLIS = 4_000;
/** Refusals that mean: somebody or something closed it before. */
const CLOSED = new Set(["already_answered", "question_answered", "task_interrupted", "question_not_found"]);

/** The question card. `web/package/README.md` has its properties, events and methods. */
export class UserQuestionPanel extends LitElement implements PanelElement {
  static override styles = [tokens, cardStyles, headStyles, footStyles, optionStyles, fieldStyles, markdownStyles, fittingStyles];

  @property({ attribute: false }) interaction: Interaction | undefined;
  @property({ attribute: false }) draft: Draft | undefined;
  @property({ attribute: false }) refusal: PanelRefusal | undefined;
  @property({ attribute: false }) readContext: ContextReader | undefined;
  @property({ attribute: false }) now: () => number = Date.now;
  @property({ type: Number }) rounds: number | undefined;
  @property({ type: Number, attribute: "chain-limit" }) chainLimit = 10;
  @property({ type: Boolean, reflect: true }) folded = false;
  @property({ type: Boolean }) readonly = false;
  @property({ type: Boolean }) offline = false;
  @property() override lang = "";
  /** False while a card that has just appeared hears nothing. */
  @property({ type: Boolean, reflect: true }) armed = false;

  @state() private said = "";
  #filling: Filling | undefined;
  /** What is drawn; for the card's own parts. */
  scene: Scene | undefined;
  #arming: ReturnType<typeof setTimeout> | undefined;
  #drafting: ReturnType<typeof setTimeout> | undefined;
  #edited = Number.NEGATIVE_INFINITY;
  readonly #hands = new Hands(this);
  readonly #flush = () => this.#handOutDraft();

  /** Puts the focus on the first thing to answer; of an approval, on no. */
  focusFirst(): void {
    const stop = '[data-option][tabindex="0"], [data-own]';
    this.#find(this.folded ? "[data-unfold]" : stop)?.focus();
  }

  /** Handles a key, also one that was pressed elsewhere on the page; true when it was the card's. */
  takeKey(event: KeyboardEvent): boolean {
    return this.#hands.takeKey(event);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("keydown", this.#onKey);
    globalThis.addEventListener("pagehide", this.#flush);
    if (this.#filling) this.#arm();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener("keydown", this.#onKey);
    globalThis.removeEventListener("pagehide", this.#flush);
    clearTimeout(this.#arming);
    this.#handOutDraft();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("interaction")) this.#takeInteraction();
    if (changed.has("draft")) this.#takeDraft();
    if (changed.has("refusal")) this.#takeRefusal();
    this.scene = this.#filling && this.#sceneOf(this.#filling);
  }

  protected override render(): TemplateResult {
    const scene = this.scene;
    return html`
      ${scene ? (this.folded ? this.#foldedCard(scene) : this.#card(scene)) : nothing}
      <div class="sr-only" role="status" aria-live="polite">${this.said}</div>
    `;
  }

  protected override updated(): void {
    // What is to be allowed may be short enough to be seen whole from the start.
    if (this.scene?.approval) void this.updateComplete.then(() => this.#lookAtActions());
  }

  #lookAtActions(): void {
    for (const box of this.renderRoot.querySelectorAll<HTMLElement>("[data-action]")) {
      if (this.scene) sawEnd(this.scene, box);
    }
  }

  #foldedCard(scene: Scene): TemplateResult {
    return folded(scene, { now: this.now, unfold: () => this.fold(false) });
  }

  #card(scene: Scene): TemplateResult {
    const { interaction, filling, text, approval } = scene;
    const pending = interaction.state === "pending";
    const { agent } = interaction;
    const label = approval ? text.approvalRegion(agent?.name) : text.region(agent?.name);
    const { now } = this;
    const reopen = () => this.#emit("question-reopen", {});
    const asked = interaction.questions[filling.tab];
    const several = filling.tabs > 1;
    return html`
      <section role=${this.readonly ? "group" : nothing} class="card ${interaction.state} ${approval ? "of-approval" : ""} ${scene.fixed ? "fixed" : ""}" aria-label=${label}
        @click=${this.#hands.onClick} @focusin=${this.#hands.onLook} @pointerover=${this.#hands.onLook}>
        ${head(scene, {
          rounds: this.rounds,
          chainLimit: this.chainLimit,
          fold: () => this.fold(true),
          copy: () => void this.#copy(asMarkdown(filling.form, text)),
          chain: (more) => this.#emit("question-chain", { more }),
        })}
        ${deadlineBar(scene, {
          now,
          hold: (hold) => this.#emit("question-hold", { hold }),
          lastMinute: () => this.say(text.lastMinute),
        })}
        ${closedLine(scene, { now, reopen })}
        ${notices(scene, { offline: this.offline, now, reopen, copyKept: () => void this.#copyKept() })}
        ${tabs(scene)}
        <div class="body" id="body" tabindex="-1" role=${several ? "tabpanel" : nothing}
          aria-labelledby=${several ? `tab-${filling.tab}` : nothing}>
          ${filling.reviewing || !asked ? review(scene) : keyed(asked.question_id, question(scene, asked))}
        </div>
        ${pending && !this.readonly
          ? foot(scene, { offline: this.offline, submit: () => this.submit(), cancel: () => this.cancel() })
          : nothing}
      </section>
    `;
  }

  #sceneOf(filling: Filling): Scene {
    const { interaction } = filling;
    const { outcome } = interaction;
    const lang: Lang = pickLang(this.lang, this.closest("[lang]")?.getAttribute("lang"), document.documentElement.lang, navigator.language);
    const locked = new Set(interaction.answered ?? []);
    const answers = everyAnswer(outcome?.answers ?? []);
    const issues = filling.pointing ? filling.issues(locked) : [];
    const fixed = this.readonly || interaction.state !== "pending";
    const busy = filling.sending !== undefined;
    return {
      interaction,
      filling,
      lang,
      text: panelText(lang),
      fixed,
      busy,
      approval: interaction.source === "approval",
      locked,
      defaulted: new Set(outcome?.defaulted ?? []),
      hidden: new Set(answers.filter((one) => one.answer === null).map((one) => one.question_id)),
      problems: new Map(issues.flatMap(({ question, problem }) => (question === null ? [] : [[question, problem]]))),
      digits: fixed || busy || filling.cancelling ? undefined : filling.digits(),
      reads: this.readContext !== undefined,
      edit: (edit) => this.edit(edit),
      redraw: () => this.requestUpdate(),
      look: () => this.#lookAtActions(),
      go: (tab) => this.go(tab),
      openContext: (file) => void this.#openContext(file),
    };
  }

  #takeInteraction(): void {
    const now = this.interaction;
    const before = this.#filling;
    if (!now) {
      this.#filling = undefined;
    } else if (!before || before.interaction.interaction_id !== now.interaction_id) {
      this.#handOutDraft();
      this.#filling = new Filling(now, this.draft);
      this.#arm();
    } else if (before.interaction.state === "pending" && now.state !== "pending") {
      this.#close(before, now);
    } else {
      before.interaction = now;
    }
  }

  #langNow(): Lang {
    return this.scene?.lang ?? pickLang(this.lang, document.documentElement.lang, navigator.language);
  }

  /** It closed: by what was sent from here, or by someone else while the person was at it. */
  #close(before: Filling, now: Interaction): void {
    clearTimeout(this.#drafting);
    const mine = before.touched ? before.form : undefined;
    const own = before.sending === (now.state === "cancelled" ? "cancel" : "answer") && now.state !== "timeout";
    const lost = mine !== undefined && !own && !(now.state === "answered" && before.agrees(now));
    const filling = new Filling(now, undefined);
    filling.tab = Math.min(before.tab, now.questions.length - 1);
    filling.kept = lost ? mine : undefined;
    filling.mine = mine;
    this.#filling = filling;
    const text = panelText(this.#langNow());
    const { outcome } = now;
    if (outcome) this.say(own ? text.sent : `${text.closed(outcome.state, outcome.decided_by, outcome.interrupted ?? false)}. ${lost ? text.lostKept : ""}`);
    if (this.#focused()) this.focusSoon("[data-closed]");
  }

  #takeDraft(): void {
    const filling = this.#filling;
    const { draft, interaction } = this;
    if (!filling || !draft || interaction?.state !== "pending" || Object.keys(draft).length === 0) return;
    const busy = this.#focused() || performance.now() - this.#edited < QUIET_MILLIS || filling.sending !== undefined;
    if (filling.touched && busy) return;
    const { form } = new Filling(interaction, draft);
    if (JSON.stringify(form.draft()) !== JSON.stringify(filling.form.draft())) filling.form = form;
  }

  #takeRefusal(): void {
    const filling = this.#filling;
    if (!filling) return;
    filling.refusal = this.refusal;
    if (!this.refusal) return;
    filling.sending = undefined;
    this.folded = false;
    // The stream told of the end before the desk's reply did, and it was not ours after all.
    if (CLOSED.has(this.refusal.code) && filling.interaction.state !== "pending") filling.kept = filling.mine;
  }

  edit(edit: Edit): void {
    const scene = this.scene;
    if (!scene || scene.fixed || scene.busy || !scene.filling.form.edit(edit)) return;
    scene.filling.touched = true;
    this.#edited = performance.now();
    clearTimeout(this.#drafting);
    this.#drafting = setTimeout(this.#flush, DRAFT_MILLIS);
    this.requestUpdate();
  }

  #handOutDraft(): void {
    if (this.#drafting === undefined) return;
    clearTimeout(this.#drafting);
    this.#drafting = undefined;
    const filling = this.#filling;
    if (filling?.interaction.state === "pending" && !filling.sending) this.#emit("question-draft", { draft: filling.draft() });
  }

  submit(): void {
    const scene = this.scene;
    if (!scene || scene.fixed || scene.busy || this.offline || !this.armed) return;
    const { filling, locked, text } = scene;
    const issues = filling.issues(locked);
    const unread = scene.approval ? this.#unread(scene) : undefined;
    filling.pointing = issues.length > 0;
    if (issues[0] ?? unread) {
      const at = issues[0] ? issues[0].question : (unread as Question).question_id;
      this.say(issues[0] ? text.problem(issues[0].problem) : text.approvalScroll);
      if (at !== null) this.#showQuestion(at);
      this.requestUpdate();
      return;
    }
    clearTimeout(this.#drafting);
    this.#drafting = undefined;
    filling.sending = "answer";
    filling.refusal = undefined;
    const answers = filling.answers(locked);
    this.#emit("question-answer", { answers, idempotency_key: filling.key(answers) });
    this.requestUpdate();
  }

  /** The first question whose answer lets something happen that was not read to its end. */
  #unread({ filling }: Scene): Question | undefined {
    const unread = ({ question, depth }: Shown) => {
      const value = filling.form.value(question.question_id);
      if (value === null || refuses(question, value) || asksForWords(question, depth)) return false;
      const picked = filling.form.entry(question.question_id).picked;
      return !filling.wasRead(question.question_id) || picked.some((choice) => !filling.wasRead(question.question_id, choice));
    };
    return filling.form.shown().find(unread)?.question;
  }

  cancel(): void {
    const scene = this.scene;
    if (!scene || scene.fixed || scene.busy || this.offline) return;
    const { filling } = scene;
    const reason = filling.reason.trim();
    filling.sending = "cancel";
    filling.refusal = undefined;
    const idempotency_key = filling.key(["cancel", reason]);
    this.#emit("question-cancel", reason ? { reason, idempotency_key } : { idempotency_key });
    this.requestUpdate();
  }

  #emit<Name extends keyof PanelEventDetails>(
    name: Name,
    detail: Omit<PanelEventDetails[Name], "interaction_id" | "session_id">,
  ): void {
    const about = this.#filling?.interaction;
    if (!about) return;
    const { interaction_id, session_id } = about;
    this.dispatchEvent(
      new CustomEvent(name, { detail: { interaction_id, session_id, ...detail }, bubbles: true, composed: true }),
    );
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.takeKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  fold(fold: boolean): void {
    this.#handOutDraft();
    if (this.#focused()) this.focusSoon(fold ? "[data-unfold]" : "#body");
    this.folded = fold;
    this.#emit("question-fold", { folded: fold });
  }

  go(tab: number, stay = false): void {
    const filling = this.#filling;
    if (!filling) return;
    const last = filling.interaction.state === "pending" && !this.readonly ? filling.tabs - 1 : filling.tabs - 2;
    filling.tab = Math.max(0, Math.min(tab, last));
    const focused = this.shadowRoot?.activeElement?.closest("[data-tab]");
    if (this.#focused()) this.focusSoon(stay || focused ? `[data-tab="${filling.tab}"]` : "#body");
    this.requestUpdate();
  }

  #showQuestion(id: QuestionId): void {
    const filling = this.#filling as Filling;
    filling.tab = filling.tabOf(id);
    const place = `[data-question="${CSS.escape(id)}"]`;
    this.focusSoon(`${place} [data-option][tabindex="0"], ${place} [data-own], ${place} [data-action]`);
  }

  async #openContext(file: ContextFile): Promise<void> {
    const held = this.#filling?.context;
    const known = held?.get(file.path)?.state;
    if (!held || !this.readContext || known === "loading" || known === "read") return;
    held.set(file.path, { state: "loading" });
    try {
      held.set(file.path, { state: "read", text: await this.readContext(file) });
    } catch (error) {
      held.set(file.path, { state: "failed", why: error instanceof Error ? error.message : "" });
    }
    this.requestUpdate();
  }

  async #copyKept(): Promise<void> {
    const scene = this.scene;
    if (!scene?.filling.kept) return;
    scene.filling.copied = await this.#copy(asMarkdown(scene.filling.kept, scene.text));
    this.requestUpdate();
  }

  async #copy(words: string): Promise<boolean> {
    const done = await copy(words);
    const text = panelText(this.#langNow());
    this.say(done ? text.copied : text.notCopied);
    return done;
  }

  #arm(): void {
    clearTimeout(this.#arming);
    this.armed = false;
    this.#arming = setTimeout(() => {
      this.armed = true;
      const now = this.interaction;
      if (now?.state === "pending" && !this.readonly) this.say(panelText(this.#langNow()).newQuestion(now.questions[0]?.question_text ?? ""));
    }, DEAF_MILLIS);
  }

  say(words: string): void {
    // The same words twice are said twice only when something changed between.
    this.said = words === this.said ? `${words}\u{a0}` : words;
  }

  #find(selector: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(selector);
  }

  #focused(): boolean {
    return this.shadowRoot?.activeElement != null;
  }

  focusSoon(selector: string): void {
    this.requestUpdate();
    void this.updateComplete.then(() => this.#find(selector)?.focus());
  }
}
