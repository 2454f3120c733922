import { LitElement, html } from "lit";
import { customElement } from "lit/decorators.js";

/** The page. */
@customElement("sayso-app")
export class SaysoApp extends LitElement {
  override render() {
    return html`<h1>Sayso</h1>`;
  }
}
