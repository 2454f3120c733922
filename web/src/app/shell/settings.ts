import { type Lang, pickLang } from "../../text/lang.ts";

export type LangChoice = "auto" | Lang;
export type Theme = "auto" | "light" | "dark";

interface Kept {
  lang: LangChoice;
  theme: Theme;
  notify: boolean;
}

const KEY = "sayso.settings";
const USUAL: Kept = { lang: "auto", theme: "auto", notify: false };

/** What a person has set for this browser. */
export class Settings extends EventTarget {
  private kept: Kept = read();

  get langChoice(): LangChoice {
    return this.kept.lang;
  }

  /** The language to speak. */
  get lang(): Lang {
    return this.kept.lang === "auto" ? pickLang(...navigator.languages) : this.kept.lang;
  }

  get theme(): Theme {
    return this.kept.theme;
  }

  get notify(): boolean {
    return this.kept.notify;
  }

  set(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // A browser that keeps nothing still obeys until it is closed.
    }
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  /** Makes the document look and speak so. */
  apply(): void {
    const root = document.documentElement;
    root.dataset.theme = this.kept.theme;
    root.lang = this.lang === "zh" ? "zh-CN" : "en";
  }
}

function read(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return USUAL;
  }
}
