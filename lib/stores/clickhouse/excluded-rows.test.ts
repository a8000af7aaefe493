import { beforeAll, describe, expect, test } from "vitest";
import { bucketBoundaries } from "@/lib/contracts/calendar/trend-buckets";
import type { Context } from "@/lib/contracts/context";
import { question, testWeight } from "@/lib/test-answers";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { sized } from "@/lib/test-runs";
import { type ExclusionsRef, findAnswers, makeAnswerSet, type ProjectKey } from "../postgres/answer-sets";
import { db } from "../postgres/client";
import { excludeResponses } from "../postgres/response-exclusions";
import { readCounts, readTenths, readValues } from "./answer-counts";
import { detachTable, dropTables } from "./answer-rows";
import { fixedColumns } from "./answer-table";
import { readCellResponses } from "./cell-responses";
import { readRows, readTuples, runStatement } from "./client";
import { type ExcludedRows, nobodyExcluded, readExcludedRows } from "./excluded-rows";
import { createAnswers, keptByHour } from "./new-table";
import { readPivot } from "./pivot";
import { countResponses, readTableState } from "./table-state";
import { readTrend, type TrendQuestion } from "./trend";
import { readCells, readWeightFigures } from "./weigh";

withEngine();
withOwnDatabase();

const questions = [
  question(1, "spent", "numeric"),
  question(2, "age", "numeric"),
  question(3, "likes", "single", {
    options: [
      [1, "no", null],
      [2, "yes", null],
    ],
  }),
];
const [spent, age, likes] = questions as [(typeof questions)[0], (typeof questions)[0], (typeof questions)[0]];
/** Ids of more than one statement, as all of them are excluded. */
const ROWS = sized(25_050, 100_200);
const STEP_MS = 1_603_200_000 / ROWS;
const ROWS_A_DAY = 86_400_000 / STEP_MS;
/** So many that a table made for them keeps its figures by hours. */
const MOMENTS = 100_200;
const FROM = Date.UTC(2024, 2, 20);
const TO = FROM + 20 * 86_400_000;

/** Rows of two imports, a response each; of every 97th it is not known when it was given. */
async function fill(table: string, isExcluded: string): Promise<void> {
  const { row, id, time, excluded, revision } = fixedColumns;
  await runStatement(`INSERT INTO ${table} (${[row, id, time, excluded, revision, "q1", "q2", "q3", "w1"].join(", ")})
    SELECT intDiv(number, 2), concat('id ', toString(number)),
      if(number % 97 = 0, NULL, fromUnixTimestamp64Milli(${FROM} + toInt64(number) * ${STEP_MS}, 'UTC')), ${isExcluded},
      7 + number % 2, if(number % 7 = 0, NULL, toFloat64(cityHash64(number) % 1000)), toFloat64(18 + number % 60),
      1 + cityHash64(number, 1) % 2, 0.5 + number % 3 FROM numbers(${ROWS})`);
}

async function makeTable(isExcluded = "0"): Promise<string> {
  const table = `answers_${crypto.randomUUID().replaceAll("-", "")}`;
  await createAnswers({ table, questions, weights: [testWeight], from: ["times"] }, {});
  await fill(table, isExcluded);
  return table;
}

beforeAll(async () => {
  await runStatement(`CREATE TABLE times ENGINE = MergeTree ORDER BY tuple() AS
    SELECT fromUnixTimestamp64Milli(${FROM} + toInt64(number) * 16000, 'UTC') AS _time FROM numbers(${MOMENTS})`);
});

const context: Context = {
  viewer: { connection: "built-in", email: "ana@example.com", name: "Ana", role: "manager", accounts: [] },
  requestId: "r1",
  origin: "page",
};

async function newProject() {
  const project: ProjectKey = {
    connection: "built-in",
    accountId: crypto.randomUUID(),
    projectId: crypto.randomUUID(),
  };
  await makeAnswerSet(db(), project);
  return {
    change: (ids: readonly string[], isExcluded: boolean) =>
      db().transaction((each) => excludeResponses(each, context, project, ids, { isExcluded, reason: "Speeder" })),
    refOf: async (): Promise<ExclusionsRef | null> => (await findAnswers(db(), project))?.exclusions ?? null,
  };
}

/** Sums of rows in another order may differ in their last digits, and groups come in any. */
const rounded = (figures: object): unknown =>
  JSON.parse(JSON.stringify(figures), (_, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(10)) : value,
  );

/** Everything that is ever read of responses that count. */
async function figuresOf(table: string, excluded: ExcludedRows, includeExcluded = false) {
  const shared = { table, questions, excluded };
  const counted = { filter: [], includeExcluded };
  const boundaries = bucketBoundaries({ from: FROM, to: TO }, "daily") ?? [];
  const calendar = { type: "daily", timeZone: "UTC" } as const;
  const series = [spent, age].map(({ id }) => ({ id, questionIds: [id] }));
  const shares = [{ questionId: "likes", codes: [2] }];
  const trend: TrendQuestion = {
    ...shared,
    ...counted,
    series,
    from: FROM,
    to: TO,
    boundaries,
    calendar,
    weight: null,
  };
  const pivot = {
    ...{ ...shared, ...counted, rows: ["likes"], columns: [], measured: ["spent"], baseRule: "answered" as const },
    ...{ timeZone: "UTC", weight: null },
  };
  const cell = { ...pivot, rowKeys: [2], columnKeys: [], measured: null, shown: ["age"], page: 3, pageSize: 20 };
  const { means } = await readTrend(trend, {});
  const weighted = await readTrend({ ...trend, shares, weight: testWeight }, {});
  const groups = await readPivot(pivot, {});
  return rounded({
    trend: [...means],
    weighted: [...weighted.means, weighted.shares],
    pivot: groups.toSorted((one, other) => one.rows.join().localeCompare(other.rows.join())),
    cell: await readCellResponses(cell, {}),
    state: await readTableState(shared, testWeight.column, {}),
  });
}

