// What the package tells TypeScript: the element as the page around it sees it, and nothing of its inside.
import type { Draft } from "../form/wire.ts";
import type { ContextReader, Interaction, PanelRefusal } from "./types.ts";

export type { AnswerValue, Draft, Question } from "../form/wire.ts";
export type { ContextReader, GivenAnswer, Interaction, PanelEventDetails, PanelRefusal } from "./types.ts";

/** The card. README.md says what each property and method is for. */
export interface PanelElement extends HTMLElement {
  interaction: Interaction | undefined;
  draft: Draft | undefined;
  refusal: PanelRefusal | undefined;
  readContext: ContextReader | undefined;
  now: () => number;
  rounds: number | undefined;
  chainLimit: number;
  folded: boolean;
  readonly: boolean;
  offline: boolean;
  /** False while a card that has just appeared hears nothing. */
  readonly armed: boolean;
  focusFirst(): void;
  takeKey(event: KeyboardEvent): boolean;
}

/** Makes a card; `document.createElement("user-question-panel")` does too. */
export declare const UserQuestionPanel: { new (): PanelElement; readonly prototype: PanelElement };

declare global {
  interface HTMLElementTagNameMap {
    "user-question-panel": PanelElement;
  }
}
