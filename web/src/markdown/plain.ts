import { type Lang, tagOf } from "../text/lang.ts";

const AT_ONCE = 20_000;

/** A text as it was written; a very long one begins, and shows the rest when asked to. */
export function plain(text: string, lang: Lang): HTMLElement {
  const box = document.createElement("div");
  box.className = "md md-plain";
  if (text.length <= AT_ONCE) {
    box.textContent = text;
    return box;
  }
  const words = document.createElement("div");
  words.textContent = `${wellCut(text, AT_ONCE)}…`;
  const more = document.createElement("button");
  more.type = "button";
  more.className = "md-more";
  const count = new Intl.NumberFormat(tagOf(lang)).format(text.length);
  more.textContent = lang === "zh" ? `显示全部（${count} 个字符）` : `Show all ${count} characters`;
  more.addEventListener("click", () => {
    words.textContent = text;
    words.className = "md-all";
    words.tabIndex = 0;
    more.remove();
    words.focus();
  });
  box.append(words, more);
  return box;
}

/** The first characters, and no half of one. */
function wellCut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
