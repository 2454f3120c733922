import { describe, expect, it } from "vitest";
import { langOf, pickLang } from "./lang.ts";
import { panelEn } from "./panel-en.ts";
import { panelZh } from "./panel-zh.ts";
import { countdown, duration, moment } from "./time.ts";

it.each([
  ["zh-CN", "zh"],
  ["zh_TW", "zh"],
  ["EN-us", "en"],
  ["fr", undefined],
  ["", undefined],
  [null, undefined],
])("%s is %s", (tag, lang) => {
  expect(langOf(tag)).toBe(lang);
});

it("the first language that is spoken here", () => {
  expect(pickLang(undefined, "fr", "zh-Hans")).toBe("zh");
  expect(pickLang("fr")).toBe("en");
});

it.each([
  [252_000, "04:12"],
  [251_001, "04:12"],
  [0, "00:00"],
  [-5, "00:00"],
  [3_852_000, "1:04:12"],
  [3 * 86_400_000 + 5_000, "3 d 00:00:05"],
])("%d ms counts down as %s", (millis, text) => {
  expect(countdown(millis, "en")).toBe(text);
});

it.each([
  [400, "under 1 s", "不到 1 秒"],
  [3_000, "3 s", "3 秒"],
  [125_000, "2 min 5 s", "2 分 5 秒"],
  [3_840_000, "1 h 4 min", "1 小时 4 分"],
  [3_605_000, "1 h", "1 小时"],
])("%d ms took %s", (millis, en, zh) => {
  expect([duration(millis, "en"), duration(millis, "zh")]).toEqual([en, zh]);
});

describe("moment", () => {
  const now = new Date(2026, 10, 16, 15, 0, 0).getTime();
  it.each([
    [new Date(2026, 10, 16, 14, 2, 31).toISOString(), "14:02:31"],
    [new Date(2026, 10, 15, 9, 5, 0).toISOString(), "Nov 15, 2026, 09:05"],
    ["no time", "no time"],
  ])("%s", (iso, text) => {
    expect(moment(iso, now, "en")).toBe(text);
  });
});

it("every word is there in both languages, and differs", () => {
  expect(Object.keys(panelZh).sort()).toEqual(Object.keys(panelEn).sort());
  for (const [name, zh] of Object.entries(panelZh)) {
    const en = panelEn[name as keyof typeof panelEn];
    expect(typeof zh, name).toBe(typeof en);
    if (typeof zh === "string" && name !== "between") expect(zh, name).toMatch(/\p{Script=Han}/u);
  }
});
