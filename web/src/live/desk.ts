import type { Interaction } from "../panel/types.ts";
import { Api, RETRY } from "./api.ts";
import { closes, type AnyFact, type ClosedFact } from "./facts.ts";
import { byRank } from "./rank.ts";
import type { Refusal } from "./refusal.ts";
import { SharedStream } from "./shared-stream.ts";
import type { News, Snapshot } from "./stream.ts";

/** How the page and the desk stand. */
export type Link = "connecting" | "live" | "lost" | "signed-out";

interface DeskEvents {
  /** What is open, or how the link stands, has changed. */
  change: Event;
  /** A fact of the log. */
  fact: CustomEvent<AnyFact>;
  /** Facts may have been missed: read anew what is shown. */
  reset: Event;
  /** A question that was not there before. */
  asked: CustomEvent<Interaction>;
  closed: CustomEvent<ClosedFact>;
}

/** What the page knows of the desk: what is open, in the desk's order, kept live. */
export class Desk extends EventTarget {
  readonly api = new Api();
  link: Link = "connecting";
  /** Whether this browser was signed in before, and is not any more. */
  wasSignedIn = false;
  /** What is open, the most pressing first. */
  pending: readonly Interaction[] = [];
  private readonly open = new Map<string, Interaction>();
  /** Which reading of a question counts: the newest, and none once its end or a new list was told. */
  private readonly readings = new Map<string, symbol>();
  private readonly stream = new SharedStream(this, (last, signal) => this.api.stream("/api/events", last, signal));
  /** Facts that were told while the list was being read: they come after it. */
  private after?: AnyFact[];
  private begun = false;

  /** Looks whether the page is signed in, and listens. */
  async start(): Promise<void> {
    try {
      const { interactions } = await this.api.pending();
      this.begin({ pending: interactions, anew: false });
      this.stream.open();
    } catch (error) {
      const signedOut = this.isSignedOut(error as Refusal);
      if (!signedOut) this.link = "lost";
      this.changed();
      if (!signedOut) setTimeout(() => void this.start(), RETRY);
    }
  }

  news(news: News): void {
    if (news.kind === "snapshot") this.snapshot(news.snapshot);
    else if (news.kind === "heard") this.heard(news.heard);
    else if (news.kind === "unattended") this.attend(news.ids);
    else if (news.kind === "fact" && this.after) this.after.push(news.fact);
    else if (news.kind === "fact") this.fact(news.fact);
  }

  async joined(): Promise<void> {
    const after: AnyFact[] = [];
    this.after = after;
    const counts = (): boolean => this.after === after;
    const list = await this.api.atLast(counts, (api) => api.pending());
    if (!counts()) return;
    if (list) this.snapshot({ pending: list.interactions, anew: false });
    this.after = undefined;
    for (const fact of after) this.fact(fact);
  }

  private snapshot(snapshot: Snapshot): void {
    this.after = undefined;
    const known = new Set(this.open.keys());
    this.begin(snapshot);
    if (snapshot.anew) this.dispatchEvent(new Event("reset"));
    for (const one of snapshot.pending) if (!known.has(one.interaction_id)) this.announce(one);
  }

  private heard(heard: boolean): void {
    const link = heard ? "live" : "lost";
    if (link === this.link) return;
    this.link = link;
    // A stream that goes on where it was tells of those that are unattended, and else of none.
    if (heard) this.attend([]);
    this.changed();
    if (!heard) void this.lookWhetherSignedIn();
  }

  /** Marks those that nobody waits for, and no others. */
  private attend(unattended: readonly string[]): void {
    const known = new Set(unattended);
    let changed = false;
    for (const [id, one] of this.open) {
      if ((one.unattended ?? false) === known.has(id)) continue;
      this.open.set(id, { ...one, unattended: known.has(id) });
      changed = true;
    }
    if (changed) this.changed();
  }

  private fact(fact: AnyFact): void {
    if (closes(fact)) this.close(fact);
    else if (fact.type === "ask_user_question" || fact.type === "held" || fact.type === "released" || fact.type === "partly_answered") {
      void this.read(fact.interaction_id);
    }
    this.dispatchEvent(new CustomEvent("fact", { detail: fact }));
  }

  find(id: string | undefined): Interaction | undefined {
    return id === undefined ? undefined : this.open.get(id);
  }

  listen<K extends keyof DeskEvents>(type: K, listener: (event: DeskEvents[K]) => void): () => void {
    const heard = listener as EventListener;
    this.addEventListener(type, heard);
    return () => this.removeEventListener(type, heard);
  }

  private begin({ pending }: Snapshot): void {
    this.begun = true;
    this.open.clear();
    this.readings.clear();
    for (const one of pending) this.open.set(one.interaction_id, one);
    if (this.link === "connecting" || this.link === "signed-out") this.link = "live";
    this.changed();
  }

  private close(fact: ClosedFact): void {
    this.readings.delete(fact.interaction_id);
    if (this.open.delete(fact.interaction_id)) this.changed();
    this.dispatchEvent(new CustomEvent("closed", { detail: fact }));
  }

  /** Reads one that was asked or changed, until the desk says it; the stream does not say all of it. */
  private async read(id: string): Promise<void> {
    const reading = Symbol(id);
    this.readings.set(id, reading);
    const counts = (): boolean => this.readings.get(id) === reading;
    const one = await this.api.atLast(counts, (api) => api.interaction(id));
    if (!counts()) return;
    this.readings.delete(id);
    if (one?.state === "pending") this.put(one);
  }

  private put(one: Interaction): void {
    const known = this.open.has(one.interaction_id);
    this.open.set(one.interaction_id, one);
    this.changed();
    if (!known) this.announce(one);
  }

  private announce(one: Interaction): void {
    this.dispatchEvent(new CustomEvent("asked", { detail: one }));
  }

  private async lookWhetherSignedIn(): Promise<void> {
    const refused = await this.api.pending().then(() => undefined, (error: Refusal) => error);
    if (!refused || !this.isSignedOut(refused)) return;
    this.stream.close();
    this.changed();
  }

  private isSignedOut(refusal: Refusal): boolean {
    if (refusal.status !== 401) return false;
    this.link = "signed-out";
    this.wasSignedIn = refusal.code === "sign_in_again";
    return true;
  }

  private changed(): void {
    this.pending = [...this.open.values()].sort(byRank);
    if (this.begun || this.link !== "connecting") this.dispatchEvent(new Event("change"));
  }
}
