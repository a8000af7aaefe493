import { expect, test } from "vitest";
import { withEngine } from "@/lib/test-engine";
import { newTableName } from "./answer-table";
import { readRows, runStatement } from "./client";
import { compareIds, triedIds } from "./tried-ids";

withEngine();

async function allOf(parts: AsyncIterable<string[]>): Promise<string[]> {
  const all: string[] = [];
  for await (const part of parts) all.push(...part);
  return all;
}

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

test.each([1, 7, 1_000_000])("ids of two lists are compared, %i of them at a time", async (atOnce) => {
  const [file, sessions] = [triedIds(), triedIds()];
  await file.add(["a", "b", "b", "x", "é", "é"]);
  await sessions.add(["b", "a", "c", "d"]);
  const compared = compareIds(file, sessions, undefined, atOnce);
  const all = async (which: "first" | "second") => (await allOf(compared.onlyIn(which))).sort();
  expect(await compared.countShared()).toBe(2);
  expect(await all("first")).toEqual(["x", "é"]);
  expect(await all("second")).toEqual(["c", "d"]);
  await Promise.all([file.drop(), sessions.drop()]);
});

test("a list that is compared with nothing has all its ids alone", async () => {
  const [file, sessions] = [triedIds(), triedIds()];
  await sessions.add(["a"]);
  const compared = compareIds(file, sessions);
  expect(await compared.countShared()).toBe(0);
  expect(await allOf(compared.onlyIn("first"))).toEqual([]);
  expect(await allOf(compared.onlyIn("second"))).toEqual(["a"]);
  await Promise.all([file.drop(), sessions.drop()]);
});

test("nothing tried is nothing counted", async () => {
  const ids = triedIds();
  expect(await ids.count(null)).toEqual({ distinct: 0, known: 0 });
  await ids.drop();
});
