/** What a key means to the card. */
export type Press =
  | { press: "submit" }
  | { press: "back" }
  | { press: "digit"; digit: number }
  | { press: "move"; by: number }
  | { press: "turn"; by: number }
  | { press: "pick" }
  | { press: "clear" };

/** Whether an input method is at work: its keys, and the Enter that ends it, are not ours. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Whether keys are text where they are pressed. */
export function isTyping(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["button", "checkbox", "radio", "submit"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable || target instanceof HTMLSelectElement;
}

/** What a key means; while one types, only what submits and what goes back. */
export function pressOf(event: KeyboardEvent, typing: boolean): Press | undefined {
  if (isComposing(event)) return undefined;
  const modified = event.ctrlKey || event.metaKey;
  if (event.key === "Enter" && modified && !event.altKey && !event.shiftKey) return { press: "submit" };
  if (modified || event.altKey) return undefined;
  if (event.key === "Escape") return { press: "back" };
  if (typing) return undefined;
  switch (event.key) {
    case "ArrowDown":
      return { press: "move", by: 1 };
    case "ArrowUp":
      return { press: "move", by: -1 };
    case "Home":
      return { press: "move", by: Number.NEGATIVE_INFINITY };
    case "End":
      return { press: "move", by: Number.POSITIVE_INFINITY };
    case "ArrowRight":
      return { press: "turn", by: 1 };
    case "ArrowLeft":
      return { press: "turn", by: -1 };
    case " ":
    case "Enter":
      return { press: "pick" };
    case "Backspace":
    case "Delete":
      return { press: "clear" };
  }
  return /^[0-9]$/.test(event.key) && !event.shiftKey ? { press: "digit", digit: Number(event.key) } : undefined;
}
