import assert from "node:assert/strict";
import { test } from "node:test";
import { moveFor } from "../../web/src/lib/keys";

test("keys that scroll the page walk only once a walk has begun", () => {
  assert.equal(moveFor("ArrowDown", false), null);
  assert.equal(moveFor("Home", false), null);
  assert.equal(moveFor("ArrowDown", true), "next");
  assert.equal(moveFor("ArrowUp", true), "back");
  assert.equal(moveFor("End", true), "last");
});

test("left and right walk from the start", () => {
  assert.equal(moveFor("ArrowRight", false), "next");
  assert.equal(moveFor("ArrowLeft", false), "back");
});

test("other keys are left alone", () => {
  assert.equal(moveFor("a", true), null);
  assert.equal(moveFor("toString", true), null);
});
