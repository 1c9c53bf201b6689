import assert from "node:assert/strict";
import { test } from "node:test";
import { Book } from "../../web/src/lib/book";
import { descend } from "../../web/src/lib/descent";
import { readMap } from "../../web/src/lib/line-map";
import { LineGraph, type Reached } from "../../web/src/lib/lines";
import { Lines } from "../../web/src/lib/reached";
import { tell } from "../../web/src/lib/telling";
import { Ways } from "../../web/src/lib/ways";
import { artifactOf, mapOf, traceOf, unitOf } from "./made";

const bands = ["your-code", "compiler", "machine-code"].map((layer) => ({ layer }));
const RAILS = ["cpu", "cuda:h100", "rocm:mi300x"].map((target) => ({ target, bands }));
const SASS = {
  kind: "sass",
  kind_title: "SASS",
  layer: "machine-code",
  noun: ["SASS instruction", "SASS instructions"],
};

const text = (id: string, known: object = {}) => artifactOf({ id, unit: id.split("/")[0] ?? "", ...known });
const TEXTS = [
  text("program/net.py", { kind: "python-source", layer: "your-code", title: "net.py" }),
  text("cpu/asm", { kind: "asm", layer: "machine-code", noun: ["instruction", "instructions"] }),
  text("h-kernel/triton", { kind: "triton", layer: "compiler", noun: ["Triton line", "Triton lines"] }),
  text("h-c0/sass", SASS),
  text("h-c1/sass", SASS),
  text("r-kernel/triton", { kind: "triton", layer: "compiler", noun: ["Triton line", "Triton lines"] }),
  text("r-kernel/amdgcn", { kind: "amdgcn", layer: "machine-code" }),
];
const UNITS = [
  unitOf({ id: "cpu", kind: "kernel", rail: 0 }),
  unitOf({ id: "h-frame", kind: "frame", rail: 1, parent: "cpu" }),
  unitOf({ id: "h-kernel", kind: "kernel", rail: 1, parent: "h-frame" }),
  unitOf({ id: "h-c0", name: "XBLOCK 1", kind: "candidate", rail: 1, parent: "h-kernel", takes: "16 registers" }),
  unitOf({ id: "h-c1", name: "XBLOCK 8", kind: "candidate", rail: 1, parent: "h-kernel" }),
  unitOf({ id: "r-kernel", kind: "kernel", rail: 2, parent: "cpu" }),
];
const ENDS = [
  ["program/net.py", "cpu/asm"],
  ["program/net.py", "h-kernel/triton"],
  ["program/net.py", "r-kernel/triton"],
  ["h-kernel/triton", "h-c0/sass"],
  ["h-kernel/triton", "h-c1/sass"],
  ["r-kernel/triton", "r-kernel/amdgcn"],
] as const;
const MAPS = ENDS.map(([from, to], at) => mapOf({ id: String(at), from, to }));
const FIDELITY = { kind: "fidelity", advice: null };
const BOOK = new Book(
  traceOf({
    rails: RAILS,
    units: UNITS,
    artifacts: TEXTS,
    maps: MAPS,
    findings: [
      { ...FIDELITY, text: "Not run.", unit: "h-frame", advice: "Run it." },
      { ...FIDELITY, text: "Two candidates.", unit: "h-kernel" },
      { ...FIDELITY, text: "About the CPU.", unit: "cpu" },
      { kind: "graph-break", text: "A break.", unit: "h-c0", advice: null },
    ],
  }),
);

function graph(): LineGraph {
  const made = new LineGraph(MAPS);
  for (const { id } of MAPS) made.add(id, readMap({ from: [2], to: [2], kind: "e" }, { from: 10, to: 10 }));
  return made;
}

const lines = (...numbers: readonly number[]): Lines => {
  const made = new Lines();
  for (const number of numbers) made.tie(number, 0);
  return made;
};

