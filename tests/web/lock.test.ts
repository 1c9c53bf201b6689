import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const LOCK = JSON.parse(readFileSync(join(import.meta.dirname, "..", "..", "web", "package-lock.json"), "utf8"));

test("the lock names no registry, so that each machine asks its own", () => {
  for (const [name, entry] of Object.entries<{ resolved?: string }>(LOCK.packages)) {
    assert.equal(entry.resolved, undefined, name);
  }
});

test("every locked package has a checksum", () => {
  for (const [name, entry] of Object.entries<{ integrity?: string }>(LOCK.packages)) {
    if (name) assert.ok(entry.integrity, name);
  }
});
