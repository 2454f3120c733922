import type { Edit, QuestionId } from "../form/wire.ts";
import type { Problem } from "../form/problem.ts";
import type { Lang } from "../text/lang.ts";
import type { PanelText } from "../text/panel.ts";
import type { Filling } from "./filling.ts";
import type { ContextFile } from "../form/wire.ts";
import type { Interaction } from "./types.ts";

/** What the parts of the card draw from, and what they may do. They decide nothing. */
export interface Scene {
  interaction: Interaction;
  filling: Filling;
  text: PanelText;
  lang: Lang;
  /** Nothing can be entered: it is closed, or only shown. */
  fixed: boolean;
  /** It is on its way: everything stays where it is until the desk has spoken. */
  busy: boolean;
  approval: boolean;
  /** Questions that were answered before, bit by bit. */
  locked: ReadonlySet<QuestionId>;
  /** Questions whose answer nobody chose. */
  defaulted: ReadonlySet<QuestionId>;
  /** Secret questions that have an answer. */
  hidden: ReadonlySet<QuestionId>;
  /** What is wrong, by question, once it is pointed at. */
  problems: ReadonlyMap<QuestionId, Problem>;
  /** The question that digits answer; none where they answer nothing. */
  digits: QuestionId | undefined;
  /** Whether files can be read here. */
  reads: boolean;
  /** A person did something to the form. */
  edit(edit: Edit): void;
  /** Where the person is in the card changed, and nothing of the answer. */
  redraw(): void;
  /** Something that is to be read was scrolled. */
  look(): void;
  go(tab: number): void;
  openContext(file: ContextFile): void;
}