/** What is read of responses that count alone, whatever a table of figures includes. */
async function countsOf(table: string, excluded: ExcludedRows) {
  const shared = { table, questions, excluded };
  return rounded({
    counts: await readCounts({ ...shared, asked: questions }, {}),
    values: await readValues(shared, age, {}),
    tenths: await readTenths({ ...shared, asked: [spent] }, {}),
    cells: await readCells(shared, [likes], { most: 10, weight: testWeight }, {}),
    weight: await readWeightFigures(shared, [testWeight], {}),
  });
}

const idsWhere = async (condition: string): Promise<string[]> => {
  const rows = await readTuples<string>(
    `SELECT concat('id ', toString(number)) FROM numbers(${ROWS}) WHERE ${condition}`,
  );
  return rows.map(([id]) => id ?? "");
};

describe("excluded responses", () => {
  const cases: [title: string, condition: string][] = [
    ["one", "number = 500"],
    ["some of each hour, some without a time", "cityHash64(number, 9) % 20 = 0 OR number % 970 = 0"],
    ["a whole day", `number BETWEEN ${ROWS_A_DAY} AND ${2 * ROWS_A_DAY}`],
    ["all", "1"],
  ];
  for (const [title, condition] of cases) {
    test(`${title}: figures are those of a table that marks them, also when they are included, and undone exactly`, async () => {
      const [table, marked] = [await makeTable(), await makeTable(condition)];
      expect(await keptByHour(table, {})).toEqual([["q1", "q2"]]);
      const project = await newProject();
      const before = await figuresOf(table, await readExcludedRows(table, await project.refOf(), {}));
      const changed = await project.change([...(await idsWhere(condition)), "not there"], true);
      const excluded = await readExcludedRows(table, await project.refOf(), {});
      expect(excluded.count).toBe(changed.length - 1);
      expect(await figuresOf(table, excluded)).toEqual(await figuresOf(marked, nobodyExcluded));
      expect(await figuresOf(table, excluded, true)).toEqual(await figuresOf(marked, nobodyExcluded, true));
      expect(await countsOf(table, excluded)).toEqual(await countsOf(marked, nobodyExcluded));
      await project.change(changed, false);
      const undone = await readExcludedRows(table, await project.refOf(), {});
      expect(undone).toEqual(nobodyExcluded);
      expect(await figuresOf(table, undone)).toEqual(before);
      for (const each of [table, marked]) await dropTables(each);
    });
  }

  test("a reader goes on with the version that they began with, and the same rows have the same state again", async () => {
    const table = await makeTable();
    const project = await newProject();
    await project.change(["id 1", "id 2"], true);
    const first = await readExcludedRows(table, await project.refOf(), {});
    const figures = await figuresOf(table, first);
    await project.change(["id 2"], false);
    await project.change(["id 3"], true);
    const second = await readExcludedRows(table, await project.refOf(), {});
    expect([first.count, second.count]).toEqual([2, 2]);
    expect(second.state).not.toBe(first.state);
    expect(await figuresOf(table, second)).not.toEqual(figures);
    expect(await figuresOf(table, first)).toEqual(figures);
    await project.change(["id 3"], false);
    await project.change(["id 2"], true);
    expect((await readExcludedRows(table, await project.refOf(), {})).state).toBe(first.state);
  });

  test("readers at once, and after the table was detached, find all of them", async () => {
    const table = await makeTable();
    const project = await newProject();
    await project.change(await idsWhere("number % 10 = 0"), true);
    const ref = await project.refOf();
    const found = await Promise.all(Array.from({ length: 5 }, () => readExcludedRows(table, ref, {})));
    expect(found.map(({ count }) => count)).toEqual(Array.from({ length: 5 }, () => ROWS / 10));
    const before = await figuresOf(table, await readExcludedRows(table, ref, {}));
    await detachTable(table);
    expect(await figuresOf(table, await readExcludedRows(table, ref, {}))).toEqual(before);
    await dropTables(table);
    const left = await readRows<{ name: string }>(
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND endsWith(name, {id:String})",
      { id: table.slice("answers_".length) },
    );
    expect(left).toEqual([]);
  });

  test("of what an import already marks as excluded, nobody is counted twice", async () => {
    const table = await makeTable("number < 100");
    const project = await newProject();
    await project.change(await idsWhere("number < 150"), true);
    const excluded = await readExcludedRows(table, await project.refOf(), {});
    expect(await readTableState({ table, excluded }, null, {})).toMatchObject({ responses: ROWS, excluded: 150 });
    expect(await countResponses({ table, excluded }, {})).toEqual({ responses: ROWS, excluded: 150 });
  });
});
