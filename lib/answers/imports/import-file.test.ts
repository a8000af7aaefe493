import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { clearLeftOverAnswers } from "@/lib/answers/clear-left-over";
import type { Context } from "@/lib/contracts/context";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { aggregations } from "@/lib/contracts/terms/pivot";
import { pivotTable } from "@/lib/service/pivot/pivot-table";
import { dropStaged, stagingOf } from "@/lib/stores/clickhouse/answer-rows";
import { missingMark, newTableName, restorableMark } from "@/lib/stores/clickhouse/answer-table";
import { readRows, runStatement } from "@/lib/stores/clickhouse/client";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { readPivot } from "@/lib/stores/clickhouse/pivot";
import {
  beginRevision,
  findAnswerSet,
  findAnswers,
  findPlan,
  findRevision,
  listRevisions,
  type ProjectKey,
} from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { runs } from "@/lib/test-runs";
import { importFile } from "./import-file";
import { checkFile, guessFile } from "./look-at-file";
import { openProblemFile } from "./problem-file";
import { undoImport } from "./undo-import";

withOwnDatabase();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-imports-"));

withEngine();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const context: Context = {
  viewer: { connection: "built-in", email: "analyst@demo.test", name: "A", role: "analyst", accounts: [] },
  requestId: "r",
  origin: "job",
};

const newProject = (): ProjectKey => ({
  connection: "built-in",
  accountId: crypto.randomUUID(),
  projectId: crypto.randomUUID(),
});

const numeric = (id: string): PlannedQuestion => ({
  ...{ kind: "numeric", id, text: id, column: id, missing: [{ cell: "NA", kind: "not_asked" }] },
  ...{ blank: "no_answer", grid: null },
});

const planOf = (questions: PlannedQuestion[], more: Partial<ImportPlan> = {}): ImportPlan => ({
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [], questions },
  ...more,
});

type Options = { mode?: ImportMode; isHeld?: boolean; onRows?: () => Promise<void>; signal?: AbortSignal };

async function importText(project: ProjectKey, text: string, plan: ImportPlan, options: Options = {}) {
  const { mode = "append", isHeld = false, onRows = async () => {}, signal = new AbortController().signal } = options;
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, text);
  const problems = openProblemFile(`${path}.problems`);
  try {
    const task = { project, path, fileName: "wave.csv", plan, mode, isHeld, problems, signal, onProgress: onRows };
    return { ...(await importFile(context, { ...task, onBegun: async () => {} })), problemsPath: `${path}.problems` };
  } finally {
    await problems.close();
  }
}

/** What is read of a project: each response by its id, its answers by question. */
async function visible(project: ProjectKey): Promise<Record<string, Record<string, unknown>>> {
  const set = await findAnswerSet(db(), project);
  const revision = set?.revision ? await findRevision(db(), set.revision) : null;
  if (!set || !revision) return {};
  const rows = await readRows<Record<string, unknown>>(`SELECT * FROM ${revision.tableName} ORDER BY _revision, _row`);
  const responses: Record<string, Record<string, unknown>> = {};
  for (const row of rows) {
    const id = String(row._id);
    expect(responses[id]).toBeUndefined();
    responses[id] = Object.fromEntries(
      set.questions.map(({ id: question, column }) => [question, [row[column ?? ""], row[`${column}_m`]]]),
    );
  }
  return responses;
}

