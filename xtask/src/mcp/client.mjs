// Plays scenes with a TypeScript SDK: 1 is @modelcontextprotocol/sdk, 2 is @modelcontextprotocol/client.
// usage: node client.mjs 1|2 MODULES; each scene is a line of JSON, what happens is told as lines of JSON.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [generation, modules] = process.argv.slice(2);
const require = createRequire(`${modules}/package.json`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const tell = (what) => console.log(JSON.stringify(what));
const wait = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

let Client, StdioClientTransport, StreamableHTTPClientTransport, elicitation;
if (generation === "1") {
  ({ Client } = await load("@modelcontextprotocol/sdk/client/index.js"));
  ({ StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js"));
  ({ StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js"));
  elicitation = (await load("@modelcontextprotocol/sdk/types.js")).ElicitRequestSchema;
} else {
  ({ Client, StreamableHTTPClientTransport } = await load("@modelcontextprotocol/client"));
  ({ StdioClientTransport } = await load("@modelcontextprotocol/client/stdio"));
  elicitation = "elicitation/create";
}

/** Until a file is there. */
async function appears(path) {
  while (path && !existsSync(path)) await wait(0.02);
}

/** Calls a tool; `more` is what a stateless client carries. */
function call(client, asked, limits = {}) {
  return generation === "1" ? client.callTool(asked, undefined, limits) : client.callTool(asked, limits);
}

/** The person at the panel inside this program. */
async function answerInPanel(client, asked, answers) {
  for (;;) {
    const opened = await call(client, { name: "panel_open", arguments: { arguments: asked } });
    if (opened.structuredContent.later) {
      await wait(0.02);
      continue;
    }
    return call(client, { name: "panel_answer", arguments: { nonce: opened._meta["sayso/nonce"], answers } });
  }
}

async function connect(scene, replies) {
  const capabilities = { ...(scene.replies ? { elicitation: { form: {}, url: {} } } : {}), ...scene.capabilities };
  const options = { capabilities };
  if (scene.mode !== "legacy") options.versionNegotiation = { mode: { pin: scene.mode } };
  const client = new Client({ name: scene.name, version: "1" }, options);
  client.onerror = () => {};
  if (scene.replies) {
    client.setRequestHandler(elicitation, async ({ params }) => {
      tell({ form: params.requestedSchema ?? null, url: params.url });
      const reply = replies.shift() ?? { action: "cancel" };
      await appears(reply.after);
      if (reply.in_panel) await answerInPanel(client, scene.steps[0].arguments, reply.in_panel);
      return { action: reply.action, content: reply.content };
    });
  }
  const transport =
    scene.transport === "stdio"
      ? new StdioClientTransport({ command: scene.command[0], args: scene.command.slice(1), env: scene.env, cwd: scene.cwd })
      : new StreamableHTTPClientTransport(new URL(`${scene.url}/mcp`), {
          requestInit: { headers: { Authorization: `Bearer ${scene.token}` } },
        });
  await client.connect(transport);
  return client;
}

async function play(scene) {
  const replies = scene.replies ? [...scene.replies] : [];
  let client = await connect(scene, replies);
  let held;
  for (const step of scene.steps) {
    const limits = step.timeout ? { timeout: step.timeout * 1000 } : {};
    const asked = { name: step.tool, arguments: step.arguments };
    try {
      if (step.do === "wait") {
        await appears(step.until);
      } else if (step.do === "reconnect") {
        await client.close().catch(() => {});
        client = await connect(scene, replies);
      } else if (step.do === "hold") {
        held = await call(client, asked, { allowInputRequired: true });
        tell({ form: held.inputRequests?.form?.params.requestedSchema });
      } else {
        if (step.do === "hand in") Object.assign(asked, { requestState: held.requestState, inputResponses: { form: step.response } });
        const result = await call(client, asked, limits);
        tell({ text: result.content[0].text, data: result.structuredContent, error: Boolean(result.isError) });
      }
    } catch (failed) {
      tell({ failed: String(failed) });
    }
  }
  await client.close().catch(() => {});
}

for await (const line of createInterface({ input: process.stdin })) {
  // Several scenes of one line are played at once.
  const scenes = [JSON.parse(line)].flat();
  await Promise.all(scenes.map((scene) => play(scene).catch((failed) => tell({ failed: String(failed) }))));
  tell({ over: true });
}
process.exit(0);
