import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { jobKindNames } from "@/lib/contracts/ours/jobs";

/**
 * Imports run one way. A folder of lib imports those before it in this list; every other folder is a feature and
 * stands after them. `exports` writes the lists of several features, and `start`, which puts the processes together,
 * may reach everything in lib.
 */
const ORDER = [
  "contracts",
  "stats",
  "charts",
  "http",
  "tables",
  "stores",
  "identity",
  "service",
  "gateway",
  "auth",
  "jobs",
];
const FEATURE = ORDER.length;
const AFTER_FEATURES = ["exports", "routes", "start"];
const rankOf = (folder: string) => {
  if (AFTER_FEATURES.includes(folder)) return FEATURE + 1 + AFTER_FEATURES.indexOf(folder);
  const place = ORDER.indexOf(folder);
  return place === -1 ? FEATURE : place;
};

/** Folders of contracts: interfaces, and the rules and clocks that they share, stand without what is ours beside them. */
const CONTRACT_FOLDERS = new Set([
  "interfaces",
  "ours",
  "rules",
  "calendar",
  "terms",
  "descriptions",
  "formulas",
  "calls",
]);

/** What the start runs of a service: demo surveys are made of the catalogue's questions, and workers score respondents. */
const FOR_START = new Set(["lib/service/demand/catalogue.ts", "lib/service/quality/scoring-queue.ts"]);
const isServiceUser = (file: string) => /^(lib\/(service|gateway)|app\/(service|enter|return))\//.test(file);

/** What a browser may reach, and folders of components that every feature shares. */
const BROWSER_FOLDERS = new Set(["contracts", "stats", "charts", "http", "tables"]);
const SHARED_COMPONENTS = new Set(["ui", "charts", "drafts", "jobs", "lists", "pickers", "setup"]);

/** Where the environment has to be touched beside its one reader, and why. */
const ENVIRONMENT_READERS = new Set([
  "lib/env.ts",
  "lib/start/environment-file.ts", // reads .env before anything asks
  "lib/start/build.ts", // hands it to the build
  "lib/start/supervisor.ts", // hands it to the processes
  "lib/start/web.ts", // tells next-auth, which reads its own variable, the address
]);

/** Files that treat jobs of every kind alike. */
const JOB_RUNNER = /^(lib\/jobs\/|lib\/stores\/postgres\/(jobs|opposed-jobs|undoable-steps)\.ts$|components\/jobs\/)/;
const KIND_NAME = new RegExp(`["'\`](${jobKindNames.join("|")})["'\`]`);
/** In SQL, a member of stored JSON by its name. */
const JSON_MEMBER = /->>?\s*'/;

function runnerProblem(file: string, source: string): string | null {
  if (!JOB_RUNNER.test(file)) return null;
  if (KIND_NAME.test(source)) return "the job runner names a kind";
  return JSON_MEMBER.test(source) ? "the job runner reads a member of what a kind stores" : null;
}

type Import = { specifier: string; target: string | undefined; isType: boolean; isLater: boolean };
type Files = ReadonlyMap<string, string>;

