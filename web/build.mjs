// Builds what the site serves under /static/: a script and a style sheet for every page, the same for the viewer of
// traces, one font.
// `node build.mjs --watch` rebuilds the first two while you edit.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import subsetFont from "subset-font";

const web = dirname(fileURLToPath(import.meta.url));
const target = join(web, "..", "src", "chipward", "site", "static");
const inter = join(web, "node_modules", "@fontsource-variable", "inter");

// ASCII, Latin-1 and the punctuation of English prose. Anything rarer falls back to a system font.
const WRITTEN = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, offset) => String.fromCodePoint(0x20 + offset)),
  ..."\u00a0©®°±²³µ·×÷äöüéèêëçñßøåÄÖÜÉ–—‘’“”•…↑↓−",
].join("");

/** Cuts Inter down to the letters and weights that the pages use. */
async function buildFont() {
  const whole = await readFile(join(inter, "files", "inter-latin-wght-normal.woff2"));
  const weights = { variationAxes: { wght: { min: 400, max: 700, default: 400 } } };
  await mkdir(join(target, "fonts"), { recursive: true });
  await writeFile(
    join(target, "fonts", "inter.woff2"),
    await subsetFont(whole, WRITTEN, { targetFormat: "woff2", ...weights }),
  );
  // Python draws the pictures that stand for a path where somebody shares it. It reads no compressed fonts.
  await writeFile(
    join(target, "fonts", "inter.ttf"),
    await subsetFont(whole, WRITTEN, { targetFormat: "truetype", ...weights }),
  );
  await copyFile(join(web, "icon.svg"), join(target, "icon.svg"));
  await copyFile(join(inter, "LICENSE"), join(target, "fonts", "inter-OFL.txt"));
}

const bundles = {
  absWorkingDir: web,
  entryPoints: { site: "src/islands.ts", viewer: "src/viewer.ts" },
  bundle: true,
  minify: true,
  format: "iife", // a module would not load from file://
  target: ["es2022", "chrome123", "firefox128", "safari17.5"],
  outdir: target,
  logLevel: "warning",
};
const styles = {
  ...bundles,
  entryPoints: { site: "styles/site.css", viewer: "styles/viewer.css" },
  external: ["*.woff2"],
  format: undefined,
};

if (process.argv.includes("--watch")) {
  for (const options of [bundles, styles]) await (await esbuild.context(options)).watch();
} else {
  await Promise.all([esbuild.build(bundles), esbuild.build(styles), buildFont()]);
}
