import { css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { column } from "../styles/column.ts";
import { shared } from "../styles/shared.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk, settings } from "../shell/page-element.ts";
import type { LangChoice, Theme } from "../shell/settings.ts";
import { isSubscribed, pushWorks, subscribe, unsubscribe } from "./push.ts";

/** Language, looks, notifications, other devices. */
@customElement("settings-view")
export class SettingsView extends PageElement {
  static override styles = [
    shared,
    column,
    css`
      :host {
        display: block;
        overflow: auto;
      }
      fieldset {
        display: flex;
        gap: 3px;
        margin: 0;
        padding: 3px;
        border: 0;
        border-radius: 10px;
        background: var(--well);
      }
      legend {
        padding: 0 0 8px;
        font-size: 0.9375rem;
        font-weight: 650;
      }
      .choices label {
        flex: 1;
        display: grid;
        place-items: center;
        min-block-size: 36px;
        padding: 0 8px;
        border-radius: 8px;
        color: var(--ink-soft);
        font-size: 0.875rem;
        text-align: center;
        cursor: pointer;
      }
      @media (pointer: coarse) {
        .choices label {
          min-block-size: 44px;
        }
      }
      .choices label:has(:checked) {
        background: var(--raised);
        color: var(--ink);
        font-weight: 600;
        box-shadow: var(--shadow);
      }
      .choices label:has(:focus-visible) {
        outline: 2px solid var(--focus);
      }
      .choices input {
        position: absolute;
        opacity: 0;
        pointer-events: none;
      }
      .switch {
        display: flex;
        align-items: center;
        gap: 12px;
        min-block-size: 44px;
        cursor: pointer;
      }
      .switch span {
        flex: 1;
      }
      .switch input {
        appearance: none;
        position: relative;
        flex: none;
        inline-size: 42px;
        block-size: 25px;
        margin: 0;
        border-radius: 13px;
        background: var(--line-strong);
        cursor: pointer;
        transition: background 0.15s;
      }
      .switch input::after {
        content: "";
        position: absolute;
        inset: 3px auto auto 3px;
        inline-size: 19px;
        block-size: 19px;
        border-radius: 50%;
        background: #fff;
        transition: translate 0.15s;
      }
      .switch input:checked {
        background: var(--accent);
      }
      .switch input:checked::after {
        translate: 17px 0;
      }
      .switch input:disabled {
        opacity: 0.5;
      }
      .small {
        font-size: 0.8125rem;
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        align-items: center;
        gap: 9px 18px;
        margin: 0;
        font-size: 0.875rem;
      }
      dd {
        margin: 0;
        color: var(--ink-soft);
      }
      .link {
        display: flex;
        gap: 8px;
      }
      .about {
        text-align: center;
        color: var(--ink-faint);
        font-size: 0.8125rem;
      }
    `,
  ];

  @property({ type: Boolean }) wide = false;
  @state() private pushed = false;
  @state() private said = "";
  @state() private link = "";

  override connectedCallback(): void {
    super.connectedCallback();
    void isSubscribed().then((is) => (this.pushed = is));
  }

  override render() {
    const { words } = this;
    return html`<div class="all">
      <div class="head">
        ${this.wide ? nothing : html`<a class="icon" href="/" aria-label=${words.back}>${icons.back}</a>`}
        <h1>${words.settings}</h1>
      </div>
      ${this.choice("lang", words.language, words.languages, settings.langChoice)}
      ${this.choice("theme", words.theme, words.themes, settings.theme)}
      <section>
        <h2>${words.notifications}</h2>
        ${"Notification" in window
          ? html`<label class="switch"><span>${words.notifyOpen}</span><input type="checkbox" role="switch" .checked=${settings.notify} @change=${this.notify}></label>`
          : html`<p class="quiet">${words.notifyUnsupported}</p>`}
        <label class="switch"><span>${words.notifyPush}</span><input type="checkbox" role="switch" ?disabled=${!pushWorks()} .checked=${this.pushed} @change=${this.push}></label>
        <p class="quiet small">${pushWorks() ? words.notifyPushHint : words.notifyUnsupported}</p>
        <p role="status" ?hidden=${!this.said}>${this.said}</p>
      </section>
      <section>
        <h2>${words.otherDevice}</h2>
        <p class="quiet small">${words.otherDeviceHint}</p>
        ${this.link
          ? html`<div class="link"><input class="field" readonly aria-label=${words.otherDevice} .value=${this.link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()}><button type="button" class="button" @click=${() => void navigator.clipboard?.writeText(this.link)}>${words.copy}</button></div>`
          : html`<div><button type="button" class="button" @click=${this.makeLink}>${words.makeLink}</button></div>`}
      </section>
      <section>
        <h2>${words.keys}</h2>
        <dl>${words.keyList.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
      </section>
      <p class="about">${words.about}</p>
    </div>`;
  }

  private choice<T extends LangChoice | Theme>(name: "lang" | "theme", label: string, choices: Record<T, string>, chosen: T) {
    return html`<section class="choices">
      <h2 id=${name}>${label}</h2>
      <fieldset aria-labelledby=${name}>
        ${(Object.entries(choices) as [T, string][]).map(([value, text]) => html`<label><input type="radio" name=${name} .checked=${value === chosen} @change=${() => settings.set({ [name]: value })}>${text}</label>`)}
      </fieldset>
    </section>`;
  }

  private async notify(event: Event): Promise<void> {
    const box = event.target as HTMLInputElement;
    const wanted = box.checked && (await Notification.requestPermission()) === "granted";
    this.said = box.checked && !wanted ? this.words.notifyDenied : "";
    box.checked = wanted;
    settings.set({ notify: wanted });
  }

  private async push(event: Event): Promise<void> {
    const box = event.target as HTMLInputElement;
    try {
      if (box.checked) await subscribe(desk.api, this.language);
      else await unsubscribe(desk.api);
      this.said = "";
    } catch (error) {
      this.said = Notification.permission === "denied" ? this.words.notifyDenied : (error as Error).message || this.words.failed;
    }
    this.pushed = await isSubscribed();
    box.checked = this.pushed;
  }

  private async makeLink(): Promise<void> {
    const made = await desk.api.loginCode().catch(() => undefined);
    this.link = made ? `${location.origin}/#code=${made.code}` : "";
  }
}
