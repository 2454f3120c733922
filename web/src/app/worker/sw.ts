// The service worker: keeps the page's own files for when the desk is away, and shows pushes.
// It never keeps anything of the API: what was asked and answered is the desk's alone.
export {};

interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchLike extends Extendable {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface PushLike extends Extendable {
  data: { json(): unknown } | null;
}
interface NotificationLike extends Extendable {
  notification: Notification & { data?: { path?: string } };
  action: string;
}
interface WorkerScope {
  addEventListener<E extends Event>(type: string, listener: (event: E) => void): void;
  skipWaiting(): Promise<void>;
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    openWindow(path: string): Promise<unknown>;
    matchAll(options: { type: "window"; includeUncontrolled?: boolean }): Promise<{ url: string; visibilityState: string; focus(): Promise<unknown>; postMessage(message: unknown): void }[]>;
  };
}

/** What the desk pushes: a question that came, or one that needs nobody any more. */
interface Pushed {
  id: string;
  open: boolean;
  title?: string;
  body?: string;
  count?: number;
}

const scope = self as unknown as WorkerScope;
const CACHE = "sayso-page";
const SHELL = ["/", "/icon.svg", "/icon-192.png", "/manifest.webmanifest"];

scope.addEventListener<Extendable>("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => scope.skipWaiting()));
});

scope.addEventListener<Extendable>("activate", (event) => {
  event.waitUntil(scope.clients.claim());
});

scope.addEventListener<FetchLike>("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(kept(event.request));
  else if (event.request.mode === "navigate") event.respondWith(fresh(event.request));
  else if (SHELL.includes(url.pathname)) event.respondWith(fresh(event.request));
});

/** What carries its hash in its name never changes. */
async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** The newest page, or the one that is kept while the desk is away. */
async function fresh(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const name = request.mode === "navigate" ? "/" : new URL(request.url).pathname;
  try {
    const response = await fetch(request);
    if (response.ok) await replace(cache, name, response.clone());
    return response;
  } catch (error) {
    const known = await cache.match(name);
    if (known) return known;
    throw error;
  }
}

/** Keeps the page, and lets go of the files of older ones. */
async function replace(cache: Cache, name: string, response: Response): Promise<void> {
  await cache.put(name, response.clone());
  if (name !== "/") return;
  const html = await response.text();
  const asset = /\/assets\/index-[^"]+\.js/.exec(html)?.[0];
  const old = await cache.match("/assets/current");
  if (!asset || (await old?.text()) === asset) return;
  const files = (await cache.keys()).filter((file) => new URL(file.url).pathname.startsWith("/assets/"));
  await Promise.all(files.map((file) => cache.delete(file)));
  await cache.put("/assets/current", new Response(asset));
}

scope.addEventListener<PushLike>("push", (event) => {
  const pushed = event.data?.json() as Pushed | undefined;
  if (pushed) event.waitUntil(show(pushed));
});

async function show(pushed: Pushed): Promise<void> {
  const badge = navigator as Navigator & { setAppBadge?(count: number): Promise<void> };
  if (pushed.count !== undefined) await badge.setAppBadge?.(pushed.count).catch(() => undefined);
  if (!pushed.open) {
    for (const one of await scope.registration.getNotifications({ tag: pushed.id })) one.close();
    return;
  }
  // Somebody looks at the page: it shows the question itself.
  const windows = await scope.clients.matchAll({ type: "window" });
  if (windows.some((one) => one.visibilityState === "visible")) return;
  const data = { path: `/q/${pushed.id}` };
  await scope.registration.showNotification(pushed.title ?? "Sayso", { body: pushed.body, tag: pushed.id, icon: "/icon-192.png", badge: "/icon-192.png", data });
}

scope.addEventListener<NotificationLike>("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? "/";
  event.waitUntil(open(path));
});

async function open(path: string): Promise<void> {
  const [page] = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) return void (await scope.clients.openWindow(path));
  // A browser may refuse to bring it to the front; it shows the question all the same.
  await page.focus().catch(() => undefined);
  page.postMessage({ go: path });
}
