import type { Api } from "../../live/api.ts";

/** Whether this browser can be told of questions while the page is shut. */
export function pushWorks(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window;
}

export async function isSubscribed(): Promise<boolean> {
  if (!pushWorks()) return false;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription().catch(() => null)) != null;
}

/** Lets the desk send pushes to this browser; throws when the browser does not want them. */
export async function subscribe(api: Api, lang: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("");
  const worker = await navigator.serviceWorker.ready;
  const { public_key } = await api.pushKey();
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
  await api.subscribe(subscription.toJSON(), lang);
}

export async function unsubscribe(api: Api): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await api.unsubscribe(subscription.endpoint);
}
