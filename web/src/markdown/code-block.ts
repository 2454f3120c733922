import { copy as copyWords } from "../text/copy.ts";
import type { Lang } from "../text/lang.ts";
import { languageOf } from "./languages.ts";

/** Longer code is shown without colours. */
const COLOURED = 50_000;
const SHOWN_AS_COPIED = 1_500;

/** Code in a box that scrolls, with a button that copies it. Colours come when they are loaded. */
export function codeBlock(text: string, info: string, lang: Lang): HTMLElement {
  const code = document.createElement("code");
  code.textContent = text;
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.append(code);
  const box = document.createElement("div");
  box.className = "md-code";
  box.dir = "ltr";
  box.append(pre, copyButton(text, lang));
  const language = languageOf(info);
  if (language && text.length <= COLOURED) {
    // Without colours the code is still all there.
    import("./highlight.ts").then(({ highlight }) => highlight(code, text, language)).catch(() => undefined);
  }
  return box;
}

function copyButton(text: string, lang: Lang): HTMLButtonElement {
  const [copy, copied] = lang === "zh" ? ["复制", "已复制"] : ["Copy", "Copied"];
  const button = document.createElement("button");
  button.type = "button";
  button.className = "md-copy";
  button.textContent = copy as string;
  button.addEventListener("click", async () => {
    if (!(await copyWords(text))) return;
    button.textContent = copied as string;
    setTimeout(() => (button.textContent = copy as string), SHOWN_AS_COPIED);
  });
  return button;
}
