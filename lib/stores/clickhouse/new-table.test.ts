import { beforeAll, describe, expect, test } from "vitest";
import { bucketBoundaries } from "@/lib/contracts/calendar/trend-buckets";
import type { BucketType } from "@/lib/contracts/terms/analysis";
import { question } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { fixedColumns } from "./answer-table";
import { readRows, runStatement } from "./client";
import { nobodyExcluded } from "./excluded-rows";
import { createAnswers, keptByHour } from "./new-table";
import { readTrend, type TrendQuestion } from "./trend";

withEngine();

const questions = [
  question(1, "spent", "numeric"),
  question(2, "visits", "numeric"),
  question(3, "coded", "numeric", { missing: [{ cell: 3, kind: "no_answer" }] }),
  question(4, "likes", "scale", {
    options: [
      [1, "no", 1],
      [2, "yes", 5],
    ],
  }),
];
const FROM = Date.UTC(2024, 2, 20);
const ROWS = 120_000;
/** Into the days on which Berlin's clocks are changed. */
const STEP_MS = 12_345;

/** Some rows are excluded, some have no time, some no answer; they come in three parts that overlap in time. */
async function fill(table: string): Promise<void> {
  const { row, id, time, excluded } = fixedColumns;
  for (let part = 0; part < 3; part += 1) {
    await runStatement(
      `INSERT INTO ${table} (${row}, ${id}, ${time}, ${excluded}, q1, q2, q3, q4)
        SELECT number AS n, toString(n), if(n % 97 = 0, NULL, fromUnixTimestamp64Milli(${FROM} + toInt64(n) * ${STEP_MS}, 'UTC')),
          n % 13 = 0, if(n % 7 = 0, NULL, toFloat64(cityHash64(n) % 1000) / 8), 1e9 + toFloat64(n % 10) / 4,
          toFloat64(n % 5), 1 + n % 2
        FROM numbers(${ROWS}) WHERE number % 3 = ${part}`,
    );
  }
}

const tableOf = (table: string) => ({ table, questions, weights: [] });
const keptOf = (table: string) =>
  readRows<{ name: string }>(
    "SELECT name FROM system.projections WHERE database = currentDatabase() AND table = {table:String}",
    { table },
  );

describe("figures that a table of many rows keeps by hours", () => {
  beforeAll(async () => {
    await createAnswers({ ...tableOf("few"), from: [] }, {});
    await fill("few");
    await createAnswers({ ...tableOf("many"), from: ["few"] }, {});
    await fill("many");
  });

  const series = questions.map(({ id }) => ({ id, questionIds: [id] }));
  const stored = series.slice(0, 2);
  const ask = (type: BucketType, timeZone: string, to = FROM + 17 * 86_400_000): TrendQuestion => {
    const boundaries = bucketBoundaries({ from: FROM, to }, type, timeZone) ?? [];
    const asked = { table: "many", questions, series, from: FROM, to, boundaries, calendar: { type, timeZone } };
    return { ...asked, filter: [], weight: null, excluded: nobodyExcluded, includeExcluded: false };
  };
  /** Refused where the engine would go over the rows. */
  const fromKept = { settings: { force_optimize_projection: 1, force_optimize_projection_name: "by_hour" } };

  test("are of tables that have many rows to an hour", async () => {
    expect(await keptOf("few")).toEqual([]);
    expect(await keptOf("many")).toEqual([{ name: "by_hour" }]);
    await runStatement(`CREATE TABLE sparse ENGINE = MergeTree ORDER BY tuple() AS
      SELECT toDateTime64('2000-01-01 00:00:00', 3, 'UTC') + toIntervalMinute(number * 20) AS _time FROM numbers(${ROWS})`);
    await createAnswers({ ...tableOf("thin"), from: ["sparse"] }, {});
    expect(await keptOf("thin")).toEqual([]);
    const said = await Promise.all(["few", "many", "thin"].map((table) => keptByHour(table, {})));
    expect(said).toEqual([[], [["q1", "q2", "q3"]], []]);
  });

  const cases: [type: BucketType, timeZone: string][] = [
    ["hourly", "UTC"],
    ["daily", "UTC"],
    ["daily", "Europe/Berlin"],
    ["monthly", "America/New_York"],
    ["yearly", "UTC"],
  ];
  for (const [type, timeZone] of cases) {
    for (const includeExcluded of [false, true]) {
      test(`${type}, ${timeZone}, ${includeExcluded ? "with" : "without"} what is excluded`, async () => {
        const asked = { ...ask(type, timeZone), includeExcluded };
        const { calendar: _, ...byBoundaries } = asked;
        const [found, wanted] = [await readTrend(asked, {}), await readTrend(byBoundaries, {})];
        for (const { id } of series) {
          const [buckets, of] = [found.means.get(id) ?? [], wanted.means.get(id) ?? []];
          expect(of.some(({ count }) => count > 0)).toBe(true);
          expect(buckets).toHaveLength(of.length);
          for (const [at, bucket] of of.entries()) {
            expect(buckets[at]).toMatchObject({ count: bucket.count, min: bucket.min, max: bucket.max });
            expect(buckets[at]?.mean).toBeCloseTo(bucket.mean ?? 0, 12 - Math.log10(1 + Math.abs(bucket.mean ?? 0)));
            expect(buckets[at]?.variance).toBeCloseTo(bucket.variance ?? 0, 8);
          }
        }
        const spent = { ...asked, series: stored.slice(0, 1) };
        expect((await readTrend(spent, fromKept)).means.get("spent")).toEqual(found.means.get("spent"));
      });
    }
  }

  test("of more columns than stand in one array are read as they were asked for, each its own", async () => {
    const many = Array.from({ length: 23 }, (_, place) => question(place + 1, `n${place + 1}`, "numeric"));
    await createAnswers({ table: "wide", questions: many, weights: [], from: ["few"] }, {});
    const { row, id, time } = fixedColumns;
    const numbers = many.map(
      ({ column }, place) => `if(n % 7 = ${place % 7}, NULL, toFloat64(n % 3 + ${place})) AS ${column}`,
    );
    await runStatement(`INSERT INTO wide (${[row, id, time, ...many.map(({ column }) => column)].join(", ")})
      SELECT number AS n, toString(n), fromUnixTimestamp64Milli(${FROM} + toInt64(n) * ${STEP_MS}, 'UTC'), ${numbers.join(", ")}
      FROM numbers(${ROWS})`);
    expect((await keptByHour("wide", {})).map((together) => together.length)).toEqual([10, 10, 3]);
    for (const places of [[22, 3, 12], [5], many.map((_, place) => place)]) {
      const asked = places.map((place) => ({ id: `n${place + 1}`, questionIds: [`n${place + 1}`] }));
      const trend = { ...ask("daily", "Europe/Berlin"), table: "wide", questions: many, series: asked };
      const { calendar: _, ...byBoundaries } = trend;
      const found = await readTrend(trend, fromKept);
      expect(found.means.size).toBe(places.length);
      expect(found).toEqual(await readTrend(byBoundaries, {}));
    }
  });

  test("are not those of half hours, missing codes and filters", async () => {
    const half = ask("daily", "Asia/Kolkata");
    const others = [
      half,
      { ...ask("daily", "UTC", FROM + 1_800_000), series: stored },
      { ...ask("daily", "UTC"), series: series.slice(2) },
      { ...ask("daily", "UTC"), filter: [{ questionId: "likes", operator: "eq" as const, value: 1 }] },
    ];
    for (const asked of others) await expect(readTrend(asked, fromKept)).rejects.toThrow(/projection/);
  });
});
