import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { embedded, served, storeOf } from "../../web/src/lib/store";
import { decoded } from "../../web/src/lib/text";
import { artifactOf, mapOf } from "./made";

const packed = (bytes: Uint8Array): string => deflateSync(bytes).toString("base64");
const TEXT = new TextEncoder().encode("y = relu(x)\n\u{1f600}\n");
const MAP = { from: [1], to: [1], kind: "e" };

/** A page with blocks of data, and nothing else that a store asks for. */
const pageOf = (blocks: Readonly<Record<string, string>>): Document =>
  ({
    baseURI: "http://here/traces/mlp/",
    getElementById: (id: string) => (id in blocks ? { textContent: blocks[id] } : null),
  }) as unknown as Document;

const PAGE = pageOf({
  trace_index: '{"start": ["program/mlp.py"]}',
  raw_abc: `\n${packed(TEXT)}\n`,
  map_7: packed(new TextEncoder().encode(JSON.stringify(MAP))),
});

test("a page that is complete in itself is read without asking anybody", async () => {
  const store = embedded(PAGE);
  assert.deepEqual((await store.index()).start, ["program/mlp.py"]);
  assert.equal(decoded(await store.bytes(artifactOf({ sha256: "abc" }))), "y = relu(x)\n\u{1f600}\n");
  assert.deepEqual(await store.map(mapOf({ id: "7" })), MAP);
});

test("what a page does not hold is named", async () => {
  await assert.rejects(embedded(PAGE).bytes(artifactOf({ sha256: "def" })), /raw_def/);
});

test("a live trace is read beside its index", async () => {
  const asked: string[] = [];
  const ask = async (url: string | URL | Request) => {
    asked.push(String(url));
    return new Response(JSON.stringify(MAP));
  };
  const store = served(new URL("http://here/traces/mlp/index.json"), ask);
  await store.index();
  await store.bytes(artifactOf({ raw: "raw/graph-0/aten.py" }));
  assert.deepEqual(await store.map(mapOf({ file: "maps/7.json" })), MAP);
  assert.deepEqual(asked, [
    "http://here/traces/mlp/index.json",
    "http://here/traces/mlp/raw/graph-0/aten.py",
    "http://here/traces/mlp/maps/7.json",
  ]);
});

test("an answer that is none says which file and why", async () => {
  const ask = async () => new Response("", { status: 404, statusText: "Not Found" });
  const store = served(new URL("http://here/traces/mlp/index.json"), ask);
  await assert.rejects(store.map(mapOf({ file: "maps/7.json" })), /maps\/7.json cannot be read: 404 Not Found/);
});

test("the page says which store is meant: it names an index, or holds one", async () => {
  assert.deepEqual((await storeOf(PAGE, undefined).index()).start, ["program/mlp.py"]);
});

test("bytes that are no UTF-8 are shown as such, and a mark of byte order counts", () => {
  assert.equal(decoded(new Uint8Array([0x61, 0xff, 0x0a]).buffer), "a\ufffd\n");
  assert.equal(decoded(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]).buffer).length, 2);
});
