// The smallest server on the TypeScript SDK: one tool that says what it is told.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.argv[2]}/package.json`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { McpServer } = await load("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = await load("@modelcontextprotocol/sdk/server/stdio.js");

const server = new McpServer({ name: "trivial", version: "1" });
server.registerTool("echo", { description: "Says what it is told" }, async () => ({
  content: [{ type: "text", text: "hello" }],
}));
await server.connect(new StdioServerTransport());
