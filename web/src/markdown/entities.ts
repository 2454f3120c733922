// Named characters that people and agents do write; others stay as they are written.
const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u{a0}",
  copy: "©",
  reg: "®",
  deg: "°",
  times: "×",
  middot: "·",
  bull: "•",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  larr: "←",
  rarr: "→",
  le: "≤",
  ge: "≥",
  ne: "≠",
};

/** `&lt;` and `&#60;` as the character they stand for. */
export function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));/g, (whole, dec, hex, name) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] as string) : whole;
    const code = dec !== undefined ? Number.parseInt(dec, 10) : Number.parseInt(hex, 16);
    const lone = code >= 0xd800 && code <= 0xdfff;
    return code === 0 || code > 0x10ffff || lone ? "\u{fffd}" : String.fromCodePoint(code);
  });
}
