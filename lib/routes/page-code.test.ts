import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = readdirSync(`${root}app`, { recursive: true })
  .map((file) => `app/${file}`)
  .filter((file) => file.endsWith("/page.tsx"));

/** Which file imports which, without what is imported on demand. */
async function readImports(entryPoints: string[]): Promise<Metafile["inputs"]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    alias: { "@": root },
    outdir: "out",
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: "esm",
    packages: "external",
    loader: { ".css": "empty" },
  });
  return metafile.inputs;
}

const isOfBrowser = (file: string) => readFileSync(`${root}${file}`, "utf8").startsWith('"use client"');

/** The packages that the browser loads with a page, each with the file that names it. */
function packagesOf(page: string, inputs: Metafile["inputs"]): string[] {
  const packages = new Set<string>();
  const reached = new Set<string>();
  const visit = (file: string, inBrowser: boolean) => {
    if (reached.has(`${inBrowser} ${file}`)) return;
    reached.add(`${inBrowser} ${file}`);
    for (const { path, kind, external } of inputs[file]?.imports ?? []) {
      if (kind !== "import-statement") continue;
      if (!external) visit(path, inBrowser || isOfBrowser(path));
      else if (inBrowser) packages.add(`${path} in ${file}`);
    }
  };
  visit(page, false);
  return [...packages];
}

test("no page loads the schemas of its forms before they are needed", async () => {
  const inputs = await readImports(pages);
  const loaded = new Map(pages.map((page) => [page, packagesOf(page, inputs)]));
  // Each of them is drawn in the browser, or sends on to one that is.
  expect([...loaded.values()].flat().some((each) => each.startsWith("@mantine/core "))).toBe(true);
  const withSchemas = [...loaded].flatMap(([page, packages]) =>
    packages.filter((each) => each.includes("zod")).map((each) => `${page}: ${each}`),
  );
  expect(withSchemas).toEqual([]);
});
