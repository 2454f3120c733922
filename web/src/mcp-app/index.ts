// The question card inside a program that shows MCP Apps. The server is asked which question this is about, and what
// the person enters goes back by a tool that the model is not shown, with a word that only this page was given.
import "../panel/index.ts";
import type { PanelElement } from "../panel/index.ts";
import type { Interaction, PanelRefusal } from "../panel/types.ts";
import { langOf, pickLang, tagOf } from "../text/lang.ts";
import { Host, type HostContext, type ToolResult } from "./host.ts";
import { wordsOf } from "./words.ts";

/** Where a tool's result holds the word that an answer needs; models are not shown it. */
const NONCE = "sayso/nonce";
/** The question may be asked a moment after this page is shown. */
const LOOKS = 40;
const LOOK = 500;

const main = document.getElementById("question") as HTMLElement;
let lang = pickLang(...navigator.languages);
let card: PanelElement | undefined;
let interaction: Interaction | undefined;
let nonce = "";
let secret = false;
let over = false;

const host = new Host({
  "ui/notifications/tool-input": (params) => void look(params.arguments),
  "ui/notifications/tool-result": (params) => finish(params as ToolResult),
  "ui/notifications/host-context-changed": (params) => dress(params as HostContext),
});

/** Finds the question that was asked with this input, and shows it. */
async function look(input: unknown): Promise<void> {
  say(wordsOf(lang).looking);
  for (let looks = 0; looks < LOOKS && !over; looks++) {
    const found = await host.call("panel_open", { arguments: input }).catch(() => undefined);
    if (over) return;
    const data = found?.structuredContent;
    if (found && !found.isError && data) return show(data, found);
    if (found && data?.later !== true) break;
    await new Promise((done) => setTimeout(done, LOOK));
  }
  if (!over) say(wordsOf(lang).elsewhere);
}

function show(data: Record<string, unknown>, found: ToolResult): void {
  interaction = data.interaction as Interaction | undefined;
  if (!interaction) return lead(data.url);
  nonce = String(found._meta?.[NONCE] ?? "");
  card = document.createElement("user-question-panel");
  card.lang = tagOf(lang);
  card.interaction = interaction;
  card.addEventListener("question-answer", (event) => void hand({ answers: event.detail.answers }));
  card.addEventListener("question-cancel", (event) => void hand({ cancel: true, reason: event.detail.reason }));
  main.replaceChildren(card);
}

/** Hands in what the person said. */
async function hand(said: Record<string, unknown>): Promise<void> {
  const told = await host.call("panel_answer", { nonce, ...said }).catch((error: Error) => error);
  if (over || !card) return;
  if (told instanceof Error) {
    card.refusal = { code: "unreachable", message: told.message };
    return;
  }
  nonce = String(told._meta?.[NONCE] ?? nonce);
  if (told.isError) card.refusal = told.structuredContent?.error as PanelRefusal;
  else close(told);
}

/** The call is over. A ticket leaves the question open. */
function finish(result: ToolResult): void {
  if (result.structuredContent?.state === "pending") return;
  close(result);
}

function close(result: ToolResult): void {
  over = true;
  const data = result.structuredContent;
  const state = data?.state as Interaction["state"] | undefined;
  // The result is the agent's to read: the words of a secret stand in it.
  if (secret && !result.isError) return say(wordsOf(lang).taken);
  if (card && interaction && state && Array.isArray(data?.answers)) {
    card.interaction = { ...interaction, state, outcome: data as unknown as Interaction["outcome"] };
  } else {
    say(result.content?.[0]?.text ?? wordsOf(lang).taken);
  }
}

/** Secrets are not for this page: it only leads to where they can be given. */
function lead(url: unknown): void {
  secret = true;
  say(wordsOf(lang).secret);
  if (typeof url !== "string") return;
  const button = document.createElement("button");
  button.textContent = wordsOf(lang).open;
  button.addEventListener("click", () => void host.open(url).catch(() => say(url)));
  main.append(button);
}

// Foreign text is only ever set as text.
function say(text: string): void {
  const line = document.createElement("p");
  line.textContent = text;
  card = undefined;
  main.replaceChildren(line);
}

function dress(context: HostContext | undefined): void {
  if (context?.theme) document.documentElement.style.colorScheme = context.theme;
  lang = langOf(context?.locale) ?? lang;
  document.documentElement.lang = tagOf(lang);
  if (card) card.lang = tagOf(lang);
}

new ResizeObserver(() => {
  const { width, height } = document.documentElement.getBoundingClientRect();
  host.tell("ui/notifications/size-changed", { width: Math.ceil(width), height: Math.ceil(height) });
}).observe(document.documentElement);

void host.greet().then((said) => dress(said.hostContext as HostContext | undefined));
