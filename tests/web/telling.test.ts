import assert from "node:assert/strict";
import { test } from "node:test";
import { Book } from "../../web/src/lib/book";
import type { Reached } from "../../web/src/lib/lines";
import { Lines } from "../../web/src/lib/reached";
import { list } from "../../web/src/lib/tallies";
import { coverageOf, originOf, percent, tell } from "../../web/src/lib/telling";
import { artifactOf, mapOf, traceOf, unitOf } from "./made";

const SOURCE = artifactOf({
  id: "program/mlp.py",
  unit: "program",
  kind: "python-source",
  title: "mlp.py",
  layer: "your-code",
  noun: ["Python line", "Python lines"],
});
const GRAPHS = ["before", "after"].map((name) => artifactOf({ id: `graph-0/${name}` }));
const KERNELS = [0, 1].map((number) =>
  artifactOf({
    id: `kernel-${number}/cpp`,
    unit: `kernel-${number}`,
    kind: "cpp-kernel",
    kind_title: "C++ kernel",
    layer: "kernels",
    noun: ["C++ line", "C++ lines"],
  }),
);
const BOOK = new Book(
  traceOf({
    artifacts: [SOURCE, ...GRAPHS, ...KERNELS],
    units: [
      unitOf({ kernels: 3 }),
      ...[0, 1, 2].map((number) => unitOf({ id: `kernel-${number}`, kind: "kernel", parent: "graph-0" })),
    ],
    maps: [
      mapOf({ to: "graph-0/after" }),
      mapOf({ id: "1", from: "graph-0/after", to: "kernel-0/cpp", end_lines: 50, end_mapped: 47 }),
    ],
  }),
);

function lines(...tied: readonly [line: number, weakness: number][]): Lines {
  const made = new Lines();
  for (const [line, weakness] of tied) made.tie(line, weakness);
  return made;
}

function told(down: Record<string, Lines>, open: readonly string[] = [], up: Record<string, Lines> = {}) {
  const reached = (one: Record<string, Lines>): Reached => new Map(Object.entries(one));
  const family = { down: reached(down), up: reached(up), kin: (): Reached => new Map() };
  return tell(BOOK, { artifact: "program/mlp.py", line: 9 }, family, open);
}

const said = (tallies: readonly { count: string; noun: string; known: string }[]): readonly string[] =>
  tallies.map(({ count, noun, known }) => `${count} ${noun}${known ? ` (${known})` : ""}`);

const ALL = BOOK.texts.map(({ id }) => id);

test("what a line became is counted kind by kind, from your code down, each with how it is known", () => {
  const down = { "kernel-0/cpp": lines([6, 3], [7, 3], [8, 0]), "graph-0/after": lines([4, 0], [5, 0]) };
  assert.deepEqual(said(told(down, ALL).became), [
    "2 ops (exact)",
    "3 C++ lines (exact and inferred)",
    "1 of 3 kernels",
  ]);
});

test("of a kind that is open the open texts count, as they are lit; of others the last text of each unit", () => {
  const down = {
    "graph-0/before": lines([1, 0]),
    "graph-0/after": lines([4, 0], [5, 0]),
    "kernel-0/cpp": lines([6, 0]),
  };
  const some = told(down, ["graph-0/before"]);
  assert.deepEqual(said(some.became), ["1 op (exact)", "1 of 3 kernels"]);
  assert.deepEqual(said(some.elsewhere), ["1 C++ line (exact)"]);
  const none = told(down);
  assert.deepEqual(said(none.became), ["1 of 3 kernels"]);
  assert.deepEqual(said(none.elsewhere), ["2 ops (exact)", "1 C++ line (exact)"]);
});

