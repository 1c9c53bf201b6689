import assert from "node:assert/strict";
import { test } from "node:test";
import { actFor } from "../../web/src/lib/acts";

test("keys that scroll a page and press buttons do so until a text has the focus", () => {
  for (const key of ["ArrowDown", "PageUp", "End", "Enter", " "]) {
    assert.equal(actFor(key, false), null, key);
    assert.notEqual(actFor(key, true), null, key);
  }
});

test("the others mean the same everywhere", () => {
  for (const key of ["n", "p", ",", ".", "[", "]", "{", "}", "x", "f", "i", "h", "?", "Escape"]) {
    assert.deepEqual(actFor(key, false), actFor(key, true), key);
    assert.notEqual(actFor(key, true), null, key);
  }
});

test("all else is left alone", () => {
  assert.equal(actFor("a", true), null);
  assert.equal(actFor("toString", true), null);
});