function told(down: Record<string, Lines>, open: readonly string[]) {
  const family = { down: new Map(Object.entries(down)), up: new Map(), kin: (): Reached => new Map() };
  const { became, elsewhere, targets } = tell(BOOK, { artifact: "program/net.py", line: 2 }, family, open);
  const said = (tallies: typeof became) => tallies.map(({ count, noun }) => `${count} ${noun}`);
  return { became: said(became), elsewhere: said(elsewhere), targets };
}

const DOWN = {
  "cpu/asm": lines(1, 2),
  "h-kernel/triton": lines(2),
  "h-c0/sass": lines(2, 3, 4),
  "h-c1/sass": lines(2, 3, 4, 5, 6),
  "r-kernel/triton": lines(2),
  "r-kernel/amdgcn": lines(2),
};

test("a text is for the target of its path, and the program for all of them", () => {
  assert.deepEqual(
    TEXTS.map((one) => BOOK.targetOf(one)),
    [null, "cpu", "cuda:h100", "cuda:h100", "cuda:h100", "rocm:mi300x", "rocm:mi300x"],
  );
  assert.equal(
    new Book(traceOf({ artifacts: TEXTS, units: [unitOf({ id: "cpu" })] })).targetOf(TEXTS[1] as never),
    null,
  );
});

test("texts of a kind are swapped for each other on one path alone", () => {
  const triton = TEXTS[2] as (typeof TEXTS)[0];
  assert.deepEqual(
    BOOK.siblings(triton).map(({ id }) => id),
    ["h-kernel/triton"],
  );
  assert.deepEqual(
    BOOK.namesakes(triton).map(({ id }) => id),
    ["h-kernel/triton", "r-kernel/triton"],
  );
});

test("a caveat holds for what lies below, on its own path", () => {
  assert.deepEqual(BOOK.caveatsOf("h-c0"), ["Two candidates.", "Not run. Run it."]);
  assert.deepEqual(BOOK.caveatsOf("r-kernel"), []);
});

test("what is not open is told for the targets that are open, and of the others that there is code", () => {
  const { became, elsewhere, targets } = told(DOWN, ["program/net.py", "h-kernel/triton"]);
  assert.deepEqual(became, ["1 Triton line", "1 kernel"]);
  assert.deepEqual(elsewhere, ["3–5 SASS instructions"]);
  assert.deepEqual(targets, ["cpu", "rocm:mi300x"]);
});

test("of a kernel whose candidate is open the others are not counted", () => {
  const { became, elsewhere } = told({ ...DOWN, "h-c0/sass": lines(2) }, ["program/net.py", "h-c0/sass"]);
  assert.deepEqual(became, ["1 SASS instruction", "1 kernel"]);
  assert.deepEqual(elsewhere, ["1 Triton line"]);
});

test("texts of one kind for two targets are told apart", () => {
  const { became } = told(DOWN, ["program/net.py", "h-kernel/triton", "r-kernel/triton"]);
  assert.deepEqual(became, [
    "1 Triton line for cuda:h100",
    "1 Triton line for rocm:mi300x",
    "1 kernel for cuda:h100",
    "1 kernel for rocm:mi300x",
  ]);
});

test("two machine codes stand side by side: neither is a step on the way to the other", () => {
  const place = { artifact: "program/net.py", line: 2 };
  const open = ["program/net.py", "cpu/asm", "h-kernel/triton", "h-c1/sass", "r-kernel/amdgcn"];
  const chosen = descend(BOOK, graph(), place, graph().follow(place.artifact, place.line), open);
  assert.deepEqual([...chosen.entries()].toSorted(), [
    ["cpu/asm", "cpu/asm"],
    ["h-c1/sass", "h-c1/sass"],
    ["h-kernel/triton", "h-kernel/triton"],
    ["r-kernel/amdgcn", "r-kernel/amdgcn"],
  ]);
});

