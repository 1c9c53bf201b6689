import assert from "node:assert/strict";
import { test } from "node:test";
import { Book } from "../../web/src/lib/book";
import { type Choice, descend } from "../../web/src/lib/descent";
import { type MapFile, readMap } from "../../web/src/lib/line-map";
import { LineGraph } from "../../web/src/lib/lines";
import { artifactOf, mapOf, traceOf } from "./made";

const KINDS = [
  ["source", "your-code"],
  ["graph", "graph-ir"],
  ["cpp", "kernels"],
  ["asm", "machine-code"],
] as const;

const textOf = (id: string) => {
  const kind = id.split("/").at(-1) ?? "";
  const layer = KINDS.find(([known]) => known === kind)?.[1] ?? "";
  return artifactOf({ id, unit: id.split("/")[0] ?? "", kind, title: id, layer });
};

const TEXTS = ["p/source", "forward/graph", "backward/graph", "q-forward/cpp", "q-backward/cpp", "r/cpp"].concat([
  "q-forward/asm",
  "q-backward/asm",
  "r/asm",
]);

/** Line 2 became something in both graphs, line 3 in the forward one alone, line 4 in a kernel without machine code. */
const EDGES: readonly (readonly [from: string, to: string, edges: Omit<MapFile, "columns">])[] = [
  ["p/source", "backward/graph", { from: [2], to: [2], kind: "e" }],
  ["p/source", "forward/graph", { from: [2, 1, 1], to: [2, 1, 1], kind: "eee" }],
  ["backward/graph", "q-backward/cpp", { from: [2], to: [2], kind: "e" }],
  ["forward/graph", "q-forward/cpp", { from: [2], to: [2], kind: "e" }],
  ["forward/graph", "r/cpp", { from: [3, 1], to: [3, 1], kind: "eu" }],
  ["q-backward/cpp", "q-backward/asm", { from: [2], to: [2], kind: "e" }],
  ["q-forward/cpp", "q-forward/asm", { from: [2], to: [2], kind: "e" }],
  ["r/cpp", "r/asm", { from: [3], to: [3], kind: "e" }],
];

function chosen(artifact: string, line: number, open: readonly string[]): Record<string, Choice> {
  const maps = EDGES.map(([from, to], at) => mapOf({ id: String(at), from, to }));
  const book = new Book(traceOf({ artifacts: TEXTS.map(textOf), maps }));
  const graph = new LineGraph(maps);
  EDGES.forEach(([, , edges], at) => {
    graph.add(String(at), readMap(edges, { from: 10, to: 10 }));
  });
  const place = { artifact, line };
  return Object.fromEntries(descend(book, graph, place, graph.follow(artifact, line), open));
}

test("each pane is reached from the one before it", () => {
  assert.deepEqual(chosen("p/source", 2, ["p/source", "q-forward/cpp", "q-backward/asm"]), {
    "q-forward/cpp": "q-forward/cpp",
    "q-backward/asm": "q-forward/asm",
  });
});

test("what runs forward comes first where nothing of the line is open", () => {
  assert.deepEqual(chosen("p/source", 2, ["p/source", "r/cpp", "r/asm"]), {
    "r/cpp": "q-forward/cpp",
    "r/asm": "q-forward/asm",
  });
});

test("what is open and of the line stays, and leads on", () => {
  assert.deepEqual(chosen("p/source", 2, ["p/source", "backward/graph", "r/cpp", "q-forward/asm"]), {
    "backward/graph": "backward/graph",
    "r/cpp": "q-backward/cpp",
    "q-forward/asm": "q-backward/asm",
  });
});

test("a line brings the kernel that it is in", () => {
  assert.deepEqual(chosen("p/source", 3, ["p/source", "forward/graph", "q-forward/cpp", "q-forward/asm"]), {
    "forward/graph": "forward/graph",
    "q-forward/cpp": "r/cpp",
    "q-forward/asm": "r/asm",
  });
});

test("a pane that nothing leads to is said to stand apart", () => {
  assert.deepEqual(chosen("p/source", 4, ["p/source", "r/cpp", "r/asm"]), { "r/cpp": "r/cpp", "r/asm": null });
  assert.deepEqual(chosen("p/source", 9, ["p/source", "r/asm"]), { "r/asm": null });
});

test("a line of machine code brings what it came from", () => {
  assert.deepEqual(chosen("q-backward/asm", 2, ["p/source", "forward/graph", "r/cpp", "q-backward/asm"]), {
    "r/cpp": "q-backward/cpp",
    "forward/graph": "backward/graph",
    "p/source": "p/source",
  });
});

test("of kernels that are as good the one that holds most of the line comes first", () => {
  const texts = ["p/source", "few/asm", "most/asm", "none/asm"].map(textOf);
  const maps = ["few/asm", "most/asm"].map((to, at) => mapOf({ id: String(at), from: "p/source", to }));
  const book = new Book(traceOf({ artifacts: texts, maps }));
  const graph = new LineGraph(maps);
  graph.add("0", readMap({ from: [2], to: [2], kind: "e" }, { from: 9, to: 9 }));
  graph.add("1", readMap({ from: [2, 0], to: [2, 1], kind: "ee" }, { from: 9, to: 9 }));
  const place = { artifact: "p/source", line: 2 };
  const chosen = descend(book, graph, place, graph.follow("p/source", 2), ["p/source", "none/asm"]);
  assert.deepEqual([...chosen], [["none/asm", "most/asm"]]);
});
