import { guard } from "lit/directives/guard.js";
import { renderMarkdown } from "../../markdown/render.ts";
import type { Lang } from "../../text/lang.ts";

/** Markdown as nodes, made once for as long as the text stays the same. */
export function rich(text: string, lang: Lang): unknown {
  return guard([text, lang], () => renderMarkdown(text, lang));
}
