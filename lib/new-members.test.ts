import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * A member that a union gets, and tables that then do not compile until they have it. Only tables that import little:
 * the compiler takes a copy of what they reach, some two hundred files.
 */
const additions: { file: string; before: string; after: string; member: string; tables: string[] }[] = [
  {
    file: "lib/contracts/rules/filter-items.ts",
    before: '  "between",\n',
    after: '  "between",\n  "near",\n',
    member: "near",
    tables: ["lib/contracts/rules/filter-items.ts", "lib/tables/filter-words.ts"],
  },
  {
    file: "lib/contracts/terms/pivot.ts",
    before: "base: 7 }",
    after: "base: 7, median: 8 }",
    member: "8",
    tables: ["lib/contracts/terms/pivot.ts", "lib/pivots/comparison.ts"],
  },
  {
    file: "lib/contracts/ours/jobs.ts",
    before: '    traffic_control_limit_type: words.text("Pacing", 100).optional(),\n',
    after:
      '    traffic_control_limit_type: words.text("Pacing", 100).optional(),\n    incidence_rate: words.integer("Incidence", 1, 100).optional(),\n',
    member: "incidence_rate",
    tables: ["lib/surveys/jobs/survey-change.ts"],
  },
  {
    file: "lib/contracts/interface-list.ts",
    before: "export const interfaces = {\n",
    after: `export const interfaces = {
  cleaning: {
    title: "Cleaning",
    serviceOf: null,
    purpose: "Judges respondents",
    authentication: { by: "key", header: "api-key", kinds: ["private"] },
    hasStage: false,
    mayReplaceOurs: false,
    owner: "survey",
  },\n`,
    member: "cleaning",
    tables: ["lib/contracts/descriptions/parameters.ts", "lib/contracts/openapi.ts", "lib/gateway/secrets.ts"],
  },
  {
    file: "lib/contracts/interface-list.ts",
    before: '  | { by: "token" }\n',
    after: '  | { by: "token" }\n  | { by: "certificate" }\n',
    member: "certificate",
    tables: ["lib/contracts/openapi.ts", "lib/gateway/credentials.ts"],
  },
  {
    file: "lib/contracts/interface-list.ts",
    before: '"public", "publishable"]',
    after: '"public", "publishable", "temporary"]',
    member: "temporary",
    tables: ["lib/settings/keyed-names.ts"],
  },
  {
    file: "lib/pivots/values.ts",
    before: '"sum", "deviation"]',
    after: '"sum", "deviation", "mode"]',
    member: "mode",
    tables: ["lib/pivots/chart-kinds.ts", "lib/pivots/figures.ts", "lib/pivots/values.ts"],
  },
  {
    file: "lib/contracts/formulas/steps.ts",
    before: "export type NumberStep =\n",
    after: 'export type NumberStep =\n  | { step: "logarithm"; of: FormulaStep }\n',
    member: "logarithm",
    tables: ["lib/stores/clickhouse/formula-range.ts"],
  },
  {
    file: "lib/contracts/formulas/steps.ts",
    before: "type OptionStep =\n",
    after: 'type OptionStep =\n  | { step: "last option"; ids: TextIds }\n',
    member: "last option",
    tables: ["lib/contracts/formulas/results.ts"],
  },
  {
    file: "lib/contracts/formulas/parse.ts",
    before: '| "/" | "^";\n',
    after: '| "/" | "^" | "%";\n',
    member: "%",
    tables: ["lib/contracts/formulas/check.ts", "lib/contracts/formulas/parse.ts"],
  },
  {
    file: "lib/contracts/terms/answers.ts",
    before: '"open", "date"]',
    after: '"open", "date", "ranking"]',
    member: "ranking",
    tables: ["lib/answers/columns/column-fit.ts", "lib/answers/questions/change-kind.ts"],
  },
  {
    file: "lib/contracts/terms/analysis.ts",
    before: '  "quarterly",\n',
    after: '  "quarterly",\n  "half-yearly",\n',
    member: "half-yearly",
    tables: ["lib/charts/bucket-label.ts"],
  },
  {
    file: "lib/contracts/terms/quality.ts",
    before: '  "DUPLICATE_RESPONDENT",\n',
    after: '  "DUPLICATE_RESPONDENT",\n  "COPIED_QUESTION",\n',
    member: "COPIED_QUESTION",
    tables: ["lib/contracts/terms/quality.ts"],
  },
];

let copy: string;
let problems = "";
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), "new-members-"));
  for (const name of ["lib", "package.json", "tsconfig.json"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  for (const { file, before, after } of additions) {
    const source = readFileSync(join(copy, file), "utf8");
    expect(source.split(before), `${file} has this once`).toHaveLength(2);
    writeFileSync(join(copy, file), source.replace(before, after));
  }
  const config = {
    extends: "./tsconfig.json",
    compilerOptions: { incremental: false, noEmit: true, plugins: [] },
    include: [],
    files: [...new Set(additions.flatMap(({ tables }) => tables))],
  };
  writeFileSync(join(copy, "tsconfig.new-members.json"), JSON.stringify(config));
  const compile = promisify(execFile)(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.new-members.json", "--pretty", "false"],
    { cwd: copy, maxBuffer: 64 * 1024 * 1024 },
  );
  problems = await compile.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const named = (text: string, member: string) =>
  text.includes(`'${member}'`) || text.includes(`"${member}"`) || text.includes(`[${member}]`);

test.each(additions)("“$member” in $file does not compile until its tables have it", ({ member, tables }) => {
  const each = problems.split(/^(?=\S+\(\d+,\d+\): error)/m);
  const files = new Set(each.filter((text) => named(text, member)).map((text) => text.slice(0, text.indexOf("("))));
  expect([...files].filter((file) => tables.includes(file)).sort()).toEqual([...tables].sort());
});

/** Tables that import the whole of a layer: read, not compiled. Each is declared to have every member. */
test.each([
  ["lib/gateway/connections.ts", "byAuthentication<z.ZodRawShape>(authentication, {"],
  ["lib/gateway/connections.ts", "} satisfies Record<InterfaceName, DeclaredOptions[string]>;"],
  ["lib/gateway/probe-services.ts", "const probes: Record<InterfaceName, "],
  ["lib/service/keys.ts", "byAuthentication(authentication, {"],
  ["lib/service/pivot/pivot-table.ts", "const figureOf: Record<Aggregation, "],
  ["lib/service/router.ts", "const services: Record<ServiceName, Service> = {"],
  ["lib/settings/connection.ts", "const said: Record<InterfaceName, "],
  ["lib/settings/keyed-names.ts", "export const keyedNames: Record<KeyScope, string> = {"],
  ["lib/start/demo-data.ts", "const demoKeys: Record<KeyedService, "],
  ["lib/start/job-kinds.ts", "export const jobKinds: Readonly<Record<JobKindName, AnyKind>> = {"],
  ["lib/stores/clickhouse/filter-sql.ts", "const presence: Record<PresenceOperator, "],
  ["lib/stores/clickhouse/filter-sql.ts", "const comparisons: Record<ComparisonOperator, "],
  ["lib/stores/clickhouse/filter-sql.ts", "const dateComparisons: Record<ComparisonOperator, "],
  ["lib/stores/clickhouse/filter-sql.ts", 'const comparisonOf: Record<Question["kind"], '],
])("a table of %s has every member: %s", (file, declaration) => {
  expect(readFileSync(join(root, file), "utf8")).toContain(declaration);
});
