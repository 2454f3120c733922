import { LitElement } from "lit";
import { Desk } from "../../live/desk.ts";
import { wordsOf, type Words } from "../words/words.ts";
import { Settings } from "./settings.ts";
import type { Lang } from "../../text/lang.ts";

/** The one desk and the one set of settings of this page. */
export const desk = new Desk();
export const settings = new Settings();

/** A part of the page: drawn again when the desk or the settings change. */
export abstract class PageElement extends LitElement {
  private readonly ends: (() => void)[] = [];

  get language(): Lang {
    return settings.lang;
  }

  get words(): Words {
    return wordsOf(settings.lang);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const draw = () => this.requestUpdate();
    settings.addEventListener("change", draw);
    this.ends.push(() => settings.removeEventListener("change", draw));
    this.ends.push(desk.listen("change", draw));
    this.ends.push(...this.listens());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.ends.splice(0)) end();
  }

  /** What else it listens to while it is on the page; each gives the way to stop. */
  protected listens(): (() => void)[] {
    return [];
  }
}
