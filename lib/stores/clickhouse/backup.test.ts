import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { withEngine } from "@/lib/test-engine";
import { detachTable } from "./answer-rows";
import { type AnswerTable, copyInAnswers, copyOutAnswers, definitionHere, firstAnswerTable } from "./backup";
import { readRows, runStatement } from "./client";

withEngine();

const TABLE = `answers_${"a".repeat(32)}`;

/** A table like those of answers, with every type that they have and its hours kept. */
async function fill(): Promise<void> {
  await runStatement(
    `CREATE TABLE ${TABLE} (_row UInt64, _id String, _time Nullable(DateTime64(3, 'UTC')), _excluded UInt8,
      q1 Nullable(Float64), q1_m UInt8, q2 Array(UInt16), q3 Nullable(String),
      PROJECTION by_hour (SELECT toStartOfHour(_time), sum(q1) GROUP BY toStartOfHour(_time)))
      ENGINE = MergeTree ORDER BY (_time, _id) SETTINGS allow_nullable_key = 1`,
  );
  await runStatement(
    `INSERT INTO ${TABLE} SELECT number, toString(number), if(number % 7 = 0, NULL, toDateTime64(number, 3, 'UTC')), 0,
      if(number % 3 = 0, NULL, number / 7), number % 3, range(number % 4), if(number % 5 = 0, NULL, concat('ä\\t', toString(number)))
      FROM numbers(20000)`,
  );
}

const rowsOf = () => readRows(`SELECT * FROM ${TABLE} ORDER BY _row`);

async function copied(): Promise<{ stored: AnswerTable; data: Buffer }> {
  let data = Buffer.alloc(0);
  const stored = await copyOutAnswers(TABLE, async (rows) => {
    data = await buffer(rows);
  });
  return { stored, data };
}

test("a table comes back with every row and value, and with the figures that it keeps by hours", async () => {
  await fill();
  const before = await rowsOf();
  const { stored, data } = await copied();
  expect(stored.rows).toBe(20_000);
  await runStatement(`DROP TABLE ${TABLE}`);
  expect(await firstAnswerTable()).toBeNull();
  await copyInAnswers(TABLE, stored, Readable.from([data.subarray(0, 1000), data.subarray(1000)]));
  expect(await rowsOf()).toEqual(before);
  expect(await firstAnswerTable()).toBe(TABLE);
  const [made] = await readRows<{ statement: string }>(`SHOW CREATE TABLE ${TABLE}`);
  expect(made?.statement).toContain("PROJECTION by_hour");
});

test("a detached table is copied, and detached again afterwards", async () => {
  await detachTable(TABLE);
  const { stored } = await copied();
  expect(stored.rows).toBe(20_000);
  const attached = await readRows("SELECT 1 FROM system.tables WHERE database = currentDatabase()");
  expect(attached).toEqual([]);
  await runStatement(`ATTACH TABLE ${TABLE}`);
});

test("data that end early or are of another table are refused, and nothing stays", async () => {
  const { stored, data } = await copied();
  await runStatement(`DROP TABLE ${TABLE}`);
  await expect(copyInAnswers(TABLE, stored, Readable.from([data.subarray(0, data.length - 100)]))).rejects.toThrow();
  expect(await firstAnswerTable()).toBeNull();
  // Of a row that has no number in one of its columns.
  const at = data.indexOf("ä\t1233");
  const changed = Buffer.concat([data.subarray(0, at), Buffer.from("ä\t7777"), data.subarray(at + 7)]);
  expect([at > 0, changed.length]).toEqual([true, data.length]);
  await expect(copyInAnswers(TABLE, stored, Readable.from([changed]))).rejects.toThrow(/or other values/);
  expect(await firstAnswerTable()).toBeNull();
});

test("a table is made again in the database of this installation, with its table engine", () => {
  const made = `CREATE TABLE elsewhere.${TABLE}\n(\n  \`_id\` String\n)\nENGINE = SharedMergeTree('/x/{uuid}', '{replica}')\nORDER BY _id`;
  expect(definitionHere(TABLE, made, "ReplicatedMergeTree")).toBe(
    `CREATE TABLE ${TABLE}\n(\n  \`_id\` String\n)\nENGINE = ReplicatedMergeTree\nORDER BY _id`,
  );
  expect(() => definitionHere(TABLE, "DROP TABLE x")).toThrow("does not say how");
});
