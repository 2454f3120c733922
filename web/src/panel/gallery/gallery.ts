// The card in its states, to look at: `npm run dev`, then /gallery.html?case=…&lang=zh&theme=dark.
import { langOf } from "../../text/lang.ts";
import "../index.ts";
import "./gallery.css";
import { samples } from "./samples.ts";

const wish = new URLSearchParams(location.search);
const lang = langOf(wish.get("lang")) ?? "en";
const root = document.documentElement;
root.lang = lang;
root.dataset.theme = wish.get("theme") ?? "";
const main = document.querySelector("main") as HTMLElement;
main.classList.toggle("wide", wish.has("wide"));

for (const [name, sample] of Object.entries(samples(lang))) {
  if (wish.has("case") && wish.get("case") !== name) continue;
  const card = document.createElement("user-question-panel");
  card.id = name;
  Object.assign(card, { lang, ...sample });
  main.append(card);
  for (const event of ["answer", "cancel", "hold", "draft", "fold", "reopen", "chain"] as const) {
    card.addEventListener(`question-${event}`, (said) => console.info(event, JSON.stringify(said.detail)));
  }
}
