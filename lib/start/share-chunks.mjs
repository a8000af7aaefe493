import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** How a chunk begins: a list of modules. The bundler's own runtime, which keeps state, does not. */
const CHUNK_START = "module.exports = [";
const MAP_COMMENT = "\n//# sourceMappingURL=";

/**
 * Lets server chunks with the same modules share one file. The bundler names a chunk after the route that loads it, and
 * so writes the services that most routes need dozens of times. A process would read, compile and keep each of them.
 *
 * @param {string} folder where the chunks of a build are: `.next/server/chunks`
 * @returns {number} how many files now load another one
 */
export function shareChunks(folder) {
  /** @type {Map<string, string>} */
  const firstFiles = new Map();
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  let shared = 0;
  for (const file of names.filter((name) => name.endsWith(".js")).map((name) => join(folder, name))) {
    const chunk = readFileSync(file);
    if (chunk.toString("latin1", 0, CHUNK_START.length) !== CHUNK_START) continue;
    const end = chunk.lastIndexOf(MAP_COMMENT);
    const modules = end < 0 ? chunk : chunk.subarray(0, end);
    const key = createHash("sha256").update(modules).digest("hex");
    const first = firstFiles.get(key);
    if (first === undefined) {
      firstFiles.set(key, file);
      continue;
    }
    const path = relative(dirname(file), first).replaceAll("\\", "/");
    writeFileSync(file, `module.exports = require(${JSON.stringify(path.startsWith(".") ? path : `./${path}`)});\n`);
    rmSync(`${file}.map`, { force: true });
    shared += 1;
  }
  return shared;
}
