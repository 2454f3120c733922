// What `/panel.js` and the package give: the element, defined. `public-types.ts` tells TypeScript of it.
import { UserQuestionPanel } from "./user-question-panel.ts";

export { UserQuestionPanel };
export type { ContextReader, GivenAnswer, Interaction, PanelEventDetails, PanelElement, PanelRefusal } from "./public-types.ts";

if (!customElements.get("user-question-panel")) customElements.define("user-question-panel", UserQuestionPanel);
