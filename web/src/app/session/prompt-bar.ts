import { css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { troubles } from "../../live/refusal.ts";
import { shared } from "../styles/shared.ts";
import { hosted } from "../shell/hosted.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk } from "../shell/page-element.ts";

/** The most that a prompt field grows to, in lines. */
const TALLEST = 10;

/** Where a person tells a hosted agent what to do next. Only there when such an agent is hosted here. */
@customElement("prompt-bar")
export class PromptBar extends PageElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        flex: none;
      }
      form {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: end;
        gap: 8px;
        max-inline-size: 820px;
        margin-inline: auto;
        padding: 8px 20px calc(14px + env(safe-area-inset-bottom));
      }
      textarea.field {
        min-block-size: 44px;
        padding: 10px 14px;
        border-radius: 14px;
        border-color: var(--line-strong);
        font: inherit;
        line-height: 1.5;
        color: inherit;
        resize: none;
      }
      .send {
        min-block-size: 44px;
        min-inline-size: 44px;
        padding: 0;
        border-radius: 50%;
      }
      .send[disabled] {
        opacity: 0.5;
        cursor: default;
      }
      .bad {
        grid-column: 1 / -1;
        color: var(--red);
        font-size: 0.875rem;
        overflow-wrap: anywhere;
      }
      @media (max-width: 759px) {
        form {
          padding-inline: 12px;
        }
      }
    `,
  ];

  /** The session that it goes on in; a new one without it. */
  @property() session = "";
  /** The conversation that a new one begins as. */
  @property() fork = "";
  @property() agent = "";
  @property() cwd = "";
  @property() hint = "";
  @state() private typed = "";
  @state() private sending = false;
  @state() private trouble = "";
  @state() private can = false;
  @query("textarea") private field?: HTMLTextAreaElement;

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("session") || changed.has("fork")) {
      this.typed = "";
      this.trouble = "";
    }
    if (changed.has("agent")) void this.look();
  }

  override updated(): void {
    const { field } = this;
    if (!field) return;
    field.style.blockSize = "auto";
    const line = parseFloat(getComputedStyle(field).lineHeight) || 24;
    field.style.blockSize = `${Math.min(field.scrollHeight + 2, line * TALLEST)}px`;
  }

  override render() {
    if (!this.can) return nothing;
    const { words } = this;
    const label = this.hint || words.promptHint;
    return html`<form @submit=${this.submit}>
      ${this.trouble ? html`<p class="bad" role="alert">${this.trouble}</p>` : nothing}
      <textarea class="field" rows="1" dir="auto" aria-label=${label} placeholder=${label} .value=${live(this.typed)} ?readonly=${this.sending} @input=${(event: Event) => (this.typed = (event.target as HTMLTextAreaElement).value)} @keydown=${this.press}></textarea>
      <button class="button main send" aria-label=${words.send} title=${words.sendKey} ?disabled=${this.sending || this.typed.trim() === "" || desk.link === "lost"}>${icons.send}</button>
    </form>`;
  }

  /** Puts the cursor where one writes. */
  begin(): void {
    this.field?.focus();
  }

  private async look(): Promise<void> {
    const { agent } = this;
    const { agents } = await hosted();
    if (agent === this.agent) this.can = agents.some((one) => one.agent === agent);
  }

  private press(event: KeyboardEvent): void {
    // Enter alone is a new line, and the one that ends an IME's composition is neither.
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    void this.send();
  }

  private submit(event: Event): void {
    event.preventDefault();
    void this.send();
  }

  private async send(): Promise<void> {
    const prompt = this.typed.trim();
    if (!prompt || this.sending) return;
    this.sending = true;
    this.trouble = "";
    try {
      const wish = { agent: this.agent, prompt, session_id: this.session || undefined, fork: this.fork || undefined, cwd: this.cwd || undefined };
      const { session_id } = await desk.api.startTask(wish);
      this.typed = "";
      this.dispatchEvent(new CustomEvent("prompt-sent", { detail: session_id }));
    } catch (error) {
      this.trouble = troubles(error, this.words.unreachable).join("; ");
    } finally {
      this.sending = false;
    }
  }
}
