/** The languages that people read here. */
export type Lang = "en" | "zh";

/** The language of a tag such as `zh-CN`; none when it is not spoken here. */
export function langOf(tag: string | null | undefined): Lang | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return primary === "zh" || primary === "en" ? primary : undefined;
}

/** The first of the tags that is spoken here, else English. */
export function pickLang(...tags: (string | null | undefined)[]): Lang {
  for (const tag of tags) {
    const lang = langOf(tag);
    if (lang) return lang;
  }
  return "en";
}

/** The tag that browsers, screen readers and `Intl` want. */
export function tagOf(lang: Lang): string {
  return lang === "zh" ? "zh-CN" : "en";
}
