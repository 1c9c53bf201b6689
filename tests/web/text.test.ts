import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, unitsBefore } from "../../web/src/lib/text";

test("a line ends at a line feed and nowhere else", () => {
  assert.deepEqual(linesOf("a\r\nb\u2028c\fd\n\ne"), ["a\r", "b\u2028c\fd", "", "e"]);
});

test("a line feed at the very end begins no further line", () => {
  assert.deepEqual(linesOf("a\n"), ["a"]);
  assert.deepEqual(linesOf("a\n\n"), ["a", ""]);
  assert.deepEqual(linesOf(""), [""]);
});

test("columns count characters, whatever they take", () => {
  assert.equal(unitsBefore("\u{1f600}ab", 2), 3);
  assert.equal(unitsBefore("ab", 9), 2);
});
