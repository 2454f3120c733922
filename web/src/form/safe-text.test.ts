// The same rows as the Rust tests of `safe_text.rs`.
import { describe, expect, it } from "vitest";
import { cleaned, count, isBlank, shown } from "./safe-text.ts";

const written = (text: string) =>
  shown(text)
    .map((stretch) => stretch.text)
    .join("");

it.each([
  ["\u{1b}[31mwords\u{1b}[0m", "words"],
  ["words\u{1b}[2J\u{1b}[1;1Hmore", "wordsmore"],
  ["\u{1b}[?25l\u{1b}[6n\u{1b}[38:2::1:2:3m文字", "文字"],
  ["\u{1b}[31文字", "文字"],
  ["words\u{1b}[", "words"],
  ["\u{1b}]0;title\u{7}words", "words"],
  ["\u{1b}]8;;http://x\u{1b}\\words\u{1b}]8;;\u{1b}\\", "words"],
  ["\u{1b}]0;文\u{9c}文字", "文字"],
  ["\u{1b}Ptmux;\u{1b}\u{1b}]0;x\u{7}\u{1b}\\words", "words"],
  ["\u{1b}(Bwords\u{1b}#8more\u{1b}%G", "wordsmore"],
  ["\u{9b}31mwords\u{9b}0m", "words"],
  ["\u{9d}0;title\u{9c}words", "words"],
  ["\u{1b}\nwords", "\nwords"],
  ["\u{1b}]0;title\u{1b}[31mwords", "words"],
  ["\u{1b}]0;more words", "0;more words"],
  ["ab\u{8}\u{8}words", "abwords"],
  ["a\r\nb\rc\u{2028}d\u{b}e", "a\nb\nc\nd\ne"],
  ["<b>&amp;</b>\t", "<b>&amp;</b>\t"],
  ["葛\u{e0100} a\u{e0100}", "葛\u{e0100} a"],
  ["\u{202e}evil\u{2066}", "evil"],
])("cleaned %j", (text, clean) => {
  expect(cleaned(text)).toBe(clean);
});

it.each([
  ["a\nb\tc", "a\nb c"],
  ["a\r\nb", "a\\u{d}\nb"],
  ["rm \u{202e}fdp.exe", "rm \\u{202e}fdp.exe"],
  ["a\u{200b}b", "a\\u{200b}b"],
  ["pay\u{200d}pal", "pay\\u{200d}pal"],
  ["👩\u{200d}💻 1\u{fe0f}\u{20e3} ❤\u{fe0f}", "👩\u{200d}💻 1\u{fe0f}\u{20e3} ❤\u{fe0f}"],
  ["葛\u{e0100}", "葛\u{e0100}"],
  ["x\u{e0041}", "x\\u{e0041}"],
])("shown %j", (text, safe) => {
  expect(written(text)).toBe(safe);
});

it("marks what it wrote out", () => {
  expect(shown("a\u{202e}b")).toEqual([
    { text: "a", hidden: false },
    { text: "\\u{202e}", hidden: true },
    { text: "b", hidden: false },
  ]);
});

it.each([
  ["", true],
  [" \n\t\u{3000}", true],
  ["\u{200b}\u{200d}\u{feff}", true],
  ["\u{1b}[31m\u{1b}[0m", true],
  ["\u{1b}]0;title\u{7} ", true],
  ["x", false],
  ["\u{1b}[31mx", false],
])("blank %j", (text, blank) => {
  expect(isBlank(text)).toBe(blank);
});

describe("count", () => {
  it.each([
    ["abc", 3],
    ["中文", 2],
    ["👩‍💻", 1],
    ["e\u{301}", 1],
    ["a\r\nb", 3],
  ])("%j", (text, n) => {
    expect(count(text)).toBe(n);
  });
});