describe("an import", () => {
  test("keeps answers with why there is none, and says which rows it refused", async () => {
    const project = newProject();
    const result = await importText(
      project,
      "id,a,b\n1,5,\n2,NA,x\n,1,1\n3,1.5,2,9\n\n,,\n4,-0.25,7\n\n",
      planOf([numeric("a"), numeric("b")]),
    );
    expect(result).toMatchObject({ rows: 7, kept: 3, refused: 2, blank: 2, reported: 1, responses: 3 });
    expect(await visible(project)).toEqual({
      1: { a: [5, 0], b: [null, 2] },
      2: { a: [null, 1], b: [null, 2] },
      4: { a: [-0.25, 0], b: [7, 0] },
    });
    const problems = readFileSync(result.problemsPath, "utf8");
    expect(problems.split("\r\n").filter((line) => /^\d/.test(line))).toHaveLength(3);
    expect(problems).toMatch(/^3,reported,b,x,/m);
    expect(problems).toMatch(/^4,refused,id,/m);
  });

  test("gives responses without an id ids that stay apart from all others", async () => {
    const project = newProject();
    const plan = planOf([numeric("a")], { id: null });
    await importText(project, "id,a\n1,5\n1,6\n", plan);
    await importText(project, "id,a\n1,5\n", plan);
    expect(Object.values(await visible(project)).map(({ a }) => a)).toEqual([
      [5, 0],
      [6, 0],
      [5, 0],
    ]);
  });

  test("keeps all kinds of answers, weights and times", async () => {
    const project = newProject();
    const option = (code: number, label: string, cell: string) => ({
      code,
      label,
      order: code,
      value: code,
      cells: [cell],
    });
    const common = { missing: [], blank: "not_asked" as const, grid: null };
    const plan = planOf(
      [
        {
          kind: "single",
          id: "s",
          text: "s",
          column: "s",
          options: [option(1, "Yes", "y"), option(2, "No", "n")],
          ...common,
        },
        {
          kind: "multiple",
          id: "m",
          text: "m",
          source: { form: "list", column: "m", separator: ";" },
          options: [option(7, "A", "a"), option(9, "B", "b")],
          ...common,
        },
        { kind: "open", id: "o", text: "o", column: "o", ...common },
        { kind: "date", id: "d", text: "d", column: "d", order: "ymd", ...common },
      ],
      { time: { column: "t", order: "ymd" }, end: { column: "e", order: "ymd" }, weights: ["w"] },
    );
    const header = "id,s,m,o,d,t,e,w\n";
    await importText(
      project,
      `${header}1,n,a;b,"it's ""x""\nöü\t\\N",1900-01-01,2020-02-29T12:00:00.25Z,,1.5\n2,,,,,,,\n`,
      plan,
    );
    const set = await findAnswerSet(db(), project);
    const revision = await findRevision(db(), set?.revision ?? 0);
    const { q1, q1_m, q2, q2_m, q3, q4, w1, _time, _end, ...rest } =
      (await readRows<Record<string, unknown>>(`SELECT * FROM ${revision?.tableName} WHERE _id = '1'`))[0] ?? {};
    expect({ q1, q1_m, q2, q2_m, q3, q4, w1, _time, _end }).toEqual({
      ...{ q1: 2, q1_m: 0, q2: [7, 9], q2_m: 0, q3: `it's "x"\nöü\t\\N`, q4: "1900-01-01 00:00:00.000", w1: 1.5 },
      ...{ _time: "2020-02-29 12:00:00.250", _end: null },
    });
    expect(rest).toMatchObject({ _row: 0, _excluded: 0, _revision: revision?.id });
    const [second] = await readRows(`SELECT * FROM ${revision?.tableName} WHERE _id = '2'`);
    expect(second).toMatchObject({
      q1: null,
      q1_m: 1,
      q2: [],
      q2_m: 1,
      q3: null,
      q3_m: 1,
      q4: null,
      w1: null,
      _time: null,
    });
  });

  test("lets a later file add questions, and overwrite only its own columns when it updates", async () => {
    const project = newProject();
    await importText(project, "id,a,b\n1,1,1\n2,2,2\n", planOf([numeric("a"), numeric("b")]));
    await importText(project, "id,b,c\n2,20,30\n3,21,31\n", planOf([numeric("b"), numeric("c")]), { mode: "update" });
    expect(await visible(project)).toEqual({
      1: { a: [1, 0], b: [1, 0], c: [null, 1] },
      2: { a: [2, 0], b: [20, 0], c: [30, 0] },
      3: { a: [null, 1], b: [21, 0], c: [31, 0] },
    });
  });

  test("keeps what was chosen of options that an update has no columns for", async () => {
    const project = newProject();
    const flags = (...codes: number[]) =>
      planOf([
        {
          ...{ kind: "multiple", id: "m", text: "m", missing: [{ cell: "99", kind: "no_answer" }], blank: "not_asked" },
          ...{ grid: null, source: { form: "flags", columns: columnsOf(codes), chosen: ["1"] } },
          options: codes.map((code, order) => ({ code, label: `m_${code}`, order, value: null, cells: [] })),
        },
      ]);
    const columnsOf = (codes: number[]) => codes.map((code) => ({ column: `m_${code}`, code }));
    const all = ["1,1,0,1", "2,0,0,1", "3,,,", "4,99,,", "5,1,0,0", "6,1,0,1", "8,0,1,0"];
    await importText(project, `id,m_1,m_2,m_3\n${all.join("\n")}\n`, flags(1, 2, 3));
    const some = ["1,1,0", "2,0,0", "3,1,0", "4,,", "5,,", "7,,99", "8,,"];
    await importText(project, `id,m_2,m_3\n${some.join("\n")}\n`, flags(2, 3), { mode: "update" });
    const chosen = Object.entries(await visible(project)).map(([id, { m }]) => [id, m]);
    const by99 = missingMark.no_answer + restorableMark(["99"], ["99"]);
    expect(Object.fromEntries(chosen)).toEqual({
      ...{ 1: [[1, 2], 0], 2: [[], 0], 3: [[2], 0], 4: [[], by99], 5: [[1], 0], 6: [[1, 3], 0], 7: [[], by99] },
      8: [[], 0],
    });
  });

  test("that keeps no row, or whose plan does not fit, changes nothing", async () => {
    const project = newProject();
    await importText(project, "id,a\n1,1\n", planOf([numeric("a")]));
    const before = await visible(project);
    await expect(importText(project, "id,a\n,1\n", planOf([numeric("a")]), { mode: "replace" })).rejects.toThrow(
      /None of the 1 rows/,
    );
    await expect(importText(project, "id,a\n1,1\n", planOf([numeric("z")]))).rejects.toThrow(/no column “z”/);
    const broken = Array.from({ length: 40 }, (_, at) => `${at},1,2`);
    await expect(
      importText(project, `id,a\n7,7\n${broken.join("\n")}\n`, planOf([numeric("a")]), { mode: "replace" }),
    ).rejects.toThrow(
      "40 of 41 rows would be refused, so that nothing is imported. Most often (40): Row 3 has 3 cells",
    );
    const scale: PlannedQuestion = { ...numeric("a"), kind: "open", column: "a" };
    await expect(importText(project, "id,a\n1,1\n", planOf([scale]))).rejects.toThrow(
      /is numeric in the project and open/,
    );
    expect(await visible(project)).toEqual(before);
  });

  test("that is stopped, or overtaken by another, leaves nothing half-visible and no table", async () => {
    const project = newProject();
    await importText(project, "id,a\n1,1\n", planOf([numeric("a")]));
    const before = await visible(project);
    const stop = new AbortController();
    const stopped = importText(project, "id,a\n2,2\n", planOf([numeric("a")]), {
      signal: stop.signal,
      onRows: async () => stop.abort(new Error("stopped")),
    });
    await expect(stopped).rejects.toThrow();
    expect(await visible(project)).toEqual(before);
    const overtaken = importText(project, "id,a\n3,3\n", planOf([numeric("a")]), {
      onRows: async () => void (await importText(project, "id,a\n4,4\n", planOf([numeric("a")]))),
    });
    await expect(overtaken).rejects.toMatchObject({ code: "conflict" });
    expect(Object.keys(await visible(project))).toEqual(["1", "4"]);
    const set = await findAnswerSet(db(), project);
    const gone = (await listRevisions(db(), set?.id ?? "")).filter(({ state }) => state === "failed");
    expect(gone).toHaveLength(2);
    expect(await tables(gone.map(({ tableName }) => tableName))).toEqual([]);
  });
});