test("an instruction leaves the code of other targets as it is", () => {
  const place = { artifact: "h-c0/sass", line: 2 };
  const family = graph().follow(place.artifact, place.line);
  const chosen = descend(BOOK, graph(), place, family, ["program/net.py", "h-c0/sass", "r-kernel/amdgcn"]);
  assert.deepEqual([...chosen.keys()], ["program/net.py"]);
});

test("a way is looked for among the texts between its ends alone", () => {
  const ways = new Ways(graph(), { artifact: "program/net.py", line: 2 }, "down", ["h-c0/sass"]);
  assert.deepEqual(
    ways.to("h-c0/sass").map(({ artifact }) => artifact),
    ["h-kernel/triton", "h-c0/sass"],
  );
  assert.deepEqual(ways.to("r-kernel/amdgcn"), []);
});

test("of kernels for several targets the fullest is shown, of those for one what was open", () => {
  const sass = (id: string) => text(id, SASS);
  const units = ["h-one", "h-two"].map((id) => unitOf({ id, kind: "kernel", rail: 1 }));
  const texts = [...TEXTS, sass("h-one/sass"), sass("h-two/sass")];
  const ends = [
    ["program/net.py", "cpu/asm", [3], "e"],
    ["program/net.py", "h-one/sass", [3], "e"],
    ["program/net.py", "h-two/sass", [3, 1, 1], "eee"],
  ] as const;
  const maps = ends.map(([from, to], at) => mapOf({ id: String(at), from, to }));
  const book = new Book(
    traceOf({
      rails: RAILS,
      units: [...UNITS, ...units],
      artifacts: texts,
      maps,
    }),
  );
  const made = new LineGraph(maps);
  ends.forEach(([, , to, kind], at) => {
    made.add(
      String(at),
      readMap({ from: to.map((_, place) => (place ? 0 : 3)), to: [...to], kind }, { from: 9, to: 9 }),
    );
  });
  const place = { artifact: "program/net.py", line: 3 };
  const chosen = (...open: readonly string[]) => {
    const family = made.follow(place.artifact, place.line);
    return descend(book, made, place, family, ["program/net.py", ...open]).get("h-one/sass");
  };
  assert.equal(chosen("cpu/asm", "h-one/sass"), "h-two/sass");
  assert.equal(chosen("h-one/sass"), "h-one/sass");
});

test("beside another target stands what a kernel does, and not the call of it", () => {
  const code = (unit: string) => text(`${unit}/bundles`, { kind: "bundles", layer: "machine-code" });
  const llo = (unit: string) => text(`${unit}/llo`, { kind: "llo", layer: "compiler" });
  const ends = [
    ["program/net.py", "cpu/asm", "e"],
    ["program/net.py", "top/llo", "e"],
    ["top/llo", "top/bundles", "g"],
    ["top/llo", "fusion/llo", "u"],
    ["program/net.py", "fusion/bundles", "u"],
  ] as const;
  const maps = ends.map(([from, to], at) => mapOf({ id: String(at), from, to }));
  const units = ["top", "fusion"].map((id) => unitOf({ id, kind: "kernel", rail: 2 }));
  const artifacts = [...TEXTS.slice(0, 2), ...["top", "fusion"].flatMap((unit) => [llo(unit), code(unit)])];
  const book = new Book(traceOf({ rails: RAILS, units: [...UNITS, ...units], artifacts, maps }));
  const known = new LineGraph(maps);
  ends.forEach(([, , kind], at) => {
    known.add(String(at), readMap({ from: [2], to: [2], kind }, { from: 10, to: 10 }));
  });
  const place = { artifact: "program/net.py", line: 2 };
  const family = known.follow(place.artifact, place.line);
  const chosen = (...open: readonly string[]) => descend(book, known, place, family, [place.artifact, ...open]);
  assert.deepEqual([...chosen("cpu/asm", "top/bundles")].at(-1), ["top/bundles", "fusion/bundles"]);
  assert.deepEqual([...chosen("top/bundles")], [["top/bundles", "top/bundles"]]);
});
