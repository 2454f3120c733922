import { type Lang, tagOf } from "./lang.ts";

/** A countdown: `04:12`, `1:04:12`, `3 d 04:12:09`. */
export function countdown(millis: number, lang: Lang): string {
  const total = Math.max(0, Math.ceil(millis / 1_000));
  const [days, hours] = [Math.floor(total / 86_400), Math.floor(total / 3_600) % 24];
  const two = (n: number) => String(n).padStart(2, "0");
  const clock = `${two(Math.floor(total / 60) % 60)}:${two(total % 60)}`;
  if (days > 0) return `${days} ${lang === "zh" ? "天" : "d"} ${two(hours)}:${clock}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}

/** How long something took: `3 s`, `2 min 5 s`, `1 h 4 min`, `2 d 3 h`. */
export function duration(millis: number, lang: Lang): string {
  const units = lang === "zh" ? ["天", "小时", "分", "秒"] : ["d", "h", "min", "s"];
  const total = Math.max(0, Math.round(millis / 1_000));
  const parts = [Math.floor(total / 86_400), Math.floor(total / 3_600) % 24, Math.floor(total / 60) % 60, total % 60];
  const first = parts.findIndex((n) => n > 0);
  if (first === -1) return lang === "zh" ? "不到 1 秒" : "under 1 s";
  return parts
    .map((n, i) => ({ n, unit: units[i], i }))
    .filter(({ n, i }) => n > 0 && i >= first && i <= first + 1)
    .map(({ n, unit }) => `${n} ${unit}`)
    .join(" ");
}

/** The time of day, with the date when it is not today's. */
export function moment(iso: string, now: number, lang: Lang): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const today = new Date(now).toDateString() === at.toDateString();
  const format: Intl.DateTimeFormatOptions = today
    ? { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }
    : { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return new Intl.DateTimeFormat(tagOf(lang), format).format(at);
}