const tables = (names: string[]) =>
  readRows(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND (name IN {names:Array(String)} OR startsWith(name, 'staging'))",
    { names },
  );

/* Any order of imports against a map */

type Naive = Map<string, Record<string, [number | null, number]>>;
const EMPTY: [null, number] = [null, 1];

function naive(before: Naive, { mode, rows, columns }: Wave, all: string[]): Naive {
  const after: Naive = mode === "replace" ? new Map() : new Map(before);
  const base = mode === "update" ? before : new Map();
  const complete = (answers: Record<string, [number | null, number]>) =>
    Object.fromEntries(all.map((column) => [column, answers[column] ?? EMPTY]));
  for (const [id, ...values] of rows) {
    const own = Object.fromEntries(
      columns.map((column, at): [string, [number | null, number]] => [
        column,
        values[at] === null ? [null, 2] : [values[at] ?? 0, 0],
      ]),
    );
    after.set(id, { ...(base.get(id) ?? {}), ...own });
  }
  return new Map([...after].map(([id, answers]) => [id, complete(answers)]));
}

type Wave = { mode: ImportMode; columns: string[]; rows: [id: string, ...values: (number | null)[]][] };

const wave: fc.Arbitrary<Wave> = fc
  .record({
    mode: fc.constantFrom<ImportMode>("append", "replace", "update"),
    columns: fc.subarray(["a", "b", "c"], { minLength: 1 }),
  })
  .chain(({ mode, columns }) =>
    fc
      .array(
        fc.tuple(
          fc.constantFrom(..."123456"),
          ...columns.map(() => fc.option(fc.integer({ min: -9, max: 9 }))),
        ) as fc.Arbitrary<Wave["rows"][number]>,
        { minLength: 1, maxLength: 8 },
      )
      .map((rows) => ({ mode, columns, rows })),
  );

