import { describe, expect, it, vi } from "vitest";
import { highlight } from "./highlight.ts";
import { languageOf } from "./languages.ts";
import { renderMarkdown } from "./render.ts";

const html = (text: string) => renderMarkdown(text).innerHTML;

it.each([
  ["words", "<p>words</p>"],
  ["a\nb", "<p>a<br>b</p>"],
  ["**b** *i* ~~d~~ `c<d>`", "<p><strong>b</strong> <em>i</em> <del>d</del> <code>c&lt;d&gt;</code></p>"],
  ["# One\n\n## Two", '<p class="md-head md-h1">One</p><p class="md-head md-h2">Two</p>'],
  ["- a\n- b", "<ul><li>a</li><li>b</li></ul>"],
  ["3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'],
  ["- [x] a\n- [ ] b", '<ul><li class="md-task">☑ a</li><li class="md-task">☐ b</li></ul>'],
  ["> q", "<blockquote><p>q</p></blockquote>"],
  ["---", "<hr>"],
  ["1 &lt; 2 &amp; &#x4e2d; &nope;", "<p>1 &lt; 2 &amp; 中 &amp;nope;</p>"],
  ["\\*no\\*", "<p>*no*</p>"],
  [
    "[t](https://x.example/a?b=c)",
    '<p><a href="https://x.example/a?b=c" title="https://x.example/a?b=c" target="_blank" rel="noopener noreferrer nofollow">t</a><span class="md-address" dir="ltr"> (https://x.example/a?b=c)</span></p>',
  ],
  ["[t](./relative)", "<p>t (./relative)</p>"],
  ["中文**加粗**，结束", "<p>中文<strong>加粗</strong>，结束</p>"],
])("%j", (text, expected) => {
  expect(html(text)).toBe(expected);
});

// Whatever the words say, where it leads stands beside them.
it.each([
  ["[https://bank.example](https://evil.example/)", "https://bank.example (https://evil.example/)"],
  ["[safe][1]\n\n[1]: https://evil.example/x", "safe (https://evil.example/x)"],
  ["![chart](https://evil.example/c.png)", "chart (https://evil.example/c.png)"],
  ["[bank](https://bаnk.example/)", "bank (https://xn--bnk-6cd.example/)"],
  ["[x](https://e.example/\u{202e}fdp)", "x (https://e.example/%E2%80%AEfdp)"],
  ["[mail](mailto:a@b.example)", "mail (mailto:a@b.example)"],
  ["<https://x.example/>", "https://x.example/"],
  ["https://x.example", "https://x.example"],
  ["[https://bаnk.example/](https://bаnk.example/)", "https://bаnk.example/ (https://xn--bnk-6cd.example/)"],
  ["www.x.example", "www.x.example (http://www.x.example/)"],
  ["a@b.example", "a@b.example"],
])("%j says where it leads", (text, words) => {
  expect(renderMarkdown(text).textContent).toBe(words);
});

it("a table scrolls in a box of its own", () => {
  const box = renderMarkdown("|a|b|\n|-|-:|\n|1|2|").querySelector(".md-wide");
  expect(box?.querySelectorAll("td").length).toBe(2);
  expect(box?.querySelector("td.md-right")?.textContent).toBe("2");
});

describe("nothing runs and nothing is fetched", () => {
  const bad = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onclick=alert(1)>x</b>",
    "<svg/onload=alert(1)>",
    "<style>@import 'https://evil.example/x.css'</style>",
    "<iframe src=https://evil.example></iframe>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<form action=https://evil.example><input name=a></form>",
    "<base href=https://evil.example>",
    "![x](https://evil.example/x.png)",
    "![x](javascript:alert(1))",
    "[x](javascript:alert(1))",
    "[x](JaVa\tScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:msgbox)",
    "[x](file:///etc/passwd)",
    "[x](blob:https://evil.example/1)",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    '[x](https://ok.example "\\" onmouseover=alert(1)")',
    "```html\n<script>alert(1)</script>\n```",
    "```\"><script>alert(1)</script>\ncode\n```",
    "|<script>|\n|-|\n|<img src=x>|",
    "- <img src=x>",
    "> <video src=https://evil.example/v autoplay>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "\u{202e}gnp.exe",
  ];
  const TAGS = new Set("DIV P UL OL LI BLOCKQUOTE PRE CODE SPAN STRONG EM DEL BR HR A TABLE THEAD TBODY TR TH TD BUTTON".split(" "));
  const ATTRIBUTES = new Set("class dir href title target rel tabindex type start".split(" "));
  it.each(bad)("%j", (text) => {
    const root = renderMarkdown(text);
    for (const element of [root, ...root.querySelectorAll("*")]) {
      expect(TAGS).toContain(element.tagName);
      for (const { name } of element.attributes) expect(ATTRIBUTES).toContain(name);
      const href = element.getAttribute("href");
      if (href !== null) expect(href).toMatch(/^(https?:|mailto:)/);
    }
  });

  it("an image is a link that says what it would show", () => {
    const link = renderMarkdown("![chart](https://x.example/c.png)").querySelector("a");
    expect([link?.textContent, link?.className, link?.href]).toEqual(["chart", "md-image", "https://x.example/c.png"]);
  });
});

describe("texts that nobody writes by hand", () => {
  const wild: [string, string][] = [
    ["a line of 1 MB", "x".repeat(1_000_000)],
    ["1 MB of lines", "word word\n".repeat(100_000)],
    ["stars", `${"*".repeat(40_000)}a`],
    ["stars and spaces", "*a ".repeat(15_000)],
    ["brackets", "[".repeat(40_000)],
    ["quotes in quotes", `${">".repeat(5_000)}a`],
    ["lists in lists", "1. ".repeat(9_000)],
    ["lists that go ever further in", Array.from({ length: 300 }, (_, i) => `${" ".repeat(i)}- a`).join("\n")],
    ["mail", `${"a".repeat(40_000)}@`],
  ];
  it.each(wild)("%s", (_, text) => {
    const root = renderMarkdown(text);
    expect(root.textContent?.length).toBeGreaterThan(100);
    const more = root.querySelector<HTMLButtonElement>(".md-more");
    if (root.className.includes("md-plain") && text.length > 20_000) {
      more?.click();
      expect(root.textContent).toBe(text);
    }
  });
});

describe("code", () => {
  it("can be copied", async () => {
    const written = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText: written } });
    renderMarkdown("```\na < b\n```").querySelector("button")?.click();
    expect(written).toHaveBeenCalledWith("a < b");
    vi.unstubAllGlobals();
  });

  it.each([
    ["rust", 'let a = "<b>&";', "hljs-keyword", "let"],
    ["json", '{"a": 1}', "hljs-attr", '"a"'],
    ["xml", "<script>alert(1)</script>", "hljs-name", "script"],
  ] as const)("%s is coloured and reads the same", async (language, text, name, word) => {
    const code = document.createElement("code");
    code.textContent = text;
    await highlight(code, text, language);
    expect(code.textContent).toBe(text);
    expect(code.querySelector(`.${name}`)?.textContent).toBe(word);
    expect(code.querySelector("script")).toBeNull();
  });

  it.each([
    ["ts", "typescript"],
    ["Rust,ignore", "rust"],
    ["src/main.py", "python"],
    ["constructor", undefined],
    ["", undefined],
  ])("%j is %s", (info, language) => {
    expect(languageOf(info)).toBe(language);
  });
});
