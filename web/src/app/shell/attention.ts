import type { Desk } from "../../live/desk.ts";
import type { Interaction } from "../../panel/types.ts";
import { wordsOf } from "../words/words.ts";
import { agentOf, projectName, titleOf } from "./ask-words.ts";
import { CountIcon } from "./count-icon.ts";
import type { Settings } from "./settings.ts";

/** Draws people's attention: the count in the title and the icon, notifications while hidden. */
export class Attention {
  private shown = -1;
  private readonly icon = new CountIcon();

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
    this.icon.show(count);
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
