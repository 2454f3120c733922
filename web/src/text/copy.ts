/** Puts words on the clipboard; false when the browser does not let us. */
export async function copy(words: string): Promise<boolean> {
  try {
    // Missing where the page came over plain HTTP from another machine.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(words);
      return true;
    }
  } catch {
    // Not allowed: the old way may still be.
  }
  const field = document.createElement("textarea");
  const before = document.activeElement;
  field.value = words;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const done = document.execCommand?.("copy") ?? false;
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
