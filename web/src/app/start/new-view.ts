import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { troubles } from "../../live/refusal.ts";
import type { HostedAgents, TemplateCard } from "../../live/templates.ts";
import { column } from "../styles/column.ts";
import { shared } from "../styles/shared.ts";
import { hosted } from "../shell/hosted.ts";
import { icons } from "../shell/icons.ts";
import { PageElement, desk } from "../shell/page-element.ts";
import { go } from "../shell/route.ts";
import { newStyles } from "./new-styles.ts";
import "./template-form.ts";

/** What a person can begin: an agent with something to do, or questions that a project keeps ready. */
@customElement("new-view")
export class NewView extends PageElement {
  static override styles = [shared, column, newStyles];

  @property({ type: Boolean }) wide = false;
  @state() private hosts: HostedAgents = { agents: [], project: null };
  @state() private templates?: TemplateCard[];
  @state() private agent = "";
  @state() private prompt = "";
  @state() private cwd = "";
  @state() private starting = false;
  @state() private trouble = "";

  override connectedCallback(): void {
    super.connectedCallback();
    void this.look();
  }

  override render() {
    const { words } = this;
    return html`<div class="all">
      <div class="head">
        ${this.wide ? nothing : html`<a class="icon" href="/" aria-label=${words.back}>${icons.back}</a>`}
        <h1>${words.startNew}</h1>
      </div>
      ${this.agents()}
      <section aria-labelledby="templates">
        <h2 id="templates">${words.templates}</h2>
        <p class="quiet">${words.templatesHint}</p>
        ${this.templates?.length === 0 ? html`<p class="none">${words.noTemplates} <code>.claude/skills/NAME/SKILL.md</code></p>` : nothing}
        ${this.templates?.map((card) => html`<template-form .card=${card}></template-form>`)}
      </section>
    </div>`;
  }

  private agents() {
    const { words } = this;
    const able = this.hosts.agents.filter((one) => one.agent !== "script");
    const scripted = this.hosts.agents.some((one) => one.agent === "script");
    return html`<section aria-labelledby="agents">
      <h2 id="agents">${words.startAgent}</h2>
      ${able.length === 0
        ? html`<p class="none">${words.noAgents}</p>`
        : html`<form @submit=${this.submit}>
            ${able.length > 1
              ? html`<label><span>${words.agent}</span><select class="field" @change=${(event: Event) => (this.agent = (event.target as HTMLSelectElement).value)}>
                  ${able.map((one) => html`<option value=${one.agent} ?selected=${one.agent === this.agent}>${one.name}</option>`)}
                </select></label>`
              : html`<p class="quiet">${able[0]?.name}</p>`}
            <label><span>${words.prompt}</span><textarea class="field" rows="4" dir="auto" required placeholder=${words.promptFirst} .value=${this.prompt} @input=${(event: Event) => (this.prompt = (event.target as HTMLTextAreaElement).value)} @keydown=${this.press}></textarea></label>
            <label><span>${words.folder}</span><input class="field mono" type="text" spellcheck="false" autocapitalize="off" .value=${this.cwd} @input=${(event: Event) => (this.cwd = (event.target as HTMLInputElement).value)}></label>
            ${this.trouble ? html`<p class="bad" role="alert">${this.trouble}</p>` : nothing}
            <button class="button main" ?disabled=${this.starting || this.prompt.trim() === ""}>${words.startIt}</button>
          </form>`}
      ${scripted ? html`<p class="demo"><span class="quiet">${words.demoHint}</span><button type="button" class="button small" ?disabled=${this.starting} @click=${this.demo}>${words.demoPlay}</button></p>` : nothing}
    </section>`;
  }

  private async look(): Promise<void> {
    this.hosts = await hosted();
    this.agent ||= this.hosts.agents.find((one) => one.agent !== "script")?.agent ?? "";
    this.cwd ||= this.hosts.project ?? "";
    const found = await desk.api.templates().catch(() => undefined);
    this.templates = found?.templates ?? [];
  }

  private press(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    if (this.prompt.trim()) this.start({ agent: this.agent, prompt: this.prompt.trim(), cwd: this.cwd.trim() || undefined });
  }

  private submit(event: Event): void {
    event.preventDefault();
    this.start({ agent: this.agent, prompt: this.prompt.trim(), cwd: this.cwd.trim() || undefined });
  }

  private demo(): void {
    this.start({ agent: "script", scenario: "demo" });
  }

  private start(wish: Parameters<typeof desk.api.startTask>[0]): void {
    if (this.starting) return;
    this.starting = true;
    this.trouble = "";
    desk.api
      .startTask(wish)
      .then(({ session_id }) => go({ view: "session", id: session_id }))
      .catch((error: unknown) => (this.trouble = troubles(error, this.words.unreachable).join("; ")))
      .finally(() => (this.starting = false));
  }
}
