import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { requestKey } from "../../panel/request-key.ts";
import { troubles } from "../../live/refusal.ts";
import type { TemplateCard, TemplateVariable } from "../../live/templates.ts";
import { shared } from "../styles/shared.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk } from "../shell/page-element.ts";
import { go } from "../shell/route.ts";
import { newStyles } from "./new-styles.ts";

/** One template: what it is for, what it wants to know, and asking it. */
@customElement("template-form")
export class TemplateForm extends PageElement {
  static override styles = [shared, newStyles];

  @property({ attribute: false }) card!: TemplateCard;
  @state() private given: Record<string, string> = {};
  @state() private asking = false;
  @state() private trouble: string[] = [];
  private key?: { of: string; key: string };

  override render() {
    const { words, card } = this;
    const broken = card.mistakes.length > 0;
    return html`<details class="template">
      <summary>
        <span class="what"><b class="mono">${card.name}</b>${card.description ? html`<span class="quiet">${card.description}</span>` : nothing}</span>
        <i class="chip ${broken ? "warn" : ""}">${broken ? words.templateBroken(card.mistakes.length) : words.templateOrigin[card.origin]}</i>${icons.down}
      </summary>
      ${broken
        ? html`<ul class="mistakes">${card.mistakes.map((one) => html`<li><code>${one.path}</code> ${one.message}</li>`)}</ul>`
        : html`<form @submit=${this.submit}>
            ${card.variables.map((variable) => this.variable(variable))}
            ${this.trouble.length > 0 ? html`<ul class="bad" role="alert">${this.trouble.map((one) => html`<li>${one}</li>`)}</ul>` : nothing}
            <button class="button main" ?disabled=${this.asking}>${words.templateAsk}</button>
          </form>`}
    </details>`;
  }

  private variable(variable: TemplateVariable) {
    const { words } = this;
    const { name, description, required } = variable;
    const usual = variable.default ?? (variable.from ? words.fromProject(variable.from) : "");
    return html`<label>
      <span><code>${name}</code>${description ? html` <span class="quiet">${description}</span>` : nothing}</span>
      <input class="field" type="text" dir="auto" name=${name} ?required=${required} placeholder=${usual} .value=${this.given[name] ?? ""} @input=${(event: Event) => (this.given = { ...this.given, [name]: (event.target as HTMLInputElement).value })}>
    </label>`;
  }

  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.asking) return;
    const variables = Object.fromEntries(Object.entries(this.given).filter(([, value]) => value !== ""));
    // The same again, after the line broke, is the same ask.
    const of = JSON.stringify(variables);
    if (this.key?.of !== of) this.key = { of, key: requestKey() };
    this.asking = true;
    this.trouble = [];
    try {
      const { interaction_id } = await desk.api.askTemplate(this.card.name, variables, this.key.key);
      this.key = undefined;
      go({ view: "question", id: interaction_id });
    } catch (error) {
      this.trouble = troubles(error, this.words.unreachable);
    } finally {
      this.asking = false;
    }
  }
}