const STATEMENT = /^[ \t]*(?:import|export)\s+(type\s)?[^;'"`]*?\bfrom\s*["']([^"']+)["']/gm;
const SIDE_EFFECT = /^[ \t]*import\s*["']([^"']+)["']/gm;
const DYNAMIC = /\b(?:import|require)\(\s*["'`]([^"'`]+)["'`]/g;

function importsOf(files: Files, file: string): Import[] {
  const source = files.get(file) ?? "";
  const found = [
    ...[...source.matchAll(STATEMENT)].map(([, type, specifier = ""]) => ({ specifier, isType: type !== undefined })),
    ...[...source.matchAll(SIDE_EFFECT)].map(([, specifier = ""]) => ({ specifier, isType: false })),
    ...[...source.matchAll(DYNAMIC)].map(([, specifier = ""]) => ({ specifier, isType: false, isLater: true })),
  ];
  return found.map((each) => ({ isLater: false, ...each, target: resolve(files, file, each.specifier) }));
}

/** The file of ours that an import means; undefined for a package. */
function resolve(files: Files, file: string, specifier: string): string | undefined {
  const isOurs = specifier.startsWith("@/") || specifier.startsWith(".");
  if (!isOurs) return undefined;
  const path = specifier.startsWith("@/") ? specifier.slice(2) : posix.join(dirname(file), specifier);
  const endings = ["", ".ts", ".tsx", ".mts", "/index.ts", "/index.tsx"];
  return endings.map((ending) => `${path}${ending}`).find((name) => files.has(name)) ?? path;
}

const topOf = (file: string) => file.split("/")[0] ?? "";
/** Folder below lib or components; null for a file that lies there itself. */
const folderOf = (file: string) => (file.split("/").length > 2 ? (file.split("/")[1] ?? "") : null);

function directionProblem(file: string, target: string): string | null {
  const [from, to] = [topOf(file), topOf(target)];
  const order = ["lib", "components", "app"];
  if (order.indexOf(to) > order.indexOf(from)) return `${from} imports ${to}`;
  if (to === "lib" && target.startsWith("lib/service/") && !isServiceUser(file)) {
    if (!(file.startsWith("lib/start/") && FOR_START.has(target)))
      return "only the gateway, app/service, app/enter and app/return import service";
  }
  if (from === "components" && to === "lib") return componentProblem(target);
  if (from === "components" && to === "components") return featureProblem(file, target, SHARED_COMPONENTS);
  return from === "lib" && to === "lib" ? libProblem(file, target) : null;
}

function componentProblem(target: string): string | null {
  const folder = folderOf(target);
  // Jobs and exports are nouns as well as mechanisms: the tray and the menu read their browser halves.
  const isNoun = folder !== null && (rankOf(folder) === FEATURE || folder === "jobs" || folder === "exports");
  return isNoun || BROWSER_FOLDERS.has(folder ?? "") ? null : "components reach only what a browser may";
}

function contractProblem(file: string, target: string): string | null {
  const [from, to] = [file, target].map((path) => path.split("/").slice(2, -1).join("/"));
  for (const folder of [from, to]) if (folder && !CONTRACT_FOLDERS.has(folder)) return `contracts have no ${folder}`;
  if (from === "terms" && to !== "terms") return "terms import nothing";
  return to === "ours" && from && from !== "ours" ? `${from} import ours` : null;
}

function featureProblem(file: string, target: string, shared: ReadonlySet<string>): string | null {
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === null || to === null || from === to || shared.has(to)) return null;
  return `${from} imports the feature ${to}`;
}

function libProblem(file: string, target: string): string | null {
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === to) return from === "contracts" ? contractProblem(file, target) : null;
  if (to === null) return from === "contracts" ? "contracts import nothing" : null;
  if (from === null) return `a root file of lib imports ${to}`;
  if (rankOf(from) === FEATURE && rankOf(to) === FEATURE) return `${from} imports the feature ${to}`;
  return rankOf(to) > rankOf(from) ? `${from} imports ${to}` : null;
}

const SQL_PACKAGES = /^(drizzle-orm(\/.*)?|postgres|pg|@clickhouse\/client|chdb|ffi-rs)$/;
const ENVIRONMENT = /\bprocess\s*(\?\.|\.|\[\s*["'`])\s*env\b|from\s*["'](node:)?process["']|=\s*process\s*[;,\n]/;

type Sought = { isSought: (specifier: string) => boolean; withLater: boolean };

/** The chain of imports from a file to what is sought, also to what is loaded later; null: it does not reach it. */
function chainTo(files: Files, file: string, sought: Sought, seen = new Set<string>()): string[] | null {
  if (seen.has(file)) return null;
  seen.add(file);
  for (const { specifier, target, isType, isLater } of importsOf(files, file)) {
    if (isType || (isLater && !sought.withLater)) continue;
    if (sought.isSought(specifier)) return [file, specifier];
    const chain = target && files.has(target) ? chainTo(files, target, sought, seen) : null;
    if (chain) return [file, ...chain];
  }
  return null;
}

/** Why a component cannot run in a browser. */
const serverOnlyChain = (files: Files, file: string) =>
  chainTo(files, file, {
    isSought: (specifier) => specifier === "server-only" || specifier.startsWith("node:"),
    withLater: true,
  });

const isClient = (files: Files, file: string) => files.get(file)?.startsWith('"use client"') ?? false;

/** Components that a page hands to the browser, and how they come to load schemas with its first paint. */
function schemasAtFirst(files: Files): string[] {
  const pages = [...files.keys()].filter((file) => topOf(file) === "app");
  const handed = pages.flatMap((file) =>
    isClient(files, file) ? [file] : importsOf(files, file).flatMap(({ target }) => target ?? []),
  );
  const isSought = (specifier: string) => /^zod(\/|$)/.test(specifier);
  return [...new Set(handed)]
    .filter((file) => isClient(files, file))
    .flatMap((file) => chainTo(files, file, { isSought, withLater: false })?.join(" → ") ?? []);
}

/** Everything in these files (path to source) that the design does not allow, a sentence each. */
function violations(files: Files): string[] {
  const found: string[] = [];
  for (const [file, source] of files) {
    for (const { specifier, target } of importsOf(files, file)) {
      const problem = target && directionProblem(file, target);
      if (problem) found.push(`${file} → ${target}: ${problem}`);
      const isStore = /^lib\/(stores|start)\//.test(file);
      if (!isStore && SQL_PACKAGES.test(specifier)) found.push(`${file} → ${specifier}: only stores hold SQL`);
    }
    if (ENVIRONMENT.test(source) && !ENVIRONMENT_READERS.has(file)) {
      found.push(`${file}: only lib/env.ts reads the environment`);
    }
    const aboutKinds = runnerProblem(file, source);
    if (aboutKinds) found.push(`${file}: ${aboutKinds}`);
    const chain = topOf(file) === "components" ? serverOnlyChain(files, file) : null;
    if (chain) found.push(`${chain.join(" → ")}: a component reaches what only a server has`);
  }
  return found;
}

/** Files that import each other in a circle, whatever they are of; types are none, for they are gone when it runs. */
function circles(files: Files): string[][] {
  const found: string[][] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (file: string, path: readonly string[]) => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      found.push([...path.slice(path.indexOf(file)), file]);
      return;
    }
    state.set(file, "open");
    for (const { target, isType } of importsOf(files, file)) {
      if (target && !isType && files.has(target)) visit(target, [...path, file]);
    }
    state.set(file, "done");
  };
  for (const file of files.keys()) visit(file, []);
  return found;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const isTestFile = (name: string) => /\.test\.tsx?$/.test(name) || /^(lib|components)\/(vitest|test-)/.test(name);

function productFiles(): Files {
  const files = new Map<string, string>();
  for (const top of ["lib", "components", "app"]) {
    for (const entry of readdirSync(join(root, top), { recursive: true, withFileTypes: true })) {
      const name = join(entry.parentPath, entry.name).slice(join(root, "/").length);
      if (entry.isFile() && /\.(m?tsx?|mjs)$/.test(name) && !isTestFile(name))
        files.set(name, readFileSync(join(root, name), "utf8"));
    }
  }
  return files;
}

describe("the product's files", () => {
  const files = productFiles();

  test("import only as the design lets them", () => {
    expect(violations(files)).toEqual([]);
  });

  test("import each other in no circle", () => {
    expect(circles(files)).toEqual([]);
  });

  test("load no schemas with the first paint of a page", () => {
    expect(schemasAtFirst(files)).toEqual([]);
  });

  test("are all read: what an import means is found", () => {
    const lost = [...files.keys()].flatMap((file) =>
      importsOf(files, file).filter(({ target }) => target && !files.has(target) && !/\.(css|svg|json)$/.test(target)),
    );
    expect(lost).toEqual([]);
    expect(files.size).toBeGreaterThan(100);
  });
});

describe("the check finds a planted", () => {
  const planted: [what: string, files: Record<string, string>, expected: RegExp][] = [
    [
      "import to the right",
      { "lib/stores/a.ts": 'import { b } from "@/lib/gateway/b";', "lib/gateway/b.ts": "" },
      /stores imports gateway/,
    ],
    [
      "relative import to the right",
      { "lib/http/a.ts": 'import b from "../stores/postgres/b";', "lib/stores/postgres/b.ts": "" },
      /http imports stores/,
    ],
    [
      "import of types to the right",
      { "lib/contracts/a.ts": 'import type { B } from "@/lib/http/b";', "lib/http/b.ts": "" },
      /contracts imports http/,
    ],
    [
      "import over several lines",
      { "lib/jobs/a.ts": 'import {\n  b,\n  c,\n} from "@/lib/routes/b";', "lib/routes/b.ts": "" },
      /jobs imports routes/,
    ],
    [
      "re-export",
      { "lib/gateway/a.ts": 'export { b } from "@/lib/auth/b";', "lib/auth/b.ts": "" },
      /gateway imports auth/,
    ],
    [
      "re-export of everything",
      { "lib/gateway/a.ts": 'export * from "@/lib/jobs/b";', "lib/jobs/b.ts": "" },
      /gateway imports jobs/,
    ],
    [
      "kind of job that the runner knows",
      { "lib/jobs/a.ts": 'import { b } from "@/lib/surveys/b";', "lib/surveys/b.ts": "" },
      /jobs imports surveys/,
    ],
    [
      "list of the kinds that a feature knows",
      { "lib/surveys/a.ts": 'import { b } from "@/lib/start/b";', "lib/start/b.ts": "" },
      /surveys imports start/,
    ],
    [
      "file of several lists in a feature",
      { "lib/audit/a.ts": 'import { b } from "@/lib/exports/b";', "lib/exports/b.ts": "" },
      /audit imports exports/,
    ],
    [
      "dynamic import",
      { "lib/stores/a.ts": 'const b = await import("@/lib/surveys/b");', "lib/surveys/b.ts": "" },
      /stores imports surveys/,
    ],
    [
      "import of the environment by a contract",
      { "lib/contracts/a.ts": 'import { env } from "@/lib/env";', "lib/env.ts": "" },
      /contracts import nothing/,
    ],
    [
      "contract of ours in a rule",
      { "lib/contracts/rules/a.ts": 'import { b } from "../ours/b";', "lib/contracts/ours/b.ts": "" },
      /rules import ours/,
    ],
    [
      "schema behind a term",
      { "lib/contracts/terms/a.ts": 'import { b } from "../b";', "lib/contracts/b.ts": "" },
      /terms import nothing/,
    ],
    [
      "folder of contracts that the design does not name",
      { "lib/contracts/a.ts": 'import { b } from "./others/b";', "lib/contracts/others/b.ts": "" },
      /contracts have no others/,
    ],
    [
      "import of a folder by a root file",
      { "lib/logger.ts": 'import "@/lib/stores/a";', "lib/stores/a.ts": "" },
      /a root file of lib imports stores/,
    ],
    [
      "import of components by lib",
      { "lib/surveys/a.ts": 'import { B } from "@/components/ui/b";', "components/ui/b.tsx": "" },
      /lib imports components/,
    ],
    [
      "import of app by a component",
      { "components/ui/a.tsx": 'import { B } from "@/app/b";', "app/b.tsx": "" },
      /components imports app/,
    ],
    [
      "use of the service by a page",
      { "app/x/page.tsx": 'import { s } from "@/lib/service/s";', "lib/service/s.ts": "" },
      /only the gateway, app\/service/,
    ],
    [
      "use of the service by a feature",
      { "lib/surveys/a.ts": 'import { s } from "@/lib/service/s";', "lib/service/s.ts": "" },
      /only the gateway/,
    ],
    [
      "use of the service by start",
      { "lib/start/a.ts": 'import { s } from "@/lib/service/s";', "lib/service/s.ts": "" },
      /only the gateway/,
    ],
    [
      "feature in a feature",
      { "lib/surveys/a.ts": 'import { b } from "@/lib/projects/b";', "lib/projects/b.ts": "" },
      /surveys imports the feature projects/,
    ],
    [
      "feature's component in another's",
      { "components/surveys/a.tsx": 'import { B } from "../projects/b";', "components/projects/b.tsx": "" },
      /surveys imports the feature projects/,
    ],
    [
      "store in a component",
      { "components/surveys/a.tsx": 'import { b } from "@/lib/stores/b";', "lib/stores/b.ts": "" },
      /only what a browser may/,
    ],
    [
      "gateway's type in a component",
      { "components/surveys/a.tsx": 'import type { B } from "@/lib/gateway/b";', "lib/gateway/b.ts": "" },
      /only what a browser may/,
    ],
    [
      "server file behind a component",
      {
        "components/surveys/a.tsx": 'import { b } from "@/lib/surveys/b";',
        "lib/surveys/b.ts": 'import { c } from "./c";',
        "lib/surveys/c.ts": 'import "server-only";',
      },
      /a\.tsx → lib\/surveys\/b\.ts → lib\/surveys\/c\.ts → server-only/,
    ],
    [
      "module of node behind a component",
      { "components/a/a.tsx": 'import { b } from "@/lib/http/b";', "lib/http/b.ts": 'import fs from "node:fs";' },
      /→ node:fs/,
    ],
    ["reader of the environment", { "lib/surveys/a.ts": "const a = process.env.HOME;" }, /only lib\/env\.ts/],
    ["reader of the environment by another way", { "app/a.ts": 'const a = process["env"].HOME;' }, /only lib\/env\.ts/],
    [
      "reader of the environment by an import",
      { "app/a.ts": 'import { env } from "node:process";' },
      /only lib\/env\.ts/,
    ],
    ["SQL in a service", { "lib/service/a.ts": 'import { sql } from "drizzle-orm";' }, /only stores hold SQL/],
    ["SQL in a page", { "app/a/page.tsx": 'import postgres from "postgres";' }, /only stores hold SQL/],
    ["SQL in a job", { "lib/jobs/a.ts": 'import { integer } from "drizzle-orm/pg-core";' }, /only stores hold SQL/],
    ["name of a kind in the job runner", { "lib/jobs/a.ts": 'const a = "import answers";' }, /names a kind/],
    ["name of a kind in the list of jobs", { "components/jobs/a.tsx": "const a = 'export book';" }, /names a kind/],
    [
      "member of a kind's steps in the store of jobs",
      { "lib/stores/postgres/jobs.ts": "const a = sql`i.before -> 'irreversible' is null`;" },
      /reads a member/,
    ],
  ];

  test.each(planted)("%s", (_, files, expected) => {
    const found = violations(new Map(Object.entries(files)));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(expected);
  });

  test("circle over three files, and none where one of them imports a type", () => {
    const files = (back: string) =>
      new Map([
        ["lib/surveys/a.ts", 'import { b } from "./b";'],
        ["lib/surveys/b.ts", 'import { c } from "./c";'],
        ["lib/surveys/c.ts", back],
      ]);
    const [a, b, c] = [...files("").keys()];
    expect(circles(files('import { a } from "./a";'))).toEqual([[a, b, c, a]]);
    expect(circles(files('import type { A } from "./a";'))).toEqual([]);
  });

  test("nothing where all is well", () => {
    const files = {
      "lib/env.ts": "export const env = process.env;",
      "lib/contracts/a.ts": 'import * as z from "zod";\n// import { b } from "@/lib/http/b";',
      "lib/http/b.ts": 'import { a } from "@/lib/contracts/a";',
      "lib/stores/c.ts": 'import { sql } from "drizzle-orm";\nimport { env } from "@/lib/env";',
      "lib/service/d.ts": 'import "server-only";\nimport { c } from "@/lib/stores/c";',
      "lib/gateway/e.ts": 'import { d } from "@/lib/service/d";',
      "lib/surveys/f.ts": 'import type { E } from "@/lib/gateway/e";\nimport { b } from "@/lib/http/b";',
      "lib/surveys/g.ts": 'import "server-only";\nimport { e } from "@/lib/gateway/e";',
      "lib/routes/h.ts": 'import { g } from "@/lib/surveys/g";',
      "components/ui/i.tsx": 'import { b } from "@/lib/http/b";',
      "components/surveys/j.tsx": 'import { f } from "@/lib/surveys/f";\nimport { I } from "../ui/i";',
      "app/page.tsx": 'import { J } from "@/components/surveys/j";\nimport { h } from "@/lib/routes/h";',
      "app/service/[[...path]]/route.ts": 'import { d } from "@/lib/service/d";',
    };
    expect(violations(new Map(Object.entries(files)))).toEqual([]);
  });
});
