import { createHash } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

// Tests are run there.
const root = process.cwd();
// Packages are found from here.
const FOLDER = join(root, "node_modules", ".cache", "fieldwork", "tests");

/**
 * Node's arguments for a process of its own that runs this script in the project's folder. It is one file, as in
 * production: to translate and find each module anew is most of what such a process would do.
 */
export function scriptArguments(script: string): string[] {
  const { outputFiles } = buildSync({
    stdin: { contents: script, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
  });
  const file = join(FOLDER, `${createHash("sha256").update(script).digest("hex").slice(0, 16)}.mjs`);
  // Whole at once: another process may be reading the one before.
  const draft = `${file}.${process.pid}`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(draft, outputFiles[0]?.text ?? "");
  renameSync(draft, file);
  return ["--conditions", "react-server", "--enable-source-maps", file];
}
