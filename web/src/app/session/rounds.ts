import { closes, type AnyFact } from "../../live/facts.ts";
import type { Interaction } from "../../panel/types.ts";
import { desk } from "../shell/page-element.ts";

const MOST = 500;

/** The interactions of one session, open and closed, in the order asked. */
export class Rounds {
  session = "";
  all: ReadonlyMap<string, Interaction> = new Map();
  /** How many rounds the asker announced. */
  announced?: number;
  loaded = false;

  constructor(private readonly changed: () => void) {}

  get inOrder(): Interaction[] {
    return [...this.all.values()].sort((one, other) => one.round - other.round);
  }

  /** The number of the last round. */
  get count(): number {
    return this.inOrder.at(-1)?.round ?? 0;
  }

  async begin(session: string): Promise<void> {
    if (session !== this.session) {
      this.all = new Map();
      this.announced = undefined;
      this.loaded = false;
    }
    this.session = session;
    const page = await desk.api.atLast(() => session === this.session, (api) => api.closed({ session_id: session, limit: MOST }));
    if (session !== this.session) return;
    this.all = new Map((page?.interactions ?? []).map((one) => [one.interaction_id, one]));
    this.loaded = true;
    this.addOpen();
    this.changed();
  }

  /** Takes in what is open, as the desk has it now. */
  addOpen(): void {
    for (const one of desk.pending as readonly (Interaction & { total_rounds?: number })[]) {
      if (one.session_id === this.session) this.announced = one.total_rounds ?? this.announced;
    }
    const open = desk.pending.filter((one) => one.session_id === this.session && this.all.get(one.interaction_id) !== one);
    if (open.length > 0) this.all = new Map([...this.all, ...open.map((one): [string, Interaction] => [one.interaction_id, one])]);
  }

  happen(fact: AnyFact): void {
    if (fact.type === "ask_user_question") {
      this.announced = fact.total_rounds ?? this.announced;
      void this.read(fact.interaction_id);
    } else if (closes(fact)) void this.read(fact.interaction_id);
  }

  private async read(id: string): Promise<void> {
    const { session } = this;
    const one = await desk.api.atLast(() => session === this.session, (api) => api.interaction(id));
    if (!one || one.session_id !== this.session) return;
    this.all = new Map(this.all).set(id, { ...this.all.get(id), ...one });
    this.changed();
  }
}
