// The program that shows this page: JSON-RPC by postMessage, as the MCP Apps extension wants it.

/** What a tool gave back. */
export interface ToolResult {
  content?: readonly { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/** What the host says of itself and of how it shows the page. */
export interface HostContext {
  theme?: "light" | "dark";
  locale?: string;
}

interface Message {
  jsonrpc: "2.0";
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

interface Awaited {
  done(result: Record<string, unknown>): void;
  failed(error: Error): void;
}

/** What the host tells, by method. */
export type Heard = Record<string, (params: Record<string, unknown>) => void>;

const PROTOCOL = "2026-01-26";

export class Host {
  private next = 1;
  private readonly awaited = new Map<number, Awaited>();
  private readonly heard: Heard;

  constructor(heard: Heard) {
    this.heard = heard;
    addEventListener("message", (event) => this.hear(event));
  }

  /** Shakes hands; what the host says of itself. */
  async greet(): Promise<Record<string, unknown>> {
    const params = { appInfo: { name: "sayso", version: "1" }, appCapabilities: { availableDisplayModes: ["inline"] }, protocolVersion: PROTOCOL };
    const result = await this.request("ui/initialize", params);
    this.tell("ui/notifications/initialized", {});
    return result;
  }

  /** Calls a tool of the server that this page comes from. */
  async call(name: string, args: Record<string, unknown>): Promise<ToolResult> {
    return (await this.request("tools/call", { name, arguments: args })) as ToolResult;
  }

  /** Opens an address for the person, outside. */
  async open(url: string): Promise<void> {
    await this.request("ui/open-link", { url });
  }

  tell(method: string, params: Record<string, unknown>): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  private request(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
    const id = this.next++;
    return new Promise((done, failed) => {
      this.awaited.set(id, { done, failed });
      this.send({ jsonrpc: "2.0", id, method, params });
    });
  }

  private hear(event: MessageEvent): void {
    const message = event.data as Message | undefined;
    if (event.source !== parent || message?.jsonrpc !== "2.0") return;
    if (message.method !== undefined) {
      this.heard[message.method]?.(message.params ?? {});
      // Everything that is asked of this page is agreed to: it keeps nothing that could be lost.
      if (message.id !== undefined) this.send({ jsonrpc: "2.0", id: message.id, result: {} });
      return;
    }
    const awaited = this.awaited.get(Number(message.id));
    this.awaited.delete(Number(message.id));
    if (message.error) awaited?.failed(new Error(message.error.message));
    else awaited?.done(message.result ?? {});
  }

  private send(message: Message): void {
    // The host's origin is not known to a page in a sandbox; nothing secret is ever sent.
    parent.postMessage(message, "*");
  }
}
