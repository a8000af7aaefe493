import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { meetPerson } from "./people";
import { accounts, memberships, users } from "./schema/accounts";
import { projects, surveys } from "./schema/demand";
import { softLaunches } from "./schema/soft-launches";
import * as store from "./soft-launches";

withOwnDatabase();

let personId = "";
let strangerId = "";
beforeAll(async () => {
  personId = (await meetPerson(db(), { connection: "built-in", email: "s@launch.test", name: "Sam" })).id;
  strangerId = (await meetPerson(db(), { connection: "other", email: "s@launch.test", name: "Sam" })).id;
});
beforeEach(async () => {
  await db().delete(softLaunches);
});

const token = Buffer.from("sealed");
const values = (more: Partial<typeof softLaunches.$inferInsert> = {}) => ({
  connection: "built-in",
  surveyId: randomUUID() as string,
  personId,
  share: 10,
  fullTargets: { "": 100, q: 50 },
  setTargets: { at: { "": 10, q: 5 } },
  expected: { incidence_rate: 80, length_of_interview: 5 },
  token,
  ...more,
});

async function add(more: Parameters<typeof values>[0] = {}): Promise<store.SoftLaunchRow> {
  const row = await store.insertSoftLaunch(db(), values(more));
  if (!row) throw new Error("It was not added.");
  return row;
}

const due = async (everyMs = 15_000) =>
  (await store.takeDueSoftLaunches(db(), { everyMs, most: 100 })).map(({ id }) => id);

test("a survey has one soft launch: of those who start it at once, one does", async () => {
  const one = values();
  const rows = await Promise.all(Array.from({ length: 6 }, () => store.insertSoftLaunch(db(), one)));
  expect(rows.filter(Boolean)).toHaveLength(1);
  const found = await store.findSoftLaunch(db(), one);
  expect(found).toMatchObject({ person: "Sam", launch: { share: 10, fullTargets: { "": 100, q: 50 } } });
  expect(await store.findSoftLaunch(db(), { ...one, connection: "other" })).toBeNull();
});

test("of changes to one state one is made, however close together", async () => {
  let seen = await add();
  for (let round = 0; round < 20; round += 1) {
    const state = seen;
    const changes = [11, 12, 13, 14].map((share) => store.updateSoftLaunch(db(), state, { share }));
    const made = (await Promise.all(changes)).filter((row) => row !== null);
    expect(made).toHaveLength(1);
    expect(await store.updateSoftLaunch(db(), state, { share: 99 })).toBeNull();
    seen = made[0] ?? seen;
  }
});

test("the next one takes the place of one that is over, and nothing of it stays", async () => {
  const over = await add({ state: "launched", problem: "Old.", reachedAt: new Date(0) });
  const next = await store.renewSoftLaunch(db(), over, { share: 20, state: "running" });
  expect(next).toMatchObject({ share: 20, state: "running", problem: null, reachedAt: null, checkedAt: null });
  expect(await store.renewSoftLaunch(db(), over, { share: 30 })).toBeNull();
});

test("workers share what is due, each once; killed, another one looks when it is due again", async () => {
  const rows = await Promise.all(Array.from({ length: 30 }, () => add()));
  await add({ state: "reached" });
  await add({ token: null });
  const interrupted = await add({
    state: "stopped",
    setTargets: { at: {}, writing: { at: {}, full: {}, share: 10, from: null, state: "running", status: "Live" } },
  });
  const taken = (await Promise.all([due(), due(), due(), due()])).flat();
  const expected = [...rows, interrupted].map(({ id }) => id).sort();
  expect([...taken].sort()).toEqual(expected);
  expect(await due()).toEqual([]);
  await db().execute(sql`update soft_launches set checked_at = checked_at - interval '15 seconds'`);
  expect((await due()).sort()).toEqual(expected);
});

test("a look's outcome is no new state; a token that ended is waited for, and a sign-in brings one", async () => {
  const seen = await add();
  const other = await add({ connection: "other", personId: strangerId });
  await store.noteLook(db(), [seen, other], { problem: "Sign in to continue.", forgetToken: true });
  expect(await due()).toEqual([]);
  expect(await store.updateSoftLaunch(db(), seen, { share: 15 })).toMatchObject({ problem: "Sign in to continue." });
  await store.wakeSoftLaunches(db(), personId, Buffer.from("new"));
  expect(await due()).toEqual([seen.id]);
  expect((await store.findSoftLaunch(db(), seen))?.launch).toMatchObject({ problem: null, token: Buffer.from("new") });
  expect((await store.findSoftLaunch(db(), other))?.launch.problem).toBe("Sign in to continue.");
});

