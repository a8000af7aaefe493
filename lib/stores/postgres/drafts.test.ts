import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { deleteDraft, findDraft, forgetOldDrafts, sumOtherDrafts, writeDraft } from "./drafts";
import { meetPerson } from "./people";

withOwnDatabase();

const [one, other] = [randomUUID(), randomUUID()];
let personId = "";
let thing = 0;
beforeAll(async () => {
  personId = (await meetPerson(db(), { connection: "built-in", email: "d@drafts.test", name: "D" })).id;
});

/** A place that no other test uses. */
const place = () => {
  thing += 1;
  return { personId, thing: "surveys", thingId: String(thing) };
};
const content = (name: string) => ({ base: null, draft: { name } });
const write = (at: ReturnType<typeof place>, writer: string, version: number, follows: object | null = null) =>
  writeDraft(db(), at, {
    writer,
    version,
    follows: follows as { writer: string; version: number } | null,
    ...content(`${writer} ${version}`),
  });
const kept = async (at: ReturnType<typeof place>) => (await findDraft(db(), at))?.draft;

test("a page writes over its own state, and a write that was overtaken changes nothing", async () => {
  const at = place();
  expect(await write(at, one, 1)).toMatchObject({ writer: one, version: 1 });
  expect(await write(at, one, 3)).toMatchObject({ version: 3 });
  expect(await write(at, one, 2)).toMatchObject({ version: 3 });
  expect(await kept(at)).toEqual({ name: `${one} 3` });
});

test("another page writes only over the very state that it follows", async () => {
  const at = place();
  await write(at, one, 5);
  expect(await write(at, other, 1)).toBeNull();
  expect(await write(at, other, 1, { writer: one, version: 4 })).toBeNull();
  expect(await kept(at)).toEqual({ name: `${one} 5` });
  expect(await write(at, other, 1, { writer: one, version: 5 })).toMatchObject({ writer: other, version: 1 });
  expect(await write(at, one, 6)).toBeNull();
});

test("of two pages that take a draft over at once, one does", async () => {
  const at = place();
  const pages = Array.from({ length: 6 }, () => randomUUID());
  const first = await Promise.all(pages.map((page) => write(at, page, 1)));
  expect(first.filter(Boolean)).toHaveLength(1);
});

test("a draft is dropped by its writer or by who follows it, by nobody else, and for this person alone", async () => {
  const at = place();
  const stranger = await meetPerson(db(), { connection: "other", email: "d@drafts.test", name: "D" });
  await write(at, one, 2);
  const drop = (writer: string, version?: number, who = personId) =>
    deleteDraft(
      db(),
      { ...at, personId: who },
      { writer, follows: version === undefined ? null : { writer: one, version } },
    );
  expect(await drop(other)).toBe(false);
  expect(await drop(other, 1)).toBe(false);
  expect(await drop(one, undefined, stranger.id)).toBe(false);
  expect(await findDraft(db(), { ...at, personId: stranger.id })).toBeNull();
  expect(await drop(other, 2)).toBe(true);
  expect(await drop(one)).toBe(false);
});

test("a person's other drafts are summed, and nobody else's", async () => {
  const [at, another] = [place(), place()];
  const before = await sumOtherDrafts(db(), at);
  await write(at, one, 1);
  await write(another, one, 1);
  const stranger = await meetPerson(db(), { connection: "other", email: "sums@drafts.test", name: "D" });
  expect(await sumOtherDrafts(db(), { ...at, personId: stranger.id })).toEqual({ drafts: 0, bytes: 0 });
  const summed = await sumOtherDrafts(db(), at);
  expect(summed.drafts).toBe(before.drafts + 1);
  expect(summed.bytes - before.bytes).toBeGreaterThan(20);
});

test("drafts that nobody touched for 90 days are forgotten, others are not", async () => {
  const [old, older] = [place(), place()];
  const days = (of: typeof old, passed: number) =>
    db().execute(sql`update drafts set updated_at = now() - make_interval(days => ${passed}::int)
      where person_id = ${of.personId} and thing_id = ${of.thingId}`);
  for (const at of [old, older]) await write(at, one, 1);
  await days(old, 89);
  await days(older, 91);
  await forgetOldDrafts(db(), 90);
  expect(await kept(old)).not.toBeUndefined();
  expect(await kept(older)).toBeUndefined();
});
