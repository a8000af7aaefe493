import { expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { withEngine } from "@/lib/test-engine";
import { sized } from "@/lib/test-runs";
import { buildTable, dropTables, stageRows } from "./answer-rows";
import { readRows } from "./client";

withEngine();

const question = (column: string): Question => ({
  ...{ id: column, text: column, kind: "numeric", column, options: [], missing: [], blank: "not_asked" },
  ...{ grid: null, derivation: null, version: 1 },
});
const questions = [question("q1")];

/** Rows of ids with an answer each. */
async function* rowsOf(revision: number, pairs: [id: number, answer: number][]): AsyncGenerator<unknown[]> {
  for (const [place, [id, answer]] of pairs.entries()) yield [place, `r${id}`, null, null, 0, revision, answer, 0];
}

const pairs = (from: number, to: number, answer: number) =>
  Array.from({ length: to - from }, (_, at): [number, number] => [from + at, answer]);

async function write(
  table: string,
  rows: [number, number][],
  mode: ImportMode,
  before: string | null,
  joinedBytes: number,
) {
  const staged = { questions, weights: [] };
  await stageRows(rowsOf(1, rows), { table, ...staged });
  const earlier = before === null ? null : { table: before, ...staged };
  const has = { time: false, end: false };
  return buildTable({ table, mode, ...staged, staged, hasIds: true, has, earlier, joinedBytes });
}

test.each<[ImportMode, number, object]>([
  ["append", 3000, { n: 3000, ids: 3000, total: 1000 * 1 + 2000 * 2 }],
  ["update", 3000, { n: 3000, ids: 3000, total: 1000 * 1 + 2000 * 2 }],
  ["replace", 2000, { n: 2000, ids: 2000, total: 2000 * 2 }],
])("%s is the same whether ids are joined at once or in many parts", async (mode, responses, sums) => {
  await write("answers_before", pairs(0, 2000, 1), "replace", null, 1_000_000_000);
  for (const joinedBytes of [1_000_000_000, 10_000]) {
    const rows = [...pairs(1000, 1500, 7), ...pairs(1000, 3000, 2)];
    const built = await write("answers_after", rows, mode, "answers_before", joinedBytes);
    expect(built).toEqual({ responses, repeated: 500 });
    expect(await readRows("SELECT count() AS n, uniqExact(_id) AS ids, sum(q1) AS total FROM answers_after")).toEqual([
      sums,
    ]);
  }
  await dropTables("answers_after");
  await dropTables("answers_before");
  expect(await readRows("SELECT name FROM system.tables WHERE database = currentDatabase()")).toEqual([]);
});

test("many rows come with their figures by hours, and keep them when a later file updates them", async () => {
  async function* rows(count: number, answer: number): AsyncGenerator<unknown[]> {
    for (let place = 0; place < count; place += 1) {
      const time = new Date(Date.UTC(2024, 0, 1) + place * 36_000).toISOString();
      yield [place, `r${place}`, time, null, 0, 1, answer + (place % 2), 0];
    }
  }
  const staged = { questions, weights: [] };
  const common = { ...staged, staged, hasIds: true, has: { time: true, end: false } };
  const earlier = { table: "answers_m1", ...staged };
  await stageRows(rows(100_000, 1), { table: "answers_m1", ...staged });
  await buildTable({ table: "answers_m1", mode: "replace", ...common, earlier: null });
  await stageRows(rows(20_000, 5), { table: "answers_m2", ...staged });
  await buildTable({ table: "answers_m2", mode: "update", ...common, earlier, joinedBytes: 1_000_000 });
  for (const [table, sum] of [
    ["answers_m1", 150_000],
    ["answers_m2", 20_000 * 5.5 + 80_000 * 1.5],
  ]) {
    const kept = `SELECT sumKahanForEach([ifNull(q1, 0.)])[1] AS sum FROM ${table} WHERE _excluded = 0
      SETTINGS force_optimize_projection = 1, force_optimize_projection_name = 'by_hour'`;
    expect(await readRows(kept)).toEqual([{ sum }]);
  }
  await dropTables("answers_m1");
  await dropTables("answers_m2");
});

test("a source that fails tells its own reason, and what it wrote is thrown away by the next try", async () => {
  async function* failing() {
    yield* rowsOf(1, pairs(0, 10, 1));
    throw new Error("The file ends early.");
  }
  const staged = { questions, weights: [] };
  await expect(stageRows(failing(), { table: "answers_x", ...staged })).rejects.toThrow("The file ends early.");
  expect(await stageRows(rowsOf(1, pairs(0, 3, 1)), { table: "answers_x", ...staged })).toBe(3);
  expect(await readRows("SELECT count() AS n FROM staging_x")).toEqual([{ n: 3 }]);
  await dropTables("answers_x");
});

test("a project of thousands of questions is written and updated", async () => {
  // Statements of so many are longer, and have more parts, than the engine takes unless told.
  const QUESTIONS = sized(1300, 2500);
  const many = Array.from({ length: QUESTIONS }, (_, at) => question(`q${at + 1}`));
  async function* rows(): AsyncGenerator<unknown[]> {
    yield [0, "r1", null, null, 0, 1, ...many.flatMap((_, at) => [at, 0])];
  }
  const staged = { questions: many, weights: [] };
  const common = { ...staged, staged, hasIds: true, has: { time: false, end: false } };
  await stageRows(rows(), { table: "answers_w1", ...staged });
  const first = await buildTable({ table: "answers_w1", mode: "append", ...common, earlier: null });
  await stageRows(rows(), { table: "answers_w2", ...staged });
  const earlier = { table: "answers_w1", ...staged };
  const second = await buildTable({ table: "answers_w2", mode: "update", ...common, earlier });
  expect([first.responses, second.responses]).toEqual([1, 1]);
  const last = `SELECT q${QUESTIONS} AS answer, q${QUESTIONS}_m AS mark FROM answers_w2`;
  expect(await readRows(last)).toEqual([{ answer: QUESTIONS - 1, mark: 0 }]);
  await dropTables("answers_w1");
  await dropTables("answers_w2");
}, 600_000);
