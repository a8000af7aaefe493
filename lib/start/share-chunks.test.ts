import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shareChunks } from "./share-chunks.mjs";

const folder = mkdtempSync(join(tmpdir(), "fieldwork-chunks-"));
const path = (name: string) => join(folder, name);
const chunk = (modules: string, name: string) =>
  `module.exports = [\n${modules}\n];\n\n//# sourceMappingURL=${name}.map`;
const RUNTIME = "const modules = new Map();\nmodule.exports = () => modules;\n";
const BIG = `1, () => "${"x".repeat(10_000)}"`;

let shared = 0;

beforeAll(() => {
  mkdirSync(path("ssr"));
  for (const name of ["a [id].js", "b.js", "ssr/c.js"]) {
    writeFileSync(path(name), chunk(BIG, name));
    writeFileSync(path(`${name}.map`), "{}");
  }
  writeFileSync(path("other.js"), chunk(`2, () => "two"`, "other.js"));
  for (const name of ["runtime.js", "ssr/runtime.js"]) writeFileSync(path(name), RUNTIME);
  shared = shareChunks(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("of chunks with the same modules one is kept, with its map, and the others load it", () => {
  const require = createRequire(path("entry.js"));
  expect(shared).toBe(2);
  const first = require(path("a [id].js"));
  expect(first[0]).toBe(1);
  for (const name of ["b.js", "ssr/c.js"]) {
    expect(statSync(path(name)).size).toBeLessThan(100);
    expect(require(path(name))).toBe(first);
    expect(existsSync(path(`${name}.map`))).toBe(false);
  }
  expect(existsSync(path("a [id].js.map"))).toBe(true);
});

test("a chunk of its own and the runtimes, each of which keeps its own modules, stay as they are", () => {
  expect(readFileSync(path("other.js"), "utf8")).toBe(chunk(`2, () => "two"`, "other.js"));
  for (const name of ["runtime.js", "ssr/runtime.js"]) expect(readFileSync(path(name), "utf8")).toBe(RUNTIME);
});

test("chunks that share already are left alone by a second time", () => {
  expect(shareChunks(folder)).toBe(0);
});
