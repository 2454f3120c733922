// Plays cases with a TypeScript SDK: 1 is @modelcontextprotocol/sdk, 2 is @modelcontextprotocol/client.
// usage: node client.mjs 1|2 MODULES; each case is a line of JSON, what happens is told as lines of JSON.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [generation, modules] = process.argv.slice(2);
const require = createRequire(`${modules}/package.json`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const tell = (what) => console.log(JSON.stringify(what));

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

async function play(scene) {
  const replies = scene.replies ? [...scene.replies] : [];
  const options = { capabilities: scene.replies ? { elicitation: { form: {} } } : {} };
  if (scene.mode !== "legacy") options.versionNegotiation = { mode: { pin: scene.mode } };
  const client = new Client({ name: scene.name, version: "1" }, options);
  if (scene.replies) {
    client.setRequestHandler(elicitation, async (request) => {
      tell({ form: request.params.requestedSchema });
      const reply = replies.shift() ?? { action: "cancel" };
      while (reply.after && !existsSync(reply.after)) await new Promise((done) => setTimeout(done, 20));
      return { action: reply.action, content: reply.content };
    });
  }
  const transport =
    scene.transport === "stdio"
      ? new StdioClientTransport({ command: scene.command, args: ["mcp"], env: scene.env, cwd: scene.cwd })
      : new StreamableHTTPClientTransport(new URL(`${scene.url}/mcp`), {
          requestInit: { headers: { Authorization: `Bearer ${scene.token}` } },
        });
  await client.connect(transport);
  for (const call of scene.calls) {
    const limit = call.timeout ? { timeout: call.timeout * 1000 } : {};
    const asked = { name: call.tool, arguments: call.arguments };
    try {
      const result =
        generation === "1" ? await client.callTool(asked, undefined, limit) : await client.callTool(asked, limit);
      tell({ text: result.content[0].text, data: result.structuredContent, error: Boolean(result.isError) });
    } catch (failed) {
      tell({ failed: String(failed) });
    }
  }
  await client.close();
}

for await (const line of createInterface({ input: process.stdin })) {
  await play(JSON.parse(line)).catch((failed) => tell({ failed: String(failed) }));
  tell({ over: true });
}
process.exit(0);