test("those that wait for a decision are listed by connection, the latest first", async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const [first, second] = [
    await add({ state: "reached", reachedAt: at(1) }),
    await add({ state: "reached", reachedAt: at(2) }),
  ];
  await add();
  await add({ connection: "other", personId: strangerId, state: "reached" });
  const list = async (from: number, most: number) => {
    const asked = { connection: "built-in", ownUser: null, from, most };
    return (await store.listReachedSoftLaunches(db(), asked)).map(({ id }) => id);
  };
  expect(await list(0, 10)).toEqual([second.id, first.id]);
  expect(await list(1, 1)).toEqual([first.id]);
});

test("of our own surveys those of a user's accounts wait, while they are not complete", async () => {
  const accountOf = async (email: string) => {
    const [user] = await db().insert(users).values({ email, name: "U", passwordHash: "-" }).returning();
    const [account] = await db().insert(accounts).values({ name: email }).returning();
    const [userId, accountId] = [user?.id ?? "", account?.id ?? ""];
    await db().insert(memberships).values({ userId, accountId });
    const project = { accountId, projectManagerId: userId, projectName: "P", projectNumber: "1" };
    const [made] = await db().insert(projects).values(project).returning();
    return { accountId, projectId: made?.id ?? "" };
  };
  const [mine, others] = [await accountOf("mine@launch.test"), await accountOf("others@launch.test")];
  const reached = async (place: { accountId: string; projectId: string }, status: "Paused" | "Complete") => {
    const [survey] = await db()
      .insert(surveys)
      .values({ ...survey0, ...place, status })
      .returning();
    return add({ surveyId: survey?.id ?? "", state: "reached" });
  };
  const [wanted] = [await reached(mine, "Paused"), await reached(mine, "Complete"), await reached(others, "Paused")];
  await add({ connection: "other", surveyId: "no uuid", personId: strangerId, state: "reached" });
  const asked = { connection: "built-in", ownUser: "Mine@launch.test", from: 0, most: 10 };
  expect((await store.listReachedSoftLaunches(db(), asked)).map(({ id }) => id)).toEqual([wanted?.id]);
});

const survey0 = {
  name: "S",
  respondents: 5,
  countryCode: "US",
  languageCode: "EN",
  lengthOfInterview: 5,
  incidenceRate: 50,
  collectsPii: false,
  hashingEnabled: false,
  outOfFieldDate: "2099-01-01 00:00:00",
  outOfFieldTimezone: "Coordinated Universal Time",
  outOfFieldAt: new Date("2099-01-01T00:00:00Z"),
  deviceCompatibilities: ["desktop"],
  calculationType: "Completes" as const,
  trafficControlLimitType: "None",
  entryLink: "https://example.test/?rid=[%RID%]",
  offeredPricePerComplete: 1,
};

test("tells which surveys of a connection are under a soft launch", async () => {
  const [running, reached, launched] = [await add(), await add({ state: "reached" }), await add({ state: "launched" })];
  const writing = { at: {}, full: {}, share: 10, from: null, state: "running" as const, status: "Live" };
  const begun = await add({ state: "stopped", setTargets: { at: {}, writing } });
  const elsewhere = await add({ connection: "other", personId: strangerId });
  const unasked = await add();
  const surveyIds = [running, reached, launched, begun, elsewhere].map(({ surveyId }) => surveyId);
  const found = await store.surveysUnderWay(db(), { connection: "built-in", surveyIds: [...surveyIds, 'odd", id'] });
  expect([...found].sort()).toEqual([running, reached, begun].map(({ surveyId }) => surveyId).sort());
  expect(found.has(unasked.surveyId)).toBe(false);
  expect(await store.surveysUnderWay(db(), { connection: "built-in", surveyIds: [] })).toEqual(new Set());
});

test("what belongs to somebody left out stays due", async () => {
  const mine = await add();
  const other = await add({ connection: "other", personId: strangerId });
  const take = async (except: string[]) =>
    (await store.takeDueSoftLaunches(db(), { everyMs: 15_000, most: 100, except })).map(({ id }) => id);
  expect(await take([personId])).toEqual([other.id]);
  expect(await take([])).toEqual([mine.id]);
});
