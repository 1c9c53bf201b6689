import assert from "node:assert/strict";
import { test } from "node:test";
import { seek } from "../../web/src/lib/seek";

const go = async () => true;
const found = async (text: string, words: string, most = 9) => seek(text, words, most, go);

test("every line that holds the words is found once, in any case", async () => {
  assert.deepEqual(await found("relu\nx\nRELU relu\n\nrelu6", "relu"), {
    hits: [
      { line: 1, text: "relu" },
      { line: 3, text: "RELU relu" },
      { line: 5, text: "relu6" },
    ],
    count: 3,
  });
});

test("signs are searched for as they are", async () => {
  assert.deepEqual((await found("a.b\naxb\na[0]*(b)", "a[0]*("))?.hits, [{ line: 3, text: "a[0]*(b)" }]);
  assert.equal((await found("a.b\naxb", "a.b"))?.count, 1);
});

test("no more hits than asked for, but all are counted", async () => {
  const result = await found("x\n".repeat(50), "x", 3);
  assert.deepEqual([result?.hits.length, result?.count], [3, 50]);
});

test("a long line is cut around the hit", async () => {
  const text = (await found(`${"a".repeat(400_000)}needle${"b".repeat(400_000)}`, "needle"))?.hits[0]?.text ?? "";
  assert.ok(text.includes("needle"));
  assert.ok(text.length < 200);
});

test("a search pauses when its time is up, and gives up when told to", async () => {
  let [clock, pauses] = [0, 0];
  const now = () => {
    clock += 9;
    return clock;
  };
  const text = `${"-".repeat(3_000)}x\n`.repeat(10);
  await seek(
    text,
    "x",
    9,
    async () => {
      pauses++;
      return true;
    },
    now,
  );
  assert.ok(pauses >= 9);
  assert.equal(await seek(text, "x", 9, async () => false, now), null);
});
