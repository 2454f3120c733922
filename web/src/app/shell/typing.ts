/** Whether a key belongs to a field that someone types in, or to an input method. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.isComposing || event.keyCode === 229) return true;
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName) || (target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type));
}
