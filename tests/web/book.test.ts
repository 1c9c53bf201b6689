import assert from "node:assert/strict";
import { test } from "node:test";
import { Book } from "../../web/src/lib/book";
import { artifactOf, traceOf } from "./made";

const FILES = ["attn.py", "model/layers.py", "other/layers.py"];
const BOOK = new Book(
  traceOf({
    artifacts: [
      ...FILES.map((title, at) => artifactOf({ id: `program/${at}`, unit: "program", title })),
      artifactOf({ id: "graph-0/attn", title: "attn.py" }),
      artifactOf({ id: "graph-0/so", title: "binary.so", lines: null }),
    ],
  }),
);

test("a text goes by its id, and a source by the name of its file", () => {
  for (const [name, id] of [
    ["graph-0/attn", "graph-0/attn"],
    ["attn.py", "program/0"],
    ["src/attn.py", "program/0"],
    ["model/layers.py", "program/1"],
  ] as const) {
    assert.equal(BOOK.named(name)?.id, id, name);
  }
});

test("a name that may mean several files, or none, names nothing", () => {
  for (const name of ["layers.py", "tn.py", "binary.so", ".", ""]) assert.equal(BOOK.named(name), null, name);
});
