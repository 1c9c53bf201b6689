import assert from "node:assert/strict";
import { test } from "node:test";
import { type MapFile, readMap } from "../../web/src/lib/line-map";
import { LineGraph } from "../../web/src/lib/lines";

const LINES = { from: 9, to: 9 };
const FILE: MapFile = { from: [2, 0, 3], to: [4, 1, -3], kind: "eig", columns: [[0, 5], 0, [2, 3]] };

const leaving = (side: { offsets: Uint32Array; others: Uint32Array }, line: number): readonly number[] => [
  ...side.others.slice(side.offsets[line], side.offsets[line + 1]),
];

test("differences add up to lines, seen from both ends", () => {
  const { forward, backward } = readMap(FILE, LINES);
  assert.deepEqual(leaving(forward, 2), [4, 5]);
  assert.deepEqual(leaving(forward, 5), [2]);
  assert.deepEqual(leaving(backward, 2), [5]);
  assert.deepEqual(leaving(backward, 4), [2]);
});

test("a map that contradicts itself is refused", () => {
  for (const broken of [
    { ...FILE, kind: "ei" },
    { ...FILE, kind: "eix" },
    { ...FILE, to: [4, 1, -9] },
    { ...FILE, from: [2, 0, 8] },
    { ...FILE, from: [2, 0, Number.NaN] },
    { ...FILE, columns: [0 as const] },
  ]) {
    assert.throws(() => readMap(broken, LINES), RangeError);
  }
});

test("the columns of a line are those of its edges, each once, or of the edges that are asked for", () => {
  const graph = new LineGraph([{ id: "0", from: "p/py", to: "g/fx" }]);
  assert.deepEqual(graph.spans("p/py", 2), []);
  const edges = {
    from: [2, 0, 0],
    to: [1, 1, 1],
    kind: "eee",
    columns: [
      [0, 5],
      [0, 5],
      [8, 9],
    ],
  } as const;
  graph.add("0", readMap(edges, LINES));
  assert.deepEqual(graph.spans("p/py", 2), [
    [0, 5],
    [8, 9],
  ]);
  assert.deepEqual(
    graph.spans("p/py", 2, (_, line) => line === 3),
    [[8, 9]],
  );
});

test("maps between shown texts are wanted first, then all that lead on", () => {
  const graph = new LineGraph([
    { id: "other", from: "p/py", to: "g/other" },
    { id: "beyond", from: "g/other", to: "g/beyond" },
    { id: "fx", from: "p/py", to: "g/fx" },
    { id: "aten", from: "g/fx", to: "g/aten" },
  ]);
  const wanted = () => graph.wanted("p/py", graph.follow("p/py", 1), ["p/py", "g/aten"]);
  assert.deepEqual(graph.between(["g/aten"]), ["aten", "fx"]);
  assert.deepEqual(wanted(), ["aten", "fx", "other"]);
  for (const id of ["aten", "fx"]) graph.add(id, readMap({ from: [1], to: [1], kind: "e" }, LINES));
  assert.deepEqual(wanted(), ["other"]);
  graph.add("other", readMap({ from: [2], to: [1], kind: "e" }, LINES));
  assert.deepEqual(wanted(), [], "nothing of the line is in g/other, so nothing can lead on from there");
});
