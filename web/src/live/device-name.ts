const BROWSERS: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** What the list of signed-in browsers calls this one, such as `Firefox on Linux`. */
export function deviceName(userAgent: string): string {
  const named = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent))?.[1];
  return [named(BROWSERS) ?? "Browser", named(SYSTEMS)].filter(Boolean).join(" on ");
}
