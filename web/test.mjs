// Runs tests/web/*.test.ts with Node's own test runner; esbuild takes the types off first.
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const web = dirname(fileURLToPath(import.meta.url));
const tests = join(web, "..", "tests", "web");
const entryPoints = (await readdir(tests)).filter((name) => name.endsWith(".test.ts")).map((name) => join(tests, name));
const outdir = await mkdtemp(join(web, "node_modules", ".tests-"));

try {
  const define = { "import.meta.dirname": JSON.stringify(tests) };
  await esbuild.build({
    entryPoints,
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    define,
    logLevel: "warning",
  });
  const built = entryPoints.map((name) => join(outdir, name.slice(tests.length + 1).replace(/\.ts$/, ".js")));
  process.exitCode = spawnSync(process.execPath, ["--test", ...built], { stdio: "inherit" }).status ?? 1;
} finally {
  await rm(outdir, { recursive: true });
}
