import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const STYLES = join(import.meta.dirname, "..", "..", "web", "styles");
const read = (name: string): string => readFileSync(join(STYLES, name), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
const TOKENS = read("tokens.css");
const OTHERS = [
  ...readdirSync(STYLES).filter((name) => name.endsWith(".css") && name !== "tokens.css"),
  "../src/islands/trace/theme.ts", // style sheets cannot reach into a pane
];

const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|light-dark)a?\(|\b(?:black|white|red|green|blue|gr[ae]y|orange|yellow|purple|brown|pink|teal|navy|silver|gold)\b(?!-)/gi;
const LENGTH = /(?<![\w-])\d*\.?\d+(?:px|rem|pt|cm|mm|in)\b/g;
const FONT = /font-family:(?!\s*(?:var\(|"Inter))[^;]+/g;

const literals = (css: string, pattern: RegExp): string[] =>
  css
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("@")) // a media query cannot read a token
    .flatMap((line) => line.match(pattern) ?? []);

for (const name of OTHERS) {
  test(`${name} takes its colours, sizes and fonts from the tokens`, () => {
    assert.deepEqual(literals(read(name), COLOUR), []);
    assert.deepEqual(literals(read(name), LENGTH), []);
    assert.deepEqual(literals(read(name), FONT), []);
  });
}

test("a literal colour, size or font would be seen", () => {
  assert.deepEqual(literals("a { color: #fff; border: 1px solid red; }", COLOUR), ["#fff", "red"]);
  assert.deepEqual(literals("a { width: 1.5rem; margin: 0 12px }", LENGTH), ["1.5rem", "12px"]);
  assert.deepEqual(literals("a { font-family: Georgia, serif }", FONT).length, 1);
});

test("every token that is used exists, and every token is used", () => {
  const defined = new Set([...TOKENS.matchAll(/^\s*(--[\w-]+):/gm)].map((found) => found[1]));
  const used = new Set(
    [TOKENS, ...OTHERS.map(read)].flatMap((css) => [...css.matchAll(/var\((--[\w-]+)/g)].map((found) => found[1])),
  );
  assert.deepEqual(
    [...used].filter((token) => !defined.has(token)),
    [],
  );
  assert.deepEqual(
    [...defined].filter((token) => !used.has(token)),
    [],
  );
});

type Theme = 0 | 1;

function colour(token: string, theme: Theme): readonly number[] {
  const pair = TOKENS.match(new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`));
  assert.ok(pair, `--${token} has no light and dark colour`);
  const hex = pair[theme + 1] ?? "";
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [dark = 0, bright = 0] = [one, other].map((token) => luminance(colour(token, theme))).sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

for (const theme of [0, 1] as const) {
  const name = theme === 0 ? "light" : "dark";
  for (const text of ["ink", "soft", "copper", "seen", "amber"]) {
    for (const ground of ["paper", "sheet", "wash"]) {
      test(`${text} on ${ground} can be read in the ${name} theme`, () => {
        assert.ok(contrast(text, ground, theme) >= 4.5, `${contrast(text, ground, theme).toFixed(2)} is below 4.5`);
      });
    }
  }
  test(`the edge of what can be pressed is seen in the ${name} theme`, () => {
    for (const ground of ["paper", "sheet"]) assert.ok(contrast("line", ground, theme) >= 3);
  });
  test(`text on what is picked can be read in the ${name} theme`, () => {
    for (const text of ["ink", "soft", "copper"]) assert.ok(contrast(text, "copper-wash", theme) >= 4.5);
  });
}
