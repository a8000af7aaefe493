import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sourceStack } from "./source-stack";

const folder = mkdtempSync(join(tmpdir(), "fieldwork-stack-"));
const built = join(folder, ".next", "start", "thrower.mjs");
const source = join(folder, "thrower.ts");
const inSource = relative(process.cwd(), source);

beforeAll(() => {
  const code = ["type Shape = { name: string };", "", "export function fail({ name }: Shape): never {"];
  writeFileSync(source, [...code, "  throw new Error(name);", "}", ""].join("\n"));
  buildSync({ entryPoints: [source], outfile: built, format: "esm", sourcemap: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Where the built file throws, as a stack says it. */
function throwPlace(file: string): string {
  const lines = readFileSync(built, "utf8").split("\n");
  const line = lines.findIndex((text) => text.includes("throw new Error"));
  return `${file}:${line + 1}:${(lines[line] ?? "").indexOf("new Error") + 1}`;
}

test("frames of the build name the line of the source", () => {
  for (const file of [built, `file://${built}`]) {
    const stack = `Error: no\n    at fail (${throwPlace(file)})\n    at ${throwPlace(file)}\n    at run (node:internal/x:1:2)`;
    expect(sourceStack(stack)).toBe(
      `Error: no\n    at fail (${inSource}:4:9)\n    at ${inSource}:4:9\n    at run (node:internal/x:1:2)`,
    );
  }
});

test("in a map of sections the one is found that a frame is in", () => {
  const file = join(folder, ".next", "server", "chunks", "two.js");
  mkdirSync(join(folder, ".next", "server", "chunks"), { recursive: true });
  const map = JSON.parse(readFileSync(`${built}.map`, "utf8"));
  const sections = [
    { offset: { line: 0, column: 0 }, map: { ...map, sources: ["../../../other.ts"] } },
    { offset: { line: 100, column: 0 }, map: { ...map, sources: ["../../../thrower.ts"] } },
  ];
  writeFileSync(`${file}.map`, JSON.stringify({ version: 3, sources: [], sections }));
  const [, line = "0", column = "0"] = /:(\d+):(\d+)$/.exec(throwPlace(built)) ?? [];
  expect(sourceStack(`    at ${file}:${Number(line) + 100}:${column}`)).toBe(`    at ${inSource}:4:9`);
  expect(sourceStack(`    at ${file}:${line}:${column}`)).toBe(
    `    at ${relative(process.cwd(), join(folder, "other.ts"))}:4:9`,
  );
});

test("a frame without a readable map, and what is no frame of the build, stay as they are", () => {
  const broken = join(folder, ".next", "broken.js");
  writeFileSync(`${broken}.map`, JSON.stringify({ version: 3, sources: ["%"], mappings: "AAAA" }));
  const frames = [join(folder, ".next", "none.js"), broken].map((file) => `    at ${file}:1:1`);
  for (const text of [...frames, `Error: ${built}:4:9`, `    at ${"/".repeat(200_000)}`, ""]) {
    expect(sourceStack(text)).toBe(text);
  }
});
