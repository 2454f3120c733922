// A real desk of its own for a test: the binary, a fresh folder, a port of the system's choice.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The binary under test: `SAYSO_BIN`, else the newest that cargo built here. */
export function binary() {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const built = ["release/sayso", "debug/sayso"].map((name) => join(target, name)).filter((one) => existsSync(one));
  const age = (one) => statSync(one).mtimeMs;
  const path = process.env.SAYSO_BIN ?? built.sort((one, other) => age(other) - age(one))[0];
  if (!path) throw new Error("no sayso binary: run `cargo build` first, or set SAYSO_BIN");
  return path;
}

export class Desk {
  constructor() {
    this.data = mkdtempSync(join(tmpdir(), "sayso-e2e-"));
    this.listen = "127.0.0.1:0";
    this.env = {};
  }

  static async open(args = ["serve"], env = {}, cwd = undefined) {
    const desk = new Desk();
    desk.env = env;
    desk.cwd = cwd;
    await desk.start(args);
    return desk;
  }

  /** Starts it, on the same port as before if there was one. */
  async start(args = ["serve"]) {
    const listen = args[0] === "serve" ? ["--listen", this.listen] : [];
    this.process = spawn(binary(), [...args, ...listen], {
      cwd: this.cwd,
      env: { ...process.env, SAYSO_DATA: this.data, SAYSO_LANG: "en", ...this.env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.said = "";
    const link = await new Promise((found, failed) => {
      this.process.stderr.on("data", (bytes) => {
        this.said += bytes;
        const signIn = /http:\S+#code=\w+/.exec(this.said);
        if (signIn) found(signIn[0]);
      });
      this.process.on("exit", (code) => failed(new Error(`sayso ended with ${code}: ${this.said}`)));
    });
    this.link = link;
    this.url = new URL(link).origin;
    this.listen = new URL(link).host;
    const token = (name) => {
      const path = join(this.data, name);
      return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
    };
    this.person = token("person.token");
    this.agent = token("agent.token");
  }

  /** Ends it; `SIGKILL` lets it do nothing more. */
  async stop(signal = "SIGTERM") {
    const ended = new Promise((done) => this.process.on("exit", done));
    this.process.kill(signal);
    await ended;
  }

  async close() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.stop("SIGKILL");
    rmSync(this.data, { recursive: true, force: true });
  }

  async call(method, path, body, token = this.person) {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const json = await response.json();
    if (!response.ok) throw Object.assign(new Error(`${method} ${path}: ${JSON.stringify(json)}`), { status: response.status, json });
    return json;
  }

  /** A new link that signs a page in. */
  async signInLink(path = "/") {
    const { code } = await this.call("POST", "/api/login/code", {});
    return `${this.url}${path}#code=${code}`;
  }

  /** Asks as an agent would; gives the interaction. */
  ask(input, more = {}) {
    const { agent = "Claude", ...rest } = more;
    return this.call("POST", "/api/interactions", { input, agent: { kind: "main", name: agent }, ...rest }, this.agent);
  }

  /** Says it as the agent, or as the person whose words they are. */
  say(session, kind, content) {
    const token = content.role === "user" ? this.person : this.agent;
    return this.call("POST", `/api/sessions/${encodeURIComponent(session)}/messages`, { kind, content }, token);
  }

  /** How it stands. */
  look(id) {
    return this.call("GET", `/api/interactions/${id}`);
  }

  /** Waits until it is closed; the outcome. */
  async outcome(id, seconds = 60) {
    const { outcome } = await this.call("GET", `/api/interactions/${id}?wait=${seconds}`, undefined, this.agent);
    return outcome;
  }
}
