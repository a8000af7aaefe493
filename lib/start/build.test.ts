import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deploymentOf, requireWritable } from "./build";
import { hashSources, isBuilt } from "./sources.mjs";

let root = "";
const put = (path: string, text: string) => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "build-"));
  put("app/page.tsx", "one");
  put("lib/a/b.ts", "two");
  put("package.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true }));

test("the hash follows contents, names and removals of sources, and nothing else", () => {
  const before = hashSources(root);
  put("app/page.tsx", "one");
  put("lib/a/b.test.ts", "a test");
  put("lib/test-database.ts", "what only tests use");
  put("lib/vitest.config.ts", "how tests run");
  put("e2e/journey.ts", "another");
  expect(hashSources(root)).toBe(before);
  put("app/page.tsx", "changed");
  const changed = hashSources(root);
  expect(changed).not.toBe(before);
  put("app/more.tsx", "");
  expect(hashSources(root)).not.toBe(changed);
  rmSync(join(root, "app/more.tsx"));
  expect(hashSources(root)).toBe(changed);
});

test("a build counts only when it is complete and from these sources", () => {
  const hash = hashSources(root);
  expect(isBuilt(root, hash)).toBe(false);
  put(".next/built-from", hash);
  expect(isBuilt(root, hash)).toBe(false);
  put(".next/BUILD_ID", "id");
  expect(isBuilt(root, hash)).toBe(true);
  expect(isBuilt(root, "another")).toBe(false);
});

test("whoever serves a build tells pages which one it is: the same from the same sources, another from others", () => {
  const built = () => {
    put(".next/built-from", hashSources(root));
    return deploymentOf(root).NEXT_DEPLOYMENT_ID;
  };
  const first = built();
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  put("app/page.tsx", "changed");
  expect(built()).not.toBe(first);
  put("app/page.tsx", "one");
  expect(built()).toBe(first);
});

test("a folder that cannot be written is told of with the command that builds", () => {
  mkdirSync(join(root, "node_modules"));
  requireWritable(root);
  const readOnly = () => {
    throw Object.assign(new Error("read-only file system"), { code: "EROFS" });
  };
  expect(() => requireWritable(root, readOnly)).toThrow(
    `This version has to be built, and ${root} cannot be written. Run npm run build there as its owner`,
  );
});