test("lines that are tied as a whole alone are said to be so, and count for nothing beside finer ones", () => {
  assert.deepEqual(said(told({ "kernel-0/cpp": lines([1, 4], [2, 4]) }, ALL).became), [
    "2 C++ lines (as a whole)",
    "1 of 3 kernels",
  ]);
  assert.deepEqual(said(told({ "kernel-0/cpp": lines([1, 4], [2, 1]) }, ALL).became)[0], "1 C++ line (inlined)");
});

test("units of several kernels are added up", () => {
  const down = { "kernel-0/cpp": lines([1, 0]), "kernel-1/cpp": lines([2, 0]) };
  assert.deepEqual(said(told(down, ALL).became), ["2 C++ lines (exact)", "2 of 3 kernels"]);
});

test("what an instruction came from is told likewise", () => {
  assert.deepEqual(said(told({}, ALL, { "graph-0/after": lines([4, 2]) }).cameFrom), ["1 op (fused)"]);
});

test("the least that is known of an open text is told with it", () => {
  const down = { "graph-0/after": lines([4, 0]), "kernel-0/cpp": lines([6, 3]) };
  assert.equal(told(down, ["graph-0/after", "kernel-0/cpp"]).coverage, "50 % of the lines of ATen graph mapped");
  assert.equal(told(down, ["kernel-0/cpp"]).coverage, "94 % of the lines of C++ kernel mapped");
  assert.equal(told(down).coverage, null);
});

test("a text says how much of it is traced back; the first of all, how much of it became something", () => {
  assert.equal(coverageOf(BOOK, KERNELS[0] ?? SOURCE), "94 % of 50 lines traced back");
  assert.equal(coverageOf(BOOK, SOURCE), "3 of 10 lines became something");
  assert.equal(coverageOf(BOOK, KERNELS[1] ?? SOURCE), null);
});

test("a share is never rounded up to all, nor down to none", () => {
  assert.equal(percent({ mapped: 999, lines: 1000, way: "back" }), "99 %");
  assert.equal(percent({ mapped: 1, lines: 1000, way: "back" }), "< 1 %");
  assert.equal(percent({ mapped: 0, lines: 1000, way: "back" }), "0 %");
});

test("an origin is told in words", () => {
  assert.equal(originOf(artifactOf({ origin: "compiled" })), "compiled here, not run");
  assert.equal(originOf(artifactOf({ origin: "executed", cached: true })), "ran here, from a cache");
});

test("words are listed as a reader lists them", () => {
  assert.deepEqual(
    [[], ["a"], ["a", "b"], ["a", "b", "c"]].map((words) => list(words)),
    ["", "a", "a and b", "a, b and c"],
  );
});

test("a kernel that several operators ran is one, and calls of Python are not counted as operators", () => {
  const listing = (name: string, one: string, many: string) =>
    artifactOf({ id: `eager/${name}`, unit: "eager", kind: "eager-ops", noun: [one, many] });
  const way = (unit: string) => artifactOf({ id: `${unit}/native`, unit, kind: "native-stack", layer: "kernels" });
  const operator = (id: string) => unitOf({ id, kind: "kernel", parent: "eager", kernel: "code" });
  const book = new Book(
    traceOf({
      artifacts: [SOURCE, listing("calls", "call", "calls"), listing("ops", "op", "ops"), way("op-1"), way("op-2")],
      units: [
        unitOf({ id: "eager", kind: "eager", kernels: 1 }),
        unitOf({ id: "code", kind: "kernel", parent: "eager", kernel: "code" }),
        operator("op-1"),
        operator("op-2"),
      ],
    }),
  );
  const down = new Map(
    ["eager/calls", "eager/ops", "op-1/native", "op-2/native"].map((id) => [id, lines([1, 0])] as const),
  );
  const family = { down, up: new Map(), kin: (): Reached => new Map() };
  const open = ["eager/calls", "eager/ops"];
  const { became } = tell(book, { artifact: SOURCE.id, line: 1 }, family, open);
  assert.deepEqual(said(became), ["1 call (exact)", "1 op (exact)", "1 kernel"]);
});