test("imports in any order leave each id once, as a map would have it, and undoing the last goes back exactly", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wave, { minLength: 1, maxLength: 4 }), async (waves) => {
      const project = newProject();
      let expected: Naive = new Map();
      let columns: string[] = [];
      let last = { revision: 0, before: {} as Record<string, unknown> };
      for (const each of waves) {
        columns = each.mode === "replace" ? each.columns : [...new Set([...columns, ...each.columns])];
        expected = naive(expected, each, columns);
        last = { revision: 0, before: await visible(project) };
        const text = `${["id", ...each.columns].join(",")}\n${each.rows.map((row) => row.join(",")).join("\n")}\n`;
        const result = await importText(project, text, planOf(each.columns.map(numeric)), { mode: each.mode });
        last.revision = result.revision;
        expect(result.kept + result.refused).toBe(each.rows.length);
        expect(result.repeated).toBe(each.rows.length - new Set(each.rows.map(([id]) => id)).size);
        expect(result.responses).toBe(expected.size);
        expect(await visible(project)).toEqual(Object.fromEntries(expected));
      }
      await undoImport(context, project, last.revision);
      expect(await visible(project)).toEqual(last.before);
    }),
    { numRuns: runs(20) },
  );
}, 600_000);

/** Sets a response's exclusion as a person or a check does. */
async function exclude(project: ProjectKey, id: string): Promise<void> {
  const answers = await findAnswers(db(), project);
  await runStatement(`ALTER TABLE ${answers?.table} UPDATE _excluded = 1 WHERE _id = {id:String}`, { id }, sync);
}
const sync = { settings: { mutations_sync: 2 } };

