import { offers } from "../form/question-tree.ts";
import type { Edit, QuestionId } from "../form/wire.ts";
import { isComposing, isTyping, type Press, pressOf } from "./keys.ts";
import type { Scene } from "./scene.ts";

/** What hands can do at a card. */
export interface HandsHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly updateComplete: Promise<boolean>;
  readonly scene: Scene | undefined;
  readonly folded: boolean;
  /** False while the card hears nothing. */
  readonly armed: boolean;
  requestUpdate(): void;
  edit(edit: Edit): void;
  submit(): void;
  cancel(): void;
  fold(fold: boolean): void;
  go(tab: number, stay?: boolean): void;
  say(words: string): void;
  focusSoon(selector: string): void;
}

/** Keys and pointers at a card: they become edits, moves and wishes. */
export class Hands {
  readonly #card: HandsHost;

  constructor(card: HandsHost) {
    this.#card = card;
  }

  /** Handles a key, also one that was pressed elsewhere on the page; true when it was the card's. */
  takeKey(event: KeyboardEvent): boolean {
    const [target] = event.composedPath();
    const inside = target instanceof Node && (this.#card.renderRoot as ShadowRoot).contains(target);
    const typing = isTyping(target);
    if (this.#card.folded || event.defaultPrevented || (typing && !inside)) return false;
    const press = pressOf(event, typing);
    if (!press) return inside && typing && this.#leaveField(event, target as HTMLElement);
    return this.#take(press, inside ? (target as HTMLElement) : undefined);
  }

  #take(press: Press, target: HTMLElement | undefined): boolean {
    const scene = this.#card.scene;
    if (!scene) return false;
    const acts = press.press === "digit" || press.press === "pick" || press.press === "submit" || press.press === "clear";
    if (acts && !this.#card.armed) return true;
    switch (press.press) {
      case "submit":
        if (scene.filling.cancelling) this.#card.cancel();
        else this.#card.submit();
        return true;
      case "back":
        this.#back(scene);
        return true;
      case "digit":
        return this.#digit(scene, press.digit);
      case "move":
        return this.#move(scene, press.by, target);
      case "turn":
        if (scene.filling.tabs < 2 || target?.closest("pre, .md-wide, .preview")) return false;
        this.#card.go(scene.filling.tab + press.by, target?.closest("[data-tab]") !== null);
        return true;
      case "pick": {
        const option = target?.closest<HTMLElement>("[data-option]");
        if (option) this.#choose(scene, option);
        return option !== undefined && option !== null;
      }
      case "clear": {
        const id = target?.closest<HTMLElement>("[data-option]")?.dataset.option;
        if (id !== undefined) this.#takeBack(scene, id);
        return id !== undefined;
      }
    }
  }

  /** Esc goes one layer back; it never answers and never cancels. */
  #back({ filling }: Scene): void {
    if (filling.menu) {
      filling.menu = false;
      this.#card.focusSoon("[data-menu-button]");
    } else if (filling.cancelling && !filling.sending) {
      filling.cancelling = false;
      this.#card.focusSoon("[data-cancel]");
    } else {
      this.#card.fold(true);
      return;
    }
    this.#card.requestUpdate();
  }

  #digit(scene: Scene, digit: number): boolean {
    const asked = scene.digits;
    if (asked === undefined) return false;
    const place = `[data-option="${CSS.escape(asked)}"]`;
    const rows = [...this.#card.renderRoot.querySelectorAll<HTMLElement>(place)];
    const option = digit === 0 ? rows.find((row) => "other" in row.dataset) : rows.filter((row) => "choice" in row.dataset)[digit - 1];
    if (!option) return false;
    this.#choose(scene, option);
    if (option.dataset.choice !== undefined) this.#focusOption(scene, option);
    return true;
  }

  #move(scene: Scene, by: number, target: HTMLElement | undefined): boolean {
    if (target?.closest("pre, .md-wide, .preview, [data-menu]")) return false;
    const stops = [...this.#card.renderRoot.querySelectorAll<HTMLElement>("[data-option]")];
    // Where there is nothing to pick, the arrows lead to where one writes.
    if (stops.length === 0) {
      const field = this.#find("[data-own]");
      field?.focus();
      return field !== null;
    }
    const at = stops.findIndex((stop) => stop === target?.closest("[data-option]"));
    const own = at === -1 ? undefined : stops[at]?.dataset.option;
    const next = at === -1 ? (by > 0 ? 0 : stops.length - 1) : Math.max(0, Math.min(stops.length - 1, at + by));
    // At the end of what is drawn of a long list, the next rows are drawn first.
    if (own !== undefined && by > 0 && stops[at + 1]?.dataset.choice === undefined && scene.filling.filter(own).more()) {
      this.#card.requestUpdate();
      void this.#card.updateComplete.then(() => this.#move(this.#card.scene as Scene, by, target));
      return true;
    }
    const stop = stops[next];
    if (stop) this.#focusOption(scene, stop);
    return stop !== undefined;
  }

  /** From the filter down into the list, and from own words that are not begun back up. */
  #leaveField(event: KeyboardEvent, field: HTMLElement): boolean {
    const id = field.dataset.filter ?? field.dataset.own;
    if (id === undefined || isComposing(event)) return false;
    const rows = [...this.#card.renderRoot.querySelectorAll<HTMLElement>(`[data-option="${CSS.escape(id)}"]`)];
    const filtering = field.dataset.filter !== undefined && (event.key === "ArrowDown" || event.key === "Enter");
    const leaving = field.dataset.own !== undefined && event.key === "ArrowUp" && (field as HTMLTextAreaElement).value === "";
    const row = filtering ? rows[0] : leaving ? rows.filter((one) => "choice" in one.dataset).at(-1) : undefined;
    if (row) this.#focusOption(this.#card.scene as Scene, row);
    return filtering || row !== undefined;
  }

  #focusOption(scene: Scene, option: HTMLElement): void {
    const { option: id, choice } = option.dataset;
    if (id !== undefined && choice !== undefined) scene.filling.current.set(id, choice);
    option.focus();
    option.scrollIntoView?.({ block: "nearest" });
    this.#card.requestUpdate();
  }

