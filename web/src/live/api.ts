// The desk's API, as the page uses it.
import type { Draft } from "../form/wire.ts";
import { requestKey } from "../panel/request-key.ts";
import type { GivenAnswer, Interaction } from "../panel/types.ts";
import { deviceName } from "./device-name.ts";
import type { AnyFact } from "./facts.ts";
import { Refusal } from "./refusal.ts";
import { SessionSecret } from "./session-secret.ts";
import type { HostedAgents, TaskWish, TemplateCard } from "./templates.ts";
import type { ListedTranscript, TranscriptPage } from "./transcripts.ts";

/** A page of interactions; `next` goes on among the closed ones. */
export interface InteractionPage {
  interactions: Interaction[];
  next?: number;
}

/** A page of a session's facts. */
export interface FactPage {
  messages: AnyFact[];
  next: number | null;
  /** The number of the session's newest fact. */
  last: number;
}

export interface SessionEntry {
  session_id: string;
  opened_at: string;
  agent: string | null;
  project: string | null;
}

/** What became of each interaction of a batch. */
export interface BatchResult {
  interaction_id: string;
  success: boolean;
  error?: { code: string; message: string };
}

/** How long a desk may take to say something. */
const PATIENCE = 30_000;
/** How long to wait before a desk that could not be heard is asked again. */
export const RETRY = 1_500;

type Query = Record<string, string | number | undefined>;

/** Calls the desk; throws a `Refusal` when it did not do it. */
export class Api {
  /** The language that the desk should answer in. */
  lang = "en";
  /** Milliseconds that the desk's clock is ahead of the browser's. */
  clockAhead = 0;
  private readonly secret = new SessionSecret();
  /** What was last asked of an agent, until the desk says that it has it. */
  #task?: { of: string; key: string };

  pending(): Promise<InteractionPage> {
    return this.get("/api/interactions");
  }

  closed(query: Query): Promise<InteractionPage> {
    return this.get("/api/interactions", { state: "closed", ...query });
  }

  /** Asks until the desk can be heard, or nobody wants to know any more; nothing if it refuses. */
  async atLast<T>(wanted: () => boolean, ask: (api: this) => Promise<T>): Promise<T | undefined> {
    while (wanted()) {
      try {
        return await ask(this);
      } catch (error) {
        if (!(error as Refusal).passing) return undefined;
        await new Promise((later) => setTimeout(later, RETRY));
      }
    }
    return undefined;
  }

  interaction(id: string): Promise<Interaction> {
    return this.get(`/api/interactions/${encodeURIComponent(id)}`);
  }

  sessions(query: Query): Promise<{ sessions: SessionEntry[]; next: number | null }> {
    return this.get("/api/sessions", query);
  }

  messages(session: string, query: Query): Promise<FactPage> {
    return this.get(`/api/sessions/${encodeURIComponent(session)}/messages`, query);
  }

  async draft(id: string): Promise<Draft> {
    const { draft } = await this.get<{ draft: Draft }>(`/api/interactions/${id}/draft`);
    return draft;
  }

  keepDraft(id: string, draft: Draft): Promise<unknown> {
    return this.send("PUT", `/api/interactions/${id}/draft`, { draft });
  }

  contextFile(id: string, path: string): Promise<{ text: string; cut: boolean }> {
    return this.get(`/api/interactions/${id}/context`, { path });
  }

  answer(id: string, answers: readonly GivenAnswer[], idempotency_key: string): Promise<unknown> {
    return this.send("POST", `/api/interactions/${id}/answer`, { answers, idempotency_key });
  }

  batch(ids: readonly string[], said: { answers: unknown[]; notes: (string | null)[]; idempotency_key: string }): Promise<{ results: BatchResult[] }> {
    return this.send("POST", "/api/interactions/answer-batch", { interaction_ids: ids, ...said });
  }

  cancel(id: string, reason: string | undefined, idempotency_key: string): Promise<unknown> {
    return this.send("POST", `/api/interactions/${id}/cancel`, { reason, idempotency_key });
  }

  hold(id: string, hold: boolean): Promise<unknown> {
    return this.send("POST", `/api/interactions/${id}/hold`, { hold });
  }

  reopen(id: string): Promise<Interaction> {
    return this.send("POST", `/api/interactions/${id}/reopen`, {});
  }

  chain(session: string, allow: number | null): Promise<unknown> {
    return this.send("POST", `/api/sessions/${encodeURIComponent(session)}/chain`, { allow });
  }

  branch(session: string, round: number): Promise<{ session_id: string }> {
    return this.send("POST", `/api/sessions/${encodeURIComponent(session)}/branch`, { round });
  }

  interrupt(session: string): Promise<unknown> {
    return this.send("POST", "/api/task/interrupt", { session_id: session });
  }

