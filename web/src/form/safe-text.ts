// Text that came from outside, made harmless for the place it goes to: the same as `safe_text.rs`.

/** A stretch of text; `hidden` ones stand for a character that would act or not be seen. */
export interface Stretch {
  text: string;
  hidden: boolean;
}

/**
 * Whatever could turn the reading direction, hide or act is written out as `\u{202e}`, so that it
 * is seen and does nothing. Line breaks are kept; a tab becomes a space.
 */
export function shown(text: string): Stretch[] {
  const chars = [...text];
  const out: Stretch[] = [];
  let plain = "";
  let before: string | undefined;
  for (const [i, c] of chars.entries()) {
    const honest = !joins(c) || joinsHonestly(c, before, chars[i + 1]);
    before = honest && !acts(c) ? c : undefined;
    if (before !== undefined) {
      plain += c === "\t" ? " " : c;
      continue;
    }
    if (plain) out.push({ text: plain, hidden: false });
    plain = "";
    out.push({ text: `\\u{${c.codePointAt(0)?.toString(16)}}`, hidden: true });
  }
  if (plain) out.push({ text: plain, hidden: false });
  return out;
}

/** For an answer: what could act is taken out (spec §3). `<`, `>` and `&` are data and stay. */
export function cleaned(text: string): string {
  const chars = [...text];
  let clean = "";
  let last: string | undefined;
  for (let i = 0; i < chars.length; ) {
    const c = chars[i++] as string;
    const code = c.codePointAt(0) as number;
    if (c === "\u{1b}") i = pastEscape(chars, i);
    else if (c === "\u{9b}") i = pastControlSequence(chars, i);
    else if (c === "\u{90}" || c === "\u{98}" || (code >= 0x9d && code <= 0x9f)) i = pastString(chars, i);
    else if (c === "\r" && chars[i] === "\n") continue;
    else if (/[\r\v\f\u{85}\u{2028}\u{2029}]/u.test(c)) clean += last = "\n";
    else if (selects(c) && !(last !== undefined && isIdeograph(last))) continue;
    else if (!acts(c)) clean += last = c;
  }
  return clean;
}

/** After an escape: drops the sequence it starts, not the words behind it. */
function pastEscape(chars: string[], i: number): number {
  const next = chars[i];
  if (next === "[") return pastControlSequence(chars, i + 1);
  if (next !== undefined && "]PX^_".includes(next)) return pastString(chars, i + 1);
  while (within(chars[i], " ", "/")) i++;
  return within(chars[i], "0", "~") ? i + 1 : i;
}

function pastControlSequence(chars: string[], i: number): number {
  while (within(chars[i], " ", "?")) i++;
  return within(chars[i], "@", "~") ? i + 1 : i;
}

/** After the start of a title, a link, an image: drops it to its end. Without an end its words stay. */
function pastString(chars: string[], start: number): number {
  const ends = (c: string) => /[\u{7}\u{18}\u{1a}\u{9c}]/u.test(c);
  const stops = (c: string) => ends(c) || c === "\u{1b}" || within(c, "\u{80}", "\u{9f}");
  for (let i = start; i < chars.length; i++) {
    const c = chars[i] as string;
    if (stops(c)) return ends(c) ? i + 1 : i;
  }
  return start;
}

function within(c: string | undefined, from: string, to: string): boolean {
  return c !== undefined && c >= from && c <= to;
}

let graphemes: Intl.Segmenter | undefined;

/** Characters as a person counts them. */
export function count(text: string): number {
  if (/^[\x00-\x0c\x0e-\x7f]*$/.test(text)) return text.length;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let n = 0;
  for (const _ of graphemes.segment(text)) n++;
  return n;
}

/** Whether there is nothing to read in it, not even after what acts was taken out. */
export function isBlank(text: string): boolean {
  return isMute(text) || (/\p{Cc}/u.test(text) && isMute(cleaned(text)));
}

function isMute(text: string): boolean {
  for (const c of text) if (!/\p{White_Space}/u.test(c) && !acts(c) && !joins(c)) return false;
  return true;
}

/** Controls (but not line break and tab), direction marks, invisible fillers, tags, no characters. */
const ACTS =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{feff}\u{ffa0}\u{fff0}-\u{fffb}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}\u{fdd0}-\u{fdef}]/u;

export function acts(c: string): boolean {
  return ACTS.test(c) || ((c.codePointAt(0) as number) & 0xfffe) === 0xfffe;
}

/** Joiners and variation selectors: invisible alone, honest inside emoji and some scripts. */
export function joins(c: string): boolean {
  return /[\u{200c}\u{200d}\u{fe00}-\u{fe0f}]/u.test(c) || selects(c);
}

/** Selectors of one form of an ideograph, as names are written with. */
function selects(c: string): boolean {
  return /[\u{e0100}-\u{e01ef}]/u.test(c);
}

function isIdeograph(c: string): boolean {
  return /[\u{3400}-\u{9fff}\u{f900}-\u{faff}\u{20000}-\u{3fffd}]/u.test(c);
}

export function joinsHonestly(c: string, before: string | undefined, after: string | undefined): boolean {
  if (selects(c)) return before !== undefined && isIdeograph(before);
  if (/[\u{fe00}-\u{fe0f}]/u.test(c)) {
    return before !== undefined && (/[0-9#*]/.test(before) || (isWritten(before) && !joins(before)));
  }
  return isWritten(before) && isWritten(after) && !(after !== undefined && joins(after));
}

function isWritten(c: string | undefined): boolean {
  return c !== undefined && !/[\x00-\x7f]/.test(c) && !acts(c) && !/\p{White_Space}/u.test(c);
}
