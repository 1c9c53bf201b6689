import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords, moved, picked, positions, turns } from "../../web/src/lib/route";

// Code that forks after the compiler and meets again at the driver.
const ORDER = ["code", "code--ir", "ir", "ir--gpu", "gpu", "ir--lib", "lib", "lib--gpu"];

test("a walk goes from stage to arrow to stage", () => {
  assert.equal(moved(ORDER, "code", "next"), "code--ir");
  assert.equal(moved(ORDER, "code--ir", "next"), "ir");
  assert.equal(moved(ORDER, "ir", "back"), "code--ir");
});

test("a walk stops at both ends", () => {
  assert.equal(moved(ORDER, "code", "back"), null);
  assert.equal(moved(ORDER, "lib--gpu", "next"), null);
  assert.equal(moved(ORDER, "gpu", "first"), "code");
  assert.equal(moved(ORDER, "gpu", "last"), "lib--gpu");
});

test("a walk starts at the first stage, from nowhere and from off the path", () => {
  assert.equal(moved(ORDER, null, "next"), "code");
  assert.equal(moved(ORDER, "tpu", "next"), "code");
  assert.equal(moved([], null, "next"), null);
});

test("stages and arrows are counted apart", () => {
  const place = positions(ORDER);
  assert.equal(inWords(place.get("ir")), "stage 2 of 4");
  assert.equal(inWords(place.get("lib--gpu")), "step 4 of 4");
  assert.equal(inWords(place.get("tpu")), "not on this path");
});

test("an arrow that leaves from elsewhere, or comes back, says so", () => {
  assert.deepEqual(turns(ORDER, 1), { branches: false, joins: false });
  assert.deepEqual(turns(ORDER, 5), { branches: true, joins: false });
  assert.deepEqual(turns(ORDER, 7), { branches: false, joins: true });
});

test("one choice changes and the others stay", () => {
  assert.equal(picked("compile/nvidia-gpu", 0, "eager"), "eager/nvidia-gpu");
  assert.equal(picked("compile/nvidia-gpu", 1, "cpu"), "compile/cpu");
  assert.equal(picked("cuda", 0, "metal"), "metal");
});
