import assert from "node:assert/strict";
import { test } from "node:test";
import { type Entry, find } from "../../web/src/lib/find";

const ENTRIES: readonly Entry[] = [
  ["quote", "Triton", "JAX", "We use OpenAI Triton for some kernels.", "evidence/#1"],
  ["step", "TorchInductor writes Triton kernel", "PyTorch", "It fuses loops.", "a"],
  ["stage", "Triton kernel", "PyTorch", "A function marked @triton.jit.", "b"],
  ["stage", "LLVM", "JAX", "What Triton lowers to.", "c"],
  ["tool", "Triton", "Atlas", "A language for GPU kernels.", "d"],
  ["tool", "C++", "Atlas", "A language that grew out of C.", "e"],
  ["quote", "Dynamo", "PyTorch", "At a graph break it hands over to Python.", "evidence/#2"],
  ["trace", "hub.py", "torch.compile · CPU", "A print. Findings: Graph break.", "traces/hub/"],
];

const links = (query: string, most = 9) => find(ENTRIES, query, most).map((entry) => entry[4]);

test("a name comes before a name that holds it, then what is said, then quotes", () => {
  assert.deepEqual(links("triton"), ["d", "b", "a", "c", "evidence/#1"]);
});

test("every word must occur, in any case and order", () => {
  assert.deepEqual(links("KERNEL pytorch"), ["b", "a"]);
  assert.deepEqual(links("triton cobol"), []);
});

test("a trace is found by its program and by what was found in it, and comes before quotes", () => {
  assert.deepEqual(links("graph break"), ["traces/hub/", "evidence/#2"]);
  assert.deepEqual(links("hub"), ["traces/hub/"]);
});

test("signs are searched for as they are", () => {
  assert.deepEqual(links("c++"), ["e"]);
});

test("nothing typed finds nothing", () => {
  assert.deepEqual(links("  "), []);
});

test("no more than asked for", () => {
  assert.equal(links("triton", 2).length, 2);
});
