import assert from "node:assert/strict";
import { test } from "node:test";
import { Book } from "../../web/src/lib/book";
import { Library } from "../../web/src/lib/library";
import { LineGraph } from "../../web/src/lib/lines";
import { artifactOf, mapOf, traceOf } from "./made";

function shelf(maps = [mapOf({})]) {
  const book = new Book(traceOf({ maps }));
  const asked: string[] = [];
  const store = {
    index: async () => book.trace,
    bytes: async ({ id }: { id: string }) => {
      asked.push(id);
      if (id === "g/gone") throw new Error("gone");
      return new TextEncoder().encode(`text of ${id}`).buffer as ArrayBuffer;
    },
    map: async ({ id }: { id: string }) => {
      asked.push(id);
      return id === "broken" ? { from: [1], to: [], kind: "e" } : { from: [9], to: [4], kind: "e" };
    },
  };
  const graph = new LineGraph(maps);
  return { asked, graph, library: new Library(store, book, graph) };
}

test("equal texts are read once", async () => {
  const { asked, library } = shelf();
  const twins = ["g/a", "g/b"].map((id) => artifactOf({ id, sha256: "same" }));
  const texts = await Promise.all(twins.map((one) => library.text(one)));
  assert.deepEqual(texts, ["text of g/a", "text of g/a"]);
  assert.deepEqual(asked, ["g/a"]);
});

test("a text that could not be read is asked for again", async () => {
  const { asked, library } = shelf();
  const gone = artifactOf({ id: "g/gone" });
  await assert.rejects(library.text(gone));
  await assert.rejects(library.text(gone));
  assert.deepEqual(asked, ["g/gone", "g/gone"]);
});

test("texts that were not used for long are let go", async () => {
  const { asked, library } = shelf();
  const texts = Array.from({ length: 20 }, (_, number) => artifactOf({ id: `g/${number}` }));
  for (const text of texts) await library.text(text);
  for (const text of [...texts.slice(-3), ...texts.slice(0, 1)]) await library.text(text);
  assert.deepEqual(asked.slice(20), ["g/0"]);
});

test("a map is read once, and then followed", async () => {
  const { asked, graph, library } = shelf();
  await Promise.all([library.open(["0"]), library.open(["0"])]);
  assert.deepEqual(asked, ["0"]);
  assert.deepEqual([...graph.follow("program/mlp.py", 9).down.keys()], ["graph-0/aten"]);
});

test("a map that cannot be read leads nowhere, is not asked for again, and is told", async () => {
  const { graph, library } = shelf([mapOf({ id: "broken" })]);
  await library.open(["broken"]);
  assert.deepEqual(graph.wanted("program/mlp.py", graph.follow("program/mlp.py", 9), []), []);
  assert.match([...library.troubles].join(), /A line map cannot be read: .*differ in length/);
});
