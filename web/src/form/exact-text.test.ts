// The rows of `schema/form-cases.json`, which the Rust tests run too, and whatever else may come.
import { expect, it } from "vitest";
import cases from "../../../schema/form-cases.json";
import { shownExactly, writtenExactly } from "./exact-text.ts";
import { acts } from "./safe-text.ts";

it.each(cases.exact)("$name", ({ text, exact }) => {
  expect(writtenExactly(text)).toBe(exact);
  expect(writtenBack(exact)).toBe(text);
});

/** The text that was drawn so. */
function writtenBack(exact: string): string {
  const plain = (text: string) => text.replaceAll("⇥", "\t");
  const [first = "", ...rest] = exact.split("\\u{");
  const back = rest.map((part) => {
    const end = part.indexOf("}");
    const [code = "", count = "1"] = part.slice(0, end).split("×");
    return String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(count)) + plain(part.slice(end + 1));
  });
  return plain(first) + back.join("");
}

it("marks what it wrote out", () => {
  expect(shownExactly("a\u{a0}b\tc")).toEqual([
    { text: "a", hidden: false },
    { text: "\\u{a0}", hidden: true },
    { text: "b⇥c", hidden: false },
  ]);
});

/** The same numbers in every run (mulberry32). */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    yield ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
}

const PIECES = ["a", "rm -rf /", "cаt", "сору", "ｒ", "\u{3000}", "\t", "\n", " ", "–x", "“", "'", "\\u{41}", "\\", "u{20}", "⇥", "\u{202e}", "\u{200d}", "👩", "\u{301}", "部署", "│ ", "\u{1b}[2J", "\u{0}", "🇩🇪"];
const { process } = globalThis as { process?: { env: Record<string, string | undefined> } };
const CASES = 34 * Number(process?.env.PROPTEST_CASES ?? 256);

// Nothing acts in it, and only one text is drawn like that.
it(`writes every input so that it can be read back, ${CASES} times`, () => {
  const next = numbers(22);
  const below = (n: number) => Math.floor(next.next().value * n);
  for (let n = 0; n < CASES; n++) {
    let text = "";
    for (let pieces = below(12); pieces > 0; pieces--) {
      const kind = below(8);
      if (kind === 0) text += String.fromCodePoint(below(0xd800));
      else if (kind === 1) text += " ".repeat(below(60));
      else text += PIECES[below(PIECES.length)];
    }
    const exact = writtenExactly(text);
    if ([...exact].some(acts) || / $/m.test(exact) || writtenBack(exact) !== text) expect({ text, exact }).toBe("to the letter");
  }
});
