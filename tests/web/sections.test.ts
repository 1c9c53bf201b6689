import assert from "node:assert/strict";
import { test } from "node:test";
import { sectionAt, sectionsOf } from "../../web/src/lib/sections";

const TEXT = [
  "### before the first pass",
  "HloModule f",
  "",
  "### 1. fusion: dce  (-1 +0 lines)",
  "@@ -1 +0,0 @@",
  "-a",
];

test("each heading begins a section, on its line", () => {
  assert.deepEqual(sectionsOf(TEXT), [
    { line: 1, title: "before the first pass" },
    { line: 4, title: "1. fusion: dce  (-1 +0 lines)" },
  ]);
  assert.deepEqual(sectionsOf(["-### a", "#### b", "###"]), []);
});

test("a line stands in the section that began last", () => {
  const sections = sectionsOf(["above", ...TEXT]);
  assert.deepEqual(
    [1, 2, 4, 5, 7, 99].map((line) => sectionAt(sections, line)),
    [0, 0, 0, 1, 1, 1],
  );
  assert.equal(sectionAt([], 3), 0);
});
