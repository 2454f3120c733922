import { css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { Refusal } from "../../live/refusal.ts";
import { shared } from "../styles/shared.ts";
import { PageElement, desk } from "./page-element.ts";

/** Who is not signed in yet is told how. */
@customElement("sign-in-view")
export class SignInView extends PageElement {
  static override styles = [
    shared,
    css`
      :host {
        grid-row: 1 / -1;
        display: grid;
        place-items: center;
        padding: 24px;
        overflow: auto;
      }
      main {
        inline-size: min(420px, 100%);
        display: grid;
        gap: 14px;
      }
      img {
        inline-size: 52px;
        block-size: 52px;
      }
      h1 {
        font-size: 1.375rem;
        line-height: 1.3;
        letter-spacing: -0.01em;
      }
      pre {
        margin: 0;
        padding: 10px 14px;
        border-radius: 9px;
        background: var(--well);
        border: 1px solid var(--line);
        font: 0.875rem/1.5 var(--mono);
      }
      form {
        display: grid;
        gap: 10px;
        margin-block-start: 10px;
      }
      .bad {
        color: var(--red);
        font-size: 0.875rem;
      }
    `,
  ];

  @state() private failed = "";
  @state() private busy = false;

  override render() {
    const { words } = this;
    return html`<main>
      <img src="/icon.svg" alt="">
      <h1>${desk.wasSignedIn ? words.signInAgain : words.signInTitle}</h1>
      <p class="quiet">${desk.wasSignedIn ? words.signInAgainHint : words.signInHint}</p>
      <pre>sayso token link</pre>
      <form @submit=${this.submit}>
        <label for="link">${words.signInPaste}</label>
        <input id="link" class="field" name="link" autocomplete="off" spellcheck="false" placeholder="${location.origin}/#code=…">
        ${this.failed ? html`<p class="bad" role="alert">${this.failed}</p>` : nothing}
        <button class="button main" ?disabled=${this.busy}>${this.busy ? words.signingIn : words.signIn}</button>
      </form>
    </main>`;
  }

  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    const typed = String(new FormData(event.target as HTMLFormElement).get("link")).trim();
    const code = typed.split("#code=").at(-1) ?? "";
    if (!code) return;
    this.busy = true;
    try {
      await desk.api.signIn(code);
      await desk.start();
    } catch (error) {
      this.failed = (error as Refusal).message || this.words.signInFailed;
    }
    this.busy = false;
  }
}