  agents(): Promise<HostedAgents> {
    return this.get("/api/task");
  }

  async startTask(wish: TaskWish): Promise<{ session_id: string }> {
    // The same again, after the line broke, is the same wish.
    const of = JSON.stringify(wish);
    if (this.#task?.of !== of) this.#task = { of, key: requestKey() };
    const begun = await this.send<{ session_id: string }>("POST", "/api/task", { ...wish, idempotency_key: this.#task.key });
    this.#task = undefined;
    return begun;
  }

  templates(): Promise<{ templates: TemplateCard[] }> {
    return this.get("/api/templates");
  }

  askTemplate(name: string, variables: Record<string, string>, idempotency_key: string): Promise<Interaction> {
    return this.send("POST", `/api/templates/${encodeURIComponent(name)}/ask`, { variables, idempotency_key });
  }

  transcripts(query: Query): Promise<{ transcripts: ListedTranscript[]; next: number | null }> {
    return this.get("/api/transcripts", query);
  }

  transcript(id: string, query: Query): Promise<TranscriptPage> {
    return this.get(`/api/transcripts/${encodeURIComponent(id)}`, query);
  }

  askAgain(id: string, question: string): Promise<Interaction> {
    return this.send("POST", `/api/transcripts/${encodeURIComponent(id)}/ask-again`, { question });
  }

  async signIn(code: string): Promise<void> {
    const label = deviceName(navigator.userAgent);
    const { secret } = await this.send<{ secret: string }>("POST", "/api/login", { code, label });
    await this.secret.keep(secret);
  }

  loginCode(): Promise<{ code: string }> {
    return this.send("POST", "/api/login/code", {});
  }

  pushKey(): Promise<{ public_key: string }> {
    return this.get("/api/push/key");
  }

  subscribe(subscription: PushSubscriptionJSON, lang: string): Promise<unknown> {
    const { endpoint, keys } = subscription;
    return this.send("POST", "/api/push/subscribe", { endpoint, keys, lang });
  }

  unsubscribe(endpoint: string): Promise<unknown> {
    return this.send("POST", "/api/push/unsubscribe", { endpoint });
  }

  /** A live stream, from this event on. */
  stream(path: string, last: string | undefined, signal: AbortSignal): Promise<Response> {
    const headers: HeadersInit = { accept: "text/event-stream", ...(last === undefined ? {} : { "last-event-id": last }) };
    return this.fetch(path, { headers, signal, cache: "no-store" });
  }

  /** The desk's time, in milliseconds. */
  readonly now = (): number => Date.now() + this.clockAhead;

  private get<T>(path: string, query: Query = {}): Promise<T> {
    const said = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
    const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
    return this.call<T>(text ? `${path}?${text}` : path, {});
  }

  private send<T>(method: string, path: string, body: unknown): Promise<T> {
    const headers = { "content-type": "application/json" };
    return this.call<T>(path, { method, headers, body: JSON.stringify(body) });
  }

  private async call<T>(path: string, init: RequestInit): Promise<T> {
    // A connection can die without a word: whoever waits is told in the end that nobody knows.
    const given = new AbortController();
    const patience = setTimeout(() => given.abort(), PATIENCE);
    try {
      const response = await this.fetch(path, { ...init, signal: given.signal });
      return await this.read<T>(response);
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal("unreachable", "", 0);
    } finally {
      clearTimeout(patience);
    }
  }

  /** Sends it with the proof that it comes from this page; once more if another tab has signed in anew. */
  private async fetch(path: string, init: RequestInit): Promise<Response> {
    const send = (secret: string | undefined): Promise<Response> => {
      const proof: HeadersInit = secret === undefined ? {} : { "x-sayso-session": secret };
      return fetch(path, { ...init, headers: { ...init.headers, "accept-language": this.lang, ...proof } });
    };
    const secret = await this.secret.read();
    const response = await send(secret);
    if (response.status !== 401) return response;
    const anew = await this.secret.read(true);
    return anew === secret ? response : send(anew);
  }

  private async read<T>(response: Response): Promise<T> {
    const date = Date.parse(response.headers.get("date") ?? "");
    // The header counts whole seconds: only a clock that is really off matters.
    const ahead = date - Date.now();
    if (Math.abs(ahead) > 2_000) this.clockAhead = ahead;
    const body = (await response.json().catch(() => undefined)) as unknown;
    if (response.ok && body !== undefined) return body as T;
    const error = (body as { error?: { code: string; message: string; details?: [] } } | undefined)?.error;
    if (!error) throw new Refusal("unreachable", "", response.status);
    throw new Refusal(error.code, error.message, response.status, error.details);
  }
}
