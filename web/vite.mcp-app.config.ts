import { defineConfig } from "vite";

// The card for programs that show MCP Apps: one script without imports, which the desk puts into one document.
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      // Code is shown without colours there: their grammars would be half of the script.
      name: "without-colours",
      enforce: "pre",
      load: (id) => {
        if (id.endsWith("/markdown/highlight.ts")) return "export const highlight = async () => {};";
        return id.includes("/highlight.js/") ? "export default () => ({});" : null;
      },
    },
  ],
  build: {
    outDir: `${process.env.SAYSO_WEB_OUT ?? "dist"}-mcp-app`,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: "src/mcp-app/index.ts",
      output: { entryFileNames: "mcp-app.js", codeSplitting: false },
    },
  },
});
