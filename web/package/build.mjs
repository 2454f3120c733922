// Makes what the package holds, from the page's sources: the card with all it needs in `dist/`, its types with
// the wire's in `types/`, and the licences of what is inside.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const web = join(here, "..");
const root = join(web, "..");

const built = await build({
  root: web,
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  build: {
    outDir: join(here, "dist"),
    emptyOutDir: true,
    target: "es2022",
    minify: true,
    reportCompressedSize: false,
    lib: { entry: join(web, "src/panel/index.ts"), formats: ["es"], fileName: () => "panel.js" },
    rolldownOptions: { output: { chunkFileNames: "[name].js" } },
  },
});

rmSync(join(here, "types"), { recursive: true, force: true });
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "--project", join(here, "tsconfig.json")], { stdio: "inherit" });
if (status !== 0) throw new Error("the package's types could not be made: tsc says why above");
// The generated types of the wire, where the emitted ones look for them.
mkdirSync(join(here, "types/schema"), { recursive: true });
copyFileSync(join(root, "schema/wire.d.ts"), join(here, "types/schema/wire.d.ts"));

for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, name), join(here, name));
writeFileSync(join(here, "THIRD-PARTY.txt"), thirdParty(built));

/** The licences of the packages whose code went in. */
function thirdParty(outputs) {
  const modules = outputs.flatMap(({ output }) => output).flatMap((chunk) => chunk.moduleIds ?? []);
  const names = new Set(modules.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []));
  return [...names].sort().map((name) => {
    const folder = join(web, "node_modules", name);
    const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    if (!licence) throw new Error(`${name} is inside the package and brings no licence`);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${name} ${version}\n\n${readFileSync(join(folder, licence), "utf8").trim()}\n`;
  }).join(`\n${"-".repeat(80)}\n\n`);
}