  readonly onClick = (event: MouseEvent): void => {
    const scene = this.#card.scene;
    const target = event.target as HTMLElement;
    if (!this.#card.armed) return;
    if (scene?.filling.menu && !target.closest("[data-menu], [data-menu-button]")) {
      scene.filling.menu = false;
      this.#card.requestUpdate();
    }
    if (target.closest("[data-add-note]")) this.#card.focusSoon(`[data-note="${CSS.escape((target.closest("[data-add-note]") as HTMLElement).dataset.addNote ?? "")}"]`);
    if (target.closest("[data-cancel]")) this.#card.focusSoon("[data-reason]");
    if (target.closest("[data-keep]")) this.#card.focusSoon("[data-cancel]");
    const row = target.closest<HTMLElement>("[data-other-row]");
    const option = target.closest<HTMLElement>("[data-option]") ?? (isTyping(target) ? null : row?.querySelector<HTMLElement>("[data-option]"));
    // The second click of a double click must not take back what the first picked.
    if (!scene || !option || (event.detail > 1 && option.getAttribute("role") === "radio")) return;
    this.#choose(scene, option);
    if (option.dataset.choice !== undefined) this.#focusOption(scene, option);
  };

  #choose(scene: Scene, option: HTMLElement): void {
    const { filling, text } = scene;
    const { option: id, choice } = option.dataset;
    const asked = id === undefined ? undefined : filling.form.question(id);
    if (!asked || id === undefined || scene.fixed || scene.busy || !this.#card.armed) return;
    if (option.getAttribute("aria-disabled") === "true") {
      this.#card.say(text.approvalScroll);
      const place = `[data-action="${CSS.escape(id)}"]`;
      const rules = filling.wasRead(id) ? `[data-carried="${CSS.escape(choice ?? "")}"]` : ":not([data-carried])";
      this.#find(place + rules)?.focus();
      return;
    }
    const optional = asked.required === false;
    if ("other" in option.dataset) {
      const entry = filling.form.entry(id);
      const on = !entry.otherOn;
      if (on && entry.other.trim() === "") this.#find(`[data-own="${CSS.escape(id)}"]`)?.focus();
      else if (on || optional || asked.type === "checkbox") this.#card.edit({ edit: "other_on", question: id, on });
    } else if (asked.type === "boolean") {
      const yes = choice === "true";
      const again = filling.form.entry(id).yes === yes;
      this.#card.edit({ edit: "yes", question: id, yes: again && optional ? null : yes });
    } else if (choice !== undefined && offers(asked.type)) {
      const edit = asked.type === "checkbox" || optional ? "toggle" : "pick";
      this.#card.edit({ edit, question: id, choice });
    }
  }

  #takeBack({ filling }: Scene, id: QuestionId): void {
    const entry = filling.form.entry(id);
    for (const choice of entry.picked) this.#card.edit({ edit: "unpick", question: id, choice });
    if (entry.otherOn) this.#card.edit({ edit: "other_on", question: id, on: false });
    if (entry.yes !== undefined) this.#card.edit({ edit: "yes", question: id, yes: null });
  }

  /** The option that is looked at shows its preview; the question that has the focus takes the digits. */
  readonly onLook = (event: Event): void => {
    const filling = this.#card.scene?.filling;
    const target = event.target as HTMLElement;
    if (!filling) return;
    const at = target.closest<HTMLElement>("[data-question]")?.dataset.question;
    if (event.type === "focusin" && at !== undefined && at !== filling.at) {
      filling.at = at;
      this.#card.requestUpdate();
    }
    const { option: id, choice } = target.closest<HTMLElement>("[data-choice]")?.dataset ?? {};
    if (id === undefined || choice === undefined || filling.previews.get(id) === choice) return;
    if (!filling.form.choice(id, choice)?.preview) return;
    filling.previews.set(id, choice);
    this.#card.requestUpdate();
  };

  #find(selector: string): HTMLElement | null {
    return this.#card.renderRoot.querySelector<HTMLElement>(selector);
  }
}
