import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// JavaScript, because the launcher runs it before TypeScript can be read.

const SOURCES = ["app", "components", "lib", "next.config.mjs", "package.json", "package-lock.json"];

/**
 * Tests and what only they use (`test-engine.ts`, `vitest.config.ts`) are no part of a build.
 * @param {string} name
 */
const isSource = (name) => !/\.test\.tsx?$|^test-|^vitest\./.test(name);

/**
 * One hash over the names and contents of everything the build is made from.
 * @param {string} root
 * @returns {string}
 */
export function hashSources(root) {
  const hash = createHash("sha256");
  /** @param {string} path */
  const add = (path) => {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  };
  for (const source of SOURCES) {
    if (!existsSync(join(root, source))) continue;
    if (source.includes(".")) add(source);
    else for (const file of filesIn(root, source)) add(file);
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @param {string} folder
 */
function filesIn(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, "/").length))
    .sort();
}

/**
 * The file that says of which sources a build was made.
 * @param {string} root
 */
export const stampFile = (root) => join(root, ".next", "built-from");

/**
 * Whether `.next` holds a complete build of these very sources.
 * @param {string} root
 * @param {string} hash
 */
export function isBuilt(root, hash) {
  try {
    return existsSync(join(root, ".next", "BUILD_ID")) && readFileSync(stampFile(root), "utf8") === hash;
  } catch {
    return false;
  }
}
