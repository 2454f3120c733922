// What the page says around the card, in both languages.
import type { Lang } from "../text/lang.ts";

const EN = {
  looking: "Looking for the question…",
  elsewhere: "Answer in this program's form, on Sayso's page or with `sayso inbox`.",
  secret: "A secret is asked for. Give it on Sayso's page: what is typed here passes through the agent's program.",
  open: "Open Sayso's page",
  taken: "Sent.",
};

const ZH: typeof EN = {
  looking: "正在查找问题…",
  elsewhere: "请在本程序的表单、Sayso 页面或用 `sayso inbox` 回答。",
  secret: "需要提供机密信息。请在 Sayso 页面上填写：此处输入的内容会经过智能体程序。",
  open: "打开 Sayso 页面",
  taken: "已提交。",
};

export function wordsOf(lang: Lang): typeof EN {
  return lang === "zh" ? ZH : EN;
}
