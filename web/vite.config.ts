import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Where the desk's build script wants the files.
const outDir = process.env.SAYSO_WEB_OUT ?? "dist";

// Compressed once here, so that the desk only ever copies bytes.
const precompress = (): Plugin => ({
  name: "precompress",
  apply: "build",
  enforce: "post",
  writeBundle(options) {
    const root = options.dir ?? outDir;
    for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
      if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
      const path = join(root, name);
      const plain = readFileSync(path);
      const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
      writeFileSync(`${path}.br`, brotliCompressSync(plain, brotli));
      writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
    }
  },
});

// These are asked for by name, from outside; everything else carries its hash in its name.
const named = ["panel", "sw"];

export default defineConfig({
  plugins: [precompress()],
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    // A data: URL in a style would be refused by the page's own policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: "index.html", panel: "src/panel/index.ts", sw: "src/app/worker/sw.ts" },
      // The panel is a library: what it exports stays exported.
      preserveEntrySignatures: "exports-only",
      output: {
        entryFileNames: (chunk) => (named.includes(chunk.name) ? "[name].js" : "assets/[name]-[hash].js"),
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
  server: {
    // `npm run dev` beside a running desk: the desk answers only to its own name.
    proxy: {
      "/api": {
        target: process.env.SAYSO_DESK ?? "http://127.0.0.1:7319",
        changeOrigin: true,
        configure: (proxy) => proxy.on("proxyReq", (request) => request.removeHeader("origin")),
      },
    },
  },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "happy-dom",
  },
});
