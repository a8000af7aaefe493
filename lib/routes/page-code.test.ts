import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const isEntry = (file: string) => /(^|\/)(page|layout)\.tsx$/.test(file);
const entries = readdirSync(`${root}app`, { recursive: true, encoding: "utf8" })
  .map((file) => `app/${file.replaceAll("\\", "/")}`)
  .filter(isEntry);

/** Which file imports which: statically, or on demand. */
async function readImports(): Promise<Metafile["inputs"]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
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

const inputs = await readImports();

const textOf = (file: string) => readFileSync(`${root}${file}`, "utf8");
const isOfBrowser = (file: string) => textOf(file).startsWith('"use client"');

/** What the browser loads with a page or layout before anything is opened: our files and imports of packages. */
function loadedAtOnce(entry: string) {
  const files = new Set<string>();
  const packages = new Set<string>();
  const reached = new Set<string>();
  const visit = (file: string, inBrowser: boolean) => {
    if (reached.has(`${inBrowser} ${file}`)) return;
    reached.add(`${inBrowser} ${file}`);
    if (inBrowser) files.add(file);
    for (const { path, kind, external } of inputs[file]?.imports ?? []) {
      if (kind !== "import-statement") continue;
      if (!external) visit(path, inBrowser || isOfBrowser(path));
      // Styles of server components are loaded by the browser, too.
      else if (inBrowser || path.endsWith(".css")) packages.add(`${path} in ${file}`);
    }
  };
  visit(entry, false);
  return { files, packages };
}

const loads = new Map(entries.map((entry) => [entry, loadedAtOnce(entry)]));

/** Packages that a first paint may need. Any other is loaded on demand, or is listed here with its reason. */
const AT_FIRST = [
  /^(react|react-dom|next|nuqs)(\/|$)/,
  /^@mantine\/(core|hooks)$/,
  /^@mantine\/core\/styles\.layer\.css$/,
  // Its `notifications` alone, a small store; what shows them is loaded with the first.
  /^@mantine\/notifications$/,
  /^@tabler\/icons-react$/,
  /^@tanstack\/react-query$/,
  // The rows in sight of a table or list that is the page itself.
  /^@tanstack\/react-virtual$/,
  // The survey editor and the duplicate check open with a form.
  /^react-hook-form$/,
  /^get-nonce$/,
];

test("no page loads a package before it is needed: schemas, parsers, calendars and charts come on demand", () => {
  const packages = [...loads.values()].flatMap((load) => [...load.packages]);
  // Each page is drawn in the browser, or sends on to one that is.
  expect(packages.some((each) => each.startsWith("@mantine/core "))).toBe(true);
  const early = packages.filter((each) => !AT_FIRST.some((allowed) => allowed.test(each.split(" ")[0] ?? "")));
  expect([...new Set(early)]).toEqual([]);
});

/** What reads and writes files. */
const OF_FILES =
  /^lib\/(exports\/read-template|answers\/files|tables\/(read-table|sheet|sheets-xlsx|slides|span-table|table-blob|zip))\b/;

test("code that reads or writes files is loaded when a file is opened or saved", () => {
  const early = [...loads].flatMap(([entry, { files }]) =>
    [...files].filter((file) => OF_FILES.test(file)).map((file) => `${entry}: ${file}`),
  );
  expect(early).toEqual([]);
});

/** Of Mantine what is drawn only once it is opened, and what places itself over the page, which is large. */
const OPENED = [
  ...["Modal", "Drawer", "Dialog", "Menu", "Popover", "HoverCard", "Tooltip"],
  ...["Select", "MultiSelect", "Autocomplete", "TagsInput", "PillsInput", "Combobox", "ColorInput", "Spoiler"],
];
const namesOfMantine = (text: string) =>
  [...text.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().split(" as ")[0]),
  );

test("no page loads a dialog, drawer, menu or list of choices before it is opened", () => {
  const early = [...loads].flatMap(([entry, { files }]) =>
    [...files].flatMap((file) =>
      namesOfMantine(textOf(file))
        .filter((name) => name !== undefined && OPENED.includes(name))
        .map((name) => `${entry}: ${name} in ${file}`),
    ),
  );
  expect(early).toEqual([]);
});

const isDialog = (file: string) => /-(dialog|drawer)s?\.tsx$/.test(file);

test("a file that is a dialog or drawer is imported on demand, also by parts of a page that are so themselves", () => {
  const dialogs = Object.keys(inputs).filter(isDialog);
  expect(dialogs.length).toBeGreaterThan(20);
  const early = Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ path, kind }) => kind === "import-statement" && isDialog(path) && !isDialog(file))
      // What dialogs are made of.
      .filter(({ path }) => !path.startsWith("components/ui/"))
      .map(({ path }) => `${path} in ${file}`),
  );
  expect(early).toEqual([]);
});