async function excludedIds(project: ProjectKey): Promise<string[]> {
  const answers = await findAnswers(db(), project);
  const rows = await readRows<{ _id: string }>(`SELECT _id FROM ${answers?.table} WHERE _excluded = 1 ORDER BY _id`);
  return rows.map(({ _id }) => _id);
}

async function tried(project: ProjectKey, text: string, plan: ImportPlan, mode: ImportMode) {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, text);
  const sent = { id: crypto.randomUUID(), name: "wave.csv", bytes: 1, project_id: project.projectId };
  const [set, answers] = [await findAnswerSet(db(), project), await findAnswers(db(), project)];
  const present = set ?? { questions: [], weights: [], columnsGiven: 0 };
  const { table = null, exclusions = null } = answers ?? {};
  const look = { path, sent, plan, mode, project: present, table, exclusions, sessions: null };
  return checkFile(look, new AbortController().signal);
}

test.each<[ImportMode, object, string[]]>([
  [
    "append",
    { now: 3, after: 4, repeated: 1, excluded: 2, excluded_after: 2, brought: { added: 1, again: 1 } },
    ["1", "2"],
  ],
  [
    "update",
    { now: 3, after: 4, repeated: 1, excluded: 2, excluded_after: 2, brought: { added: 1, again: 1 } },
    ["1", "2"],
  ],
  ["replace", { now: 3, after: 2, repeated: 1, excluded: 2, excluded_after: 0, brought: { added: 2, gone: 3 } }, []],
])("%s does what the dry run said of responses, questions and exclusions", async (mode, effect, excluded) => {
  const project = newProject();
  await importText(project, "id,a,b\n1,1,1\n2,2,2\n3,3,3\n", planOf([numeric("a"), numeric("b")]));
  for (const id of ["1", "2"]) await exclude(project, id);
  const [text, plan] = ["id,a,c\n2,5,5\n\n4,6,6\n4,7,7\n", planOf([numeric("a"), numeric("c")])];
  const { effect: said, ...counted } = await tried(project, text, plan, mode);
  expect(counted).toMatchObject({ rows: 4, kept: 3, refused: 0, blank: 1 });
  expect(said).toMatchObject(effect);
  expect(said.questions).toMatchObject({
    added: { count: 1, first: ["c"] },
    gone: { count: mode === "replace" ? 1 : 0 },
  });
  const { responses, revision } = await importText(project, text, plan, { mode });
  expect(responses).toBe(said.after);
  expect((await findRevision(db(), revision))?.brought).toEqual({ ...said.brought, blank: 1 });
  expect(await excludedIds(project)).toEqual(excluded);
  expect(
    await readRows("SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'tried_')"),
  ).toEqual([]);
});

test.each([true, false])(
  "an import says that it is being written where it is lost with its process: %s",
  async (isHeld) => {
    const project = newProject();
    let heldAt: Date | null | undefined;
    const onRows = async () => {
      const set = await findAnswerSet(db(), project);
      heldAt = (await listRevisions(db(), set?.id ?? ""))[0]?.heldAt;
    };
    await importText(project, "id,a\n1,1\n", planOf([numeric("a")]), { isHeld, onRows });
    expect(heldAt).toEqual(isHeld ? expect.any(Date) : null);
  },
);

test("the next file is guessed from the plan of the answers that are there, also after one was undone", async () => {
  const project = newProject();
  const chosen = planOf([numeric("a")], { id: "code", timeZone: "Europe/Berlin" });
  await importText(project, "id,code,a\n1,x,1\n", chosen);
  const { revision } = await importText(project, "id,code,a\n1,y,1\n", planOf([numeric("a")]));
  await undoImport(context, project, revision);
  const before = await findPlan(db(), project);
  expect(before).toMatchObject({ id: "code", timeZone: "Europe/Berlin" });
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, "id,code,a\n1,x,1\n2,x,2\n");
  const known = { questions: [], weights: [], columnsGiven: 0, before, table: null };
  const idFor = async (project: Parameters<typeof guessFile>[0]["project"]) =>
    (await guessFile({ path, name: "wave.csv", project })).plan.id;
  expect(await idFor(known)).toBe("code");
  expect(await idFor({ ...known, before: null })).toBe("id");
  // An update of one column says nothing of the others.
  const update = planOf([], { id: "code", weights: ["w"] });
  await importText(project, "code,w\nx,2\n", update, { mode: "update" });
  expect(await findPlan(db(), project)).toEqual(before);
  expect(await findPlan(db(), newProject())).toBeNull();
});

