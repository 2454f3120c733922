// The one renderer of text that agents, files and people wrote. It reads markdown into tokens and
// builds nodes from them: no HTML is ever parsed, so there is nothing that could run or be fetched.
import { Lexer, type Token, type Tokens } from "marked";
import type { Lang } from "../text/lang.ts";
import { codeBlock } from "./code-block.ts";
import { decoded } from "./entities.ts";
import { plain } from "./plain.ts";
import { safeLink } from "./safe-link.ts";
import { isTame } from "./tame.ts";

/** Deeper quotes and lists are shown as they were written. */
const DEPTH = 12;

/** A text as nodes, in an element of class `md` for `markdownStyles`. */
export function renderMarkdown(text: string, lang: Lang = "en"): HTMLElement {
  if (!isTame(text)) return plain(text, lang);
  const box = document.createElement("div");
  box.className = "md";
  box.dir = "auto";
  try {
    const tokens = new Lexer({ gfm: true, breaks: true }).lex(text);
    box.append(...blocks(tokens, { lang, depth: 0 }));
  } catch {
    // Only what nests without end gets here.
    return plain(text, lang);
  }
  return box;
}

interface Place {
  lang: Lang;
  depth: number;
}

function blocks(tokens: readonly Token[], place: Place): Node[] {
  return tokens.flatMap((token) => block(token, place));
}

function block(token: Token, place: Place): Node[] {
  if (place.depth > DEPTH) return [element("p", [textNode(token.raw)])];
  const below = { ...place, depth: place.depth + 1 };
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "heading": {
      // Large words, not a heading: the outline of the page is the page's own.
      const heading = element("p", inline(token.tokens ?? [], place));
      heading.className = `md-head md-h${(token as Tokens.Heading).depth}`;
      return [heading];
    }
    case "paragraph":
      return [element("p", inline(token.tokens ?? [], place))];
    case "text":
      return token.tokens ? inline(token.tokens, place) : [textNode(decoded(token.text))];
    case "code":
      return [codeBlock((token as Tokens.Code).text, (token as Tokens.Code).lang ?? "", place.lang)];
    case "blockquote":
      return [element("blockquote", blocks(token.tokens ?? [], below))];
    case "list":
      return [list(token as Tokens.List, below)];
    case "table":
      return [table(token as Tokens.Table, place)];
    case "hr":
      return [element("hr", [])];
    case "checkbox":
      return [textNode((token as Tokens.Checkbox).checked ? "☑ " : "☐ ")];
    default:
      return [element("p", [textNode(token.raw.trimEnd())])];
  }
}

function list(token: Tokens.List, place: Place): HTMLElement {
  const items = token.items.map((item) => {
    const made = element("li", blocks(item.tokens, place));
    if (item.task) made.className = "md-task";
    return made;
  });
  if (!token.ordered) return element("ul", items);
  const ordered = element("ol", items);
  if (typeof token.start === "number" && token.start !== 1) ordered.start = token.start;
  return ordered;
}

function table(token: Tokens.Table, place: Place): HTMLElement {
  const cell = (tag: "th" | "td") => (one: Tokens.TableCell) => {
    const made = element(tag, inline(one.tokens, place));
    if (one.align) made.className = `md-${one.align}`;
    return made;
  };
  const head = element("tr", token.header.map(cell("th")));
  const rows = token.rows.map((row) => element("tr", row.map(cell("td"))));
  const made = element("table", [element("thead", [head]), element("tbody", rows)]);
  const box = element("div", [made]);
  box.className = "md-wide";
  box.tabIndex = 0;
  return box;
}

function inline(tokens: readonly Token[], place: Place): Node[] {
  if (place.depth > DEPTH * 2) return tokens.map((token) => textNode(token.raw));
  const below = { ...place, depth: place.depth + 1 };
  return tokens.flatMap((token): Node[] => {
    switch (token.type) {
      case "strong":
        return [element("strong", inline(token.tokens ?? [], below))];
      case "em":
        return [element("em", inline(token.tokens ?? [], below))];
      case "del":
        return [element("del", inline(token.tokens ?? [], below))];
      case "codespan":
        return [element("code", [textNode(token.text)])];
      case "br":
        return [element("br", [])];
      case "link":
        return link(token.href, inline(token.tokens ?? [], below), token.text);
      case "image":
        return link(token.href, [textNode(token.text || token.href)], token.text, "md-image");
      case "escape":
        return [textNode(token.text)];
      case "checkbox":
        return [textNode(token.checked ? "☑ " : "☐ ")];
      case "text":
        return token.tokens ? inline(token.tokens, below) : [textNode(decoded(token.text))];
      default:
        return [textNode(token.raw)];
    }
  });
}

/** A link and where it leads, unless its words are just that; without a link when it leads where none may. */
function link(href: string, words: Node[], text: string, name = ""): Node[] {
  const safe = safeLink(decoded(href));
  if (safe === undefined) return text === href || href === "" ? words : [...words, textNode(` (${href})`)];
  const made = element("a", words);
  made.href = safe;
  made.title = safe;
  made.target = "_blank";
  made.rel = "noopener noreferrer nofollow";
  if (name) made.className = name;
  const said = made.textContent ?? "";
  if (`mailto:${said}` === safe || (/^[!-~]+$/.test(said) && safeLink(said) === safe)) return [made];
  const address = element("span", [textNode(` (${safe})`)]);
  address.className = "md-address";
  address.dir = "ltr";
  return [made, address];
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, children: Node[]): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}

function textNode(text: string): Text {
  return document.createTextNode(text);
}
