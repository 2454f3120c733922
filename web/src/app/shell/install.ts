import { go, routeOf } from "./route.ts";

interface ScriptPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy;
}

/** Registers the service worker: the page then opens without the desk, and can be pushed to. */
export function install(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", (event: MessageEvent<{ go?: string }>) => {
    if (event.data.go) go(routeOf(event.data.go));
  });
  // The page's policy wants every script's address vouched for; there is one.
  const factory = (window as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
  const policy = factory?.createPolicy("sayso-worker", { createScriptURL: (url) => (url === "/sw.js" ? url : "") });
  const url = policy ? policy.createScriptURL("/sw.js") : "/sw.js";
  void navigator.serviceWorker.register(url).catch(() => undefined);
}
