import hljs from "highlight.js/lib/core";
import { LANGUAGES, type Language } from "./languages.ts";

const SPAN = /<span class="([^"<>]*)">|<\/span>|[^<]+/g;

/** Colours code in place: spans around the same text, built as nodes. */
export async function highlight(code: HTMLElement, text: string, language: Language): Promise<void> {
  if (!hljs.getLanguage(language)) {
    const { default: grammar } = await LANGUAGES[language]();
    hljs.registerLanguage(language, grammar);
  }
  const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
  const nodes = colouredNodes(value);
  // Colours must never change what is read.
  if (nodes.textContent === text) code.replaceChildren(nodes);
}

/** highlight.js writes nothing but spans with a class and five escapes; they are read as just that. */
function colouredNodes(markup: string): DocumentFragment {
  const root = document.createDocumentFragment();
  const stack: (DocumentFragment | HTMLElement)[] = [root];
  for (const [whole, name] of markup.matchAll(SPAN)) {
    const parent = stack.at(-1) ?? root;
    if (name !== undefined) {
      const span = document.createElement("span");
      span.className = name;
      parent.append(span);
      stack.push(span);
    } else if (whole === "</span>") {
      if (stack.length > 1) stack.pop();
    } else {
      parent.append(unescaped(whole));
    }
  }
  return root;
}

const ESCAPES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (escape) => ESCAPES[escape] as string);
}
