import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type MapFile, readMap } from "../../web/src/lib/line-map";
import { LineGraph, type Reached } from "../../web/src/lib/lines";
import { Ways } from "../../web/src/lib/ways";

interface Case {
  readonly name: string;
  readonly maps: readonly { readonly id: string; readonly from: string; readonly to: string; readonly edges: string }[];
  readonly pick: readonly [string, number];
  readonly became: Readonly<Record<string, string>>;
  readonly "came-from": Readonly<Record<string, string>>;
  readonly kin: Readonly<Record<string, string>>;
  readonly ways?: Readonly<
    Partial<Record<"became" | "came-from" | "kin", Readonly<Record<string, readonly string[]>>>>
  >;
}

const CASES: readonly Case[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "lines", "cases.json"), "utf8"),
).cases;

/** `9-2e 9-3e`: edges as the cases spell them. */
function mapOf(edges: string): MapFile {
  const spelled = edges
    .split(" ")
    .filter(Boolean)
    .map((edge) => edge.match(/^(\d+)-(\d+)([eifgu])$/) ?? assert.fail(edge))
    .map(([, from, to, kind]) => ({ from: Number(from), to: Number(to), kind }))
    .sort((one, other) => one.from - other.from || one.to - other.to);
  const differences = (ends: readonly number[]) => ends.map((end, place) => end - (ends[place - 1] ?? 0));
  return {
    from: differences(spelled.map(({ from }) => from)),
    to: differences(spelled.map(({ to }) => to)),
    kind: spelled.map(({ kind }) => kind).join(""),
  };
}

function graphOf(maps: Case["maps"]): LineGraph {
  const graph = new LineGraph(maps);
  for (const { id, edges } of maps) graph.add(id, readMap(mapOf(edges), { from: 999, to: 999 }));
  return graph;
}

const spelled = (reached: Reached): Record<string, string> =>
  Object.fromEntries(
    [...reached].map(([text, lines]) => [
      text,
      [...lines.sorted].map((line) => `${line}${"eifgu"[lines.weaknessOf(line) ?? 9]}`).join(" "),
    ]),
  );

for (const { name, maps, pick, became, "came-from": cameFrom, kin } of CASES) {
  test(name, () => {
    const family = graphOf(maps).follow(...pick);
    assert.deepEqual(
      { became: spelled(family.down), "came-from": spelled(family.up), kin: spelled(family.kin()) },
      { became, "came-from": cameFrom, kin },
    );
  });
}

// The viewer tells no way to kin.
for (const { name, maps, pick, ways } of CASES) {
  for (const [relation, way] of [
    ["became", "down"],
    ["came-from", "up"],
  ] as const) {
    for (const [text, expected] of Object.entries(ways?.[relation] ?? {})) {
      test(`${name}: the way to ${text}`, () => {
        const hops = new Ways(graphOf(maps), { artifact: pick[0], line: pick[1] }, way, [text]).to(text);
        assert.deepEqual(
          hops.map(({ map }) => map),
          expected,
        );
        hops.forEach(({ from }, place) => {
          const before = hops[place - 1] ?? { artifact: pick[0], line: pick[1] };
          assert.deepEqual([from.artifact, from.line], [before.artifact, before.line]);
        });
      });
    }
  }
}
