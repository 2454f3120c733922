// What an approval permits, to the letter: the same as `exact_text.rs`. The rows of
// `schema/form-cases.json` hold the two together.
import { acts, joins, joinsHonestly, type Stretch } from "./safe-text.ts";

/** Spaces in a row that can be told apart from fewer and from more. */
const SPACES = 24;
/** Stands for a tab. */
const TAB = "⇥";

/**
 * The text to the letter. Two different texts are never drawn alike: whatever is not seen, or passes
 * for something else, is written out as `\u{…}`, and so is what looks like something written out.
 * Line breaks are kept, a tab becomes `⇥`, spaces at a line's end and long runs of them become
 * `\u{20}` and `\u{20×30}`.
 */
export function shownExactly(text: string): Stretch[] {
  const out: Stretch[] = [];
  const push = (words: string, hidden: boolean) => {
    const last = out.at(-1);
    if (last && !last.hidden && !hidden) last.text += words;
    else out.push({ text: words, hidden });
  };
  for (const [at, line] of text.split("\n").entries()) {
    if (at > 0) push("\n", false);
    writeLine([...line], push);
  }
  return out;
}

/** The same as one string. */
export function writtenExactly(text: string): string {
  return shownExactly(text)
    .map((stretch) => stretch.text)
    .join("");
}

function writeLine(chars: string[], push: (words: string, hidden: boolean) => void): void {
  const poses = posing(chars);
  let before: string | undefined;
  for (let at = 0; at < chars.length; ) {
    const c = chars[at] as string;
    let spaces = 0;
    while (chars[at + spaces] === " ") spaces++;
    if (spaces > SPACES || (spaces > 0 && at + spaces === chars.length)) {
      push(spaces === 1 ? "\\u{20}" : `\\u{20×${spaces}}`, true);
      before = undefined;
      at += spaces;
      continue;
    }
    // What is written out is neither before nor behind anything that joins.
    const after = poses[at + 1] ? undefined : chars[at + 1];
    const honest = !poses[at] && !acts(c) && (!joins(c) || joinsHonestly(c, before, after));
    if (c === "\t") push(TAB, false);
    else if (honest) push(c, false);
    else push(`\\u{${c.codePointAt(0)?.toString(16)}}`, true);
    before = honest ? c : undefined;
    at++;
  }
}

/** Which characters of a line pass for others where they stand. */
function posing(chars: string[]): boolean[] {
  const poses = chars.map(
    (c, at) =>
      passesForAscii(c) ||
      MARK.test(c) ||
      c === TAB ||
      (c === "\\" && chars[at + 1] === "u" && chars[at + 2] === "{") ||
      (DASH.test(c) && leadsToOption(chars, at + 1)) ||
      (QUOTE.test(c) && touchesAscii(chars, at)),
  );
  for (let start = 0; start < chars.length; ) {
    let end = start + 1;
    if (ALPHANUMERIC.test(chars[start] as string)) while (end < chars.length && ALPHANUMERIC.test(chars[end] as string)) end++;
    const word = chars.slice(start, end);
    const mixed = word.some((c) => /[0-9A-Za-z]/.test(c));
    const alone = word.length === 1 && !touchesAscii(chars, start);
    const posing = !alone && word.every((c) => TWINS.has(c));
    for (const [at, c] of word.entries()) if (posing || (mixed && FOREIGN.test(c))) poses[start + at] = true;
    start = end;
  }
  return poses;
}

const ALPHANUMERIC = /[\p{Alphabetic}\p{N}]/u;

/** Signs, spaces and letters that are read as ASCII and are not. */
function passesForAscii(c: string): boolean {
  return (/\p{White_Space}/u.test(c) && c > "\x7f") || POSES.test(c);
}

const POSES =
  /[\u{131}\u{17f}\u{1c0}\u{1c3}\u{37e}\u{589}\u{5c0}\u{5c3}\u{2024}\u{2043}\u{2044}\u{204e}\u{2053}\u{2100}-\u{214f}\u{2215}-\u{2217}\u{2223}\u{2236}\u{223c}\u{23d0}\u{29f5}\u{29f8}\u{29f9}\u{2800}\u{a789}\u{fe58}\u{fe63}\u{fe68}\u{1d400}-\u{1d7ff}\u{ff02}\u{ff07}\u{ff0d}-\u{ff19}\u{ff21}-\u{ff3a}\u{ff3c}\u{ff40}-\u{ff5a}\u{ff5c}]/u;

/** Marks that stand on, under or across the letter before them. */
const MARK = /[\u{300}-\u{36f}\u{1ab0}-\u{1aff}\u{1dc0}-\u{1dff}\u{20d0}-\u{20ff}\u{fe20}-\u{fe2f}]/u;

/** Dashes that pass for the one before an option, if something follows them at once. */
const DASH = /[\u{2d7}\u{2010}-\u{2015}\u{2212}]/u;

function leadsToOption(chars: string[], from: number): boolean {
  let at = from;
  while (at < chars.length && DASH.test(chars[at] as string)) at++;
  return /^[0-9A-Za-z]$/.test(chars[at] ?? "");
}

/** Quotation marks that pass for those of a shell, beside something of a shell. */
const QUOTE = /[\u{b4}\u{2b9}-\u{2bc}\u{2018}-\u{201f}\u{2032}-\u{2036}]/u;

function touchesAscii(chars: string[], at: number): boolean {
  return [chars[at - 1], chars[at + 1]].some((c) => c !== undefined && /^[\x21-\x7e]$/.test(c));
}

/** Letters and digits of scripts that are read as Latin ones within a Latin word. */
const FOREIGN =
  /[\u{250}-\u{2af}\u{370}-\u{58f}\u{660}-\u{669}\u{6f0}-\u{6f9}\u{7c0}-\u{7c9}\u{966}-\u{96f}\u{9e6}-\u{9ef}\u{a66}-\u{a6f}\u{ae6}-\u{aef}\u{b66}-\u{b6f}\u{10a0}-\u{10ff}\u{13a0}-\u{13ff}\u{1c80}-\u{1c8f}\u{1d00}-\u{1dbf}\u{1f00}-\u{1fff}\u{2c80}-\u{2cff}\u{2de0}-\u{2dff}\u{a4d0}-\u{a4ff}\u{a640}-\u{a69f}\u{ab30}-\u{abbf}\u{10400}-\u{1044f}]/u;

/** Letters that look just like a Latin one: a word of nothing else is read as a Latin word. */
const TWINS = new Set("аеһіјӏорԛѕԝхуԁсАВЕНІЈКМОРЅТХУСΑΒΕΖΗΙΚΜΝΟΡΤΥΧονօսոհ");