test("a missing code of a number or a text that was taken back is not guessed again; others are", async () => {
  const project = newProject();
  const plain = { missing: [], blank: "not_asked" as const, grid: null };
  const questions: PlannedQuestion[] = [
    { kind: "numeric", id: "a", text: "a", column: "a", ...plain },
    { kind: "open", id: "why", text: "why", column: "why", ...plain },
    { ...numeric("b"), missing: [{ cell: -9, kind: "no_answer" }] },
  ];
  const rows = (from: number) => Array.from({ length: 40 }, (_, at) => `${from + at},${30 + at},so ${at},${at * 50}`);
  const text = (from: number, ...more: string[]) => ["id,a,why,b", ...rows(from), ...more].join("\n");
  await importText(project, text(1, "41,-9, n/a ,-9"), planOf(questions));
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, text(101, "141,-9,n/a,-9", "142,-8,refused,-8"));
  const guessedFor = async (table: string | null) => {
    const set = await findAnswerSet(db(), project);
    const known = { questions: [], weights: [], columnsGiven: 0, ...set, table, before: await findPlan(db(), project) };
    const { plan, looks } = await guessFile({ path, name: "wave.csv", project: known });
    expect(looks).toContainEqual({ column: "b", reason: expect.stringContaining("is taken for a missing answer") });
    const missing = plan.questions.map(({ id, missing }) => [id, missing.map((code) => "cell" in code && code.cell)]);
    return Object.fromEntries(missing);
  };
  expect(await guessedFor(null)).toEqual({ a: [-9, -8], why: ["n/a", "refused"], b: [-9, -8] });
  const table = (await findAnswers(db(), project))?.table ?? null;
  expect(await guessedFor(table)).toEqual({ a: [-8], why: ["refused"], b: [-9, -8] });
});

test("updating by id without a column of ids is refused", async () => {
  const plan = planOf([numeric("a")], { id: null });
  await expect(importText(newProject(), "id,a\n1,1\n", plan, { mode: "update" })).rejects.toThrow(/needs the column/);
});

test("imports are undone one by one as far back as their answers are kept, and clearing keeps no more", async () => {
  const project = newProject();
  const plan = planOf([numeric("a")]);
  for (const text of ["1,1", "2,2", "3,3", "4,4"]) await importText(project, `id,a\n${text}\n`, plan);
  const set = await findAnswerSet(db(), project);
  const all = await listRevisions(db(), set?.id ?? "");
  await clearLeftOverAnswers(2);
  expect(await tables(all.map(({ tableName }) => tableName))).toHaveLength(3);
  const [fourth, third, second] = all;
  for (const [revision, left] of [
    [fourth, "123"],
    [third, "12"],
  ] as const) {
    await undoImport(context, project, revision?.id ?? 0);
    expect(Object.keys(await visible(project)).join("")).toBe(left);
  }
  await expect(undoImport(context, project, second?.id ?? 0)).rejects.toThrow(/no longer kept/);
});

