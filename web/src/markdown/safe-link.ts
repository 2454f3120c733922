const ALLOWED = new Set(["http:", "https:", "mailto:"]);

/** Where a link may lead: http, https and mail; nowhere else, and never relative to our own page. */
export function safeLink(href: string): string | undefined {
  try {
    const url = new URL(href);
    return ALLOWED.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
