import type { Desk } from "../../live/desk.ts";
import type { Interaction } from "../../panel/types.ts";
import { wordsOf } from "../words/words.ts";
import { agentOf, projectName, titleOf } from "./ask-words.ts";
import type { Settings } from "./settings.ts";

const SIZE = 64;

/** Draws people's attention: the count in the title and the icon, notifications while hidden. */
export class Attention {
  private shown = -1;

  constructor(
    private readonly desk: Desk,
    private readonly settings: Settings,
  ) {}

  start(): void {
    this.desk.listen("change", () => this.count());
    this.desk.listen("asked", (event) => void this.notify(event.detail));
    this.desk.listen("closed", (event) => void this.withdraw(event.detail.interaction_id));
    this.settings.addEventListener("change", () => this.count());
  }

  private count(): void {
    const count = this.desk.pending.length;
    document.title = count > 0 ? `(${count}) Sayso` : "Sayso";
    if (count === this.shown) return;
    this.shown = count;
    const badge = navigator as Navigator & { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };
    void (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => undefined);
    drawIcon(count);
  }

  private async notify(one: Interaction): Promise<void> {
    if (!this.settings.notify || document.visibilityState === "visible" || !("Notification" in window) || Notification.permission !== "granted") return;
    const words = wordsOf(this.settings.lang);
    const about = [agentOf(one, words), projectName(one.project)].filter(Boolean).join(" · ");
    const options = { body: titleOf(one).slice(0, 180), tag: one.interaction_id, icon: "/icon-192.png", badge: "/icon-192.png", data: { path: `/q/${one.interaction_id}` } };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(about, options);
    else new Notification(about, options);
  }

  /** A question that is closed needs nobody any more. */
  private async withdraw(id: string): Promise<void> {
    const worker = await navigator.serviceWorker?.getRegistration();
    for (const one of (await worker?.getNotifications({ tag: id })) ?? []) one.close();
  }
}

function drawIcon(count: number): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!link) return;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const draw = canvas.getContext("2d");
  if (!draw || count === 0) {
    link.href = "/icon.svg";
    link.type = "image/svg+xml";
    return;
  }
  const plain = new Image();
  plain.onload = () => {
    draw.drawImage(plain, 0, 0, SIZE, SIZE);
    draw.fillStyle = "#e5343d";
    draw.beginPath();
    draw.arc(44, 20, 20, 0, 2 * Math.PI);
    draw.fill();
    draw.fillStyle = "#fff";
    draw.font = `700 ${count > 9 ? 24 : 30}px system-ui, sans-serif`;
    draw.textAlign = "center";
    draw.textBaseline = "middle";
    draw.fillText(count > 99 ? "99" : String(count), 44, 21);
    link.type = "image/png";
    link.href = canvas.toDataURL("image/png");
  };
  plain.src = "/icon.svg";
}
