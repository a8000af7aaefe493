import { expect, test } from "vitest";
import { withEngine } from "@/lib/test-engine";
import { newTableName } from "./answer-table";
import { readRows, runStatement } from "./client";
import { triedIds } from "./tried-ids";

withEngine();

test.each([1, 7, 100, 1_000_000])("ids are counted once each, %i of them at a time", async (atOnce) => {
  const earlier = newTableName();
  await runStatement(`CREATE TABLE ${earlier} (_id String) ENGINE = MergeTree ORDER BY _id`);
  await runStatement(`INSERT INTO ${earlier} SELECT toString(number) FROM numbers(40)`);
  const ids = triedIds(undefined, atOnce);
  await ids.add(Array.from({ length: 30 }, (_, at) => String(20 + at)));
  await ids.add(["49", "20", "x", "", "x"]);
  expect(await ids.count(earlier)).toEqual({ distinct: 32, known: 20 });
  expect(await ids.count(null)).toEqual({ distinct: 32, known: 0 });
  await ids.drop();
  await runStatement(`DROP TABLE ${earlier}`);
  expect(await readRows("SELECT name FROM system.tables WHERE database = currentDatabase()")).toEqual([]);
});

test("nothing tried is nothing counted", async () => {
  const ids = triedIds();
  expect(await ids.count(null)).toEqual({ distinct: 0, known: 0 });
  await ids.drop();
});
