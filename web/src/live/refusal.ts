/** Why the desk did not do it: its code, its words, and every single thing that is wrong. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly details: readonly { path: string; message: string }[] = [],
  ) {
    super(message);
  }

  /** Whether nobody knows if it was done: sending again with the same key is then harmless. */
  get unreachable(): boolean {
    return this.code === "unreachable";
  }

  /** Whether the same may succeed a moment later. */
  get passing(): boolean {
    return this.unreachable || this.status === 429 || this.status >= 500;
  }
}

/** Every single thing that is wrong, with its place; else what was said of the whole. */
export function troubles(error: unknown, unreachable: string): string[] {
  const details = error instanceof Refusal ? error.details : [];
  if (details.length > 0) return details.map((one) => `${one.path}: ${one.message}`);
  return [(error as Error).message || unreachable];
}
