// What `/panel.js` and `@sayso/web/panel` give: the element, defined, and its types.
import { UserQuestionPanel } from "./user-question-panel.ts";

export { UserQuestionPanel };
export type { ContextReader, GivenAnswer, Interaction, PanelEventDetails, PanelRefusal } from "./types.ts";

if (!customElements.get("user-question-panel")) customElements.define("user-question-panel", UserQuestionPanel);

declare global {
  interface HTMLElementTagNameMap {
    "user-question-panel": UserQuestionPanel;
  }
}
