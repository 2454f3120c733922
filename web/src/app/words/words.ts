import type { Lang } from "../../text/lang.ts";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

/** Every word of the page, except the card's. */
export type Words = typeof en;

export function wordsOf(lang: Lang): Words {
  return lang === "zh" ? zh : en;
}
