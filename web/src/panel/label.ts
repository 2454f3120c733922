/** A label, and whether the asker wrote behind it that it is the recommended one. */
export function splitLabel(label: string): { label: string; recommended: boolean } {
  const found = /^(.*\S)\s*[（(]\s*(?:recommended|推荐)\s*[）)]\s*$/isu.exec(label);
  return found ? { label: found[1] as string, recommended: true } : { label, recommended: false };
}