test("clearing removes tables that nobody reads and no undo needs, and no other", async () => {
  const project = newProject();
  const plan = planOf([numeric("a")]);
  for (const text of ["1,1", "2,2", "3,3"]) await importText(project, `id,a\n${text}\n`, plan);
  const set = await findAnswerSet(db(), project);
  const [third, second, first] = await listRevisions(db(), set?.id ?? "");
  await clearLeftOverAnswers(1);
  const left = await tables([third, second, first].map((revision) => revision?.tableName ?? ""));
  expect(left).toHaveLength(2);
  await undoImport(context, project, third?.id ?? 0);
  expect(Object.keys(await visible(project))).toEqual(["1", "2"]);
  await expect(undoImport(context, project, third?.id ?? 0)).rejects.toThrow(/undone already/);
  await expect(undoImport(context, project, second?.id ?? 0)).rejects.toThrow(/no longer kept/);
  await clearLeftOverAnswers();
  expect(await tables([third?.tableName ?? ""])).toEqual([]);
  expect(Object.keys(await visible(project))).toEqual(["1", "2"]);
});

test("clearing removes what waits beside a table that is written, and leaves what others wait for", async () => {
  const project = newProject();
  const plan = planOf([numeric("a")]);
  const { revision } = await importText(project, "id,a\n1,1\n", plan);
  const set = await findAnswerSet(db(), project);
  const begun = await beginRevision(db(), {
    ...{ set: { id: set?.id ?? "", revision }, mode: "append", fileName: "b.csv", plan },
    ...{ questions: [], weights: [], who: "a" },
  });
  const shown = (await findRevision(db(), revision))?.tableName ?? "";
  const [written, elsewhere] = [begun.tableName, newTableName()];
  for (const table of [shown, written, elsewhere]) {
    await runStatement(`CREATE TABLE ${stagingOf(table)} (id String) ENGINE = MergeTree ORDER BY id`);
  }
  await clearLeftOverAnswers();
  const left = (await tables([])) as { name: string }[];
  expect(left.map(({ name }) => name).sort()).toEqual([written, elsewhere].map(stagingOf).sort());
  expect(Object.keys(await visible(project))).toEqual(["1"]);
  for (const table of [written, elsewhere]) await dropStaged(table);
});

test("an option that counts as no answer is kept: a base of all who were asked shows it, and without its mark it is an option", async () => {
  const project = newProject();
  const path = join(folder, "marked.csv");
  writeFileSync(
    path,
    `id,q\n${["Yes", "No", "Yes", "No answer", "", "No answer", "Yes", "No"].map((cell, row) => `${row},${cell}\n`).join("")}`,
  );
  const detected = { questions: [], weights: [], columnsGiven: 0, table: null, before: null };
  const { plan } = await guessFile({ path, name: "marked.csv", project: detected });
  await importText(project, readFileSync(path, "utf8"), plan);
  const answers = await findAnswers(db(), project);
  if (!answers?.table) throw new Error("Nothing was imported.");
  const { table, questions } = answers;
  const rowsOf = async (of: typeof questions, baseRule: "answered" | "asked") => {
    const divided = { table, questions: of, rows: ["q"], columns: [], filter: [], weight: null, baseRule };
    const shown = { timeZone: "UTC", excluded: nobodyExcluded, includeExcluded: false, measured: [] };
    const groups = await readPivot({ ...divided, ...shown }, {});
    const measures = [{ aggregationType: aggregations.count }];
    const { rows, cells } = pivotTable({ questions: of, rows: ["q"], columns: [], measures, measured: [] }, groups);
    return rows.map((row, at) => [row[0] ?? "all", cells[at]?.[0]?.[0]]);
  };
  expect(await rowsOf(questions, "answered")).toEqual([
    ["Yes", 3],
    ["No", 2],
    ["all", 5],
  ]);
  expect(await rowsOf(questions, "asked")).toEqual([
    ["Yes", 3],
    ["No", 2],
    ["No answer", 2],
    ["all", 7],
  ]);
  const normal = questions.map((question) => ({
    ...question,
    missing: question.missing.filter(({ marked }) => !marked),
  }));
  expect(await rowsOf(normal, "answered")).toEqual([
    ["Yes", 3],
    ["No", 2],
    ["No answer", 2],
    ["all", 7],
  ]);
});
