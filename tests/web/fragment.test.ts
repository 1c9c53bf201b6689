import assert from "node:assert/strict";
import { test } from "node:test";
import { readFragment, writeFragment } from "../../web/src/lib/fragment";

test("an address names the open texts and the line that is kept", () => {
  assert.deepEqual(readFragment("#open=program/mlp.py,kernel-0/asm&at=program/mlp.py:9&find=relu"), {
    open: ["program/mlp.py", "kernel-0/asm"],
    at: { artifact: "program/mlp.py", line: 9 },
    find: "relu",
  });
});

test("an empty address leaves the choice to the page", () => {
  assert.deepEqual(readFragment(""), { open: null, at: null, find: "" });
});

test("the id of a line is an address too", () => {
  assert.deepEqual(readFragment("#kernel-0/asm:5").at, { artifact: "kernel-0/asm", line: 5 });
});

test("a line goes by the name of its file, too", () => {
  assert.deepEqual(readFragment("#at=attn.py:19").at, { artifact: "attn.py", line: 19 });
});

test("what is written is read again, whatever was searched for", () => {
  for (const find of ["", "a b", "x&at=p/y:3", "#?%=+", "ü→"]) {
    const view = { open: ["p/y", "q/z.2"], at: { artifact: "p/y", line: 12 }, find };
    assert.deepEqual(readFragment(writeFragment(view)), view);
  }
});

test("an address reads as it is written", () => {
  assert.equal(
    writeFragment({ open: ["p/y", "q/z"], at: { artifact: "p/y", line: 9 }, find: "" }),
    "#open=p/y,q/z&at=p/y:9",
  );
});

test("nonsense names nothing", () => {
  for (const hash of ["#at=p/y:0", "#at=p/y:-1", "#at=<img>:1", "#at=p/y:1e9", "#%E0%A4%A", "#findings_"]) {
    assert.equal(readFragment(hash).at, null, hash);
  }
  assert.deepEqual(readFragment("#open=a/b,a/b,<img>,../x/y,").open, ["a/b"]);
});
