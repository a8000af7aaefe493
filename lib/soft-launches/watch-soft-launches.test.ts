import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import * as demand from "@/lib/contracts/interfaces/demand";
import * as gateway from "@/lib/gateway/call";
import { db } from "@/lib/stores/postgres/client";
import { hashPassword } from "@/lib/stores/postgres/passwords";
import { giveRole, meetPerson } from "@/lib/stores/postgres/people";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { projects, surveys } from "@/lib/stores/postgres/schema/demand";
import { responses } from "@/lib/stores/postgres/schema/fielding";
import { softLaunches } from "@/lib/stores/postgres/schema/soft-launches";
import { seal } from "@/lib/stores/postgres/sealed";
import { insertSoftLaunch } from "@/lib/stores/postgres/soft-launches";
import { withOwnDatabase } from "@/lib/test-database";
import { withDemandService } from "@/lib/test-demand-service";
import { watchSoftLaunches } from "./watch-soft-launches";

withOwnDatabase();
const remote = withDemandService();

/** Services that answer only when they are let. */
const slow = { tokens: new Set<string>(), letGo: () => {}, calls: 0 };
const { call } = gateway;
beforeAll(() => {
  vi.spyOn(gateway, "call").mockImplementation(async (context, ...rest) => {
    if ("token" in context.viewer && slow.tokens.has(context.viewer.token)) {
      slow.calls += 1;
      await new Promise<void>((resolve) => {
        slow.letGo = resolve;
      });
    }
    return call(context, ...rest);
  });
});

const EMAIL = "watch@launch.test";
const place = { accountId: "", projectId: "", personId: "", token: "" };

beforeAll(async () => {
  const [user] = await db()
    .insert(users)
    .values({ email: EMAIL, name: "Watch", passwordHash: await hashPassword("password") })
    .returning();
  const [account] = await db().insert(accounts).values({ name: "Watched" }).returning();
  const [userId, accountId] = [user?.id ?? "", account?.id ?? ""];
  await db().insert(memberships).values({ userId, accountId });
  const project = { accountId, projectManagerId: userId, projectName: "P", projectNumber: "1" };
  const [row] = await db().insert(projects).values(project).returning();
  await giveRole(db(), { connection: "built-in", email: EMAIL, name: "Watch", role: "manager" });
  const person = await meetPerson(db(), { connection: "built-in", email: EMAIL, name: "Watch" });
  const viewer = { connection: "built-in", email: EMAIL, name: "", role: "manager" as const, accounts: [], token: "" };
  const context: gateway.SignedInContext = { viewer, requestId: randomUUID(), origin: "page" };
  const { data } = await call(context, demand.createToken, { body: { email: EMAIL, password: "password" } });
  Object.assign(place, { accountId, projectId: row?.id ?? "", personId: person.id, token: data.token });
});

/** A live survey at 5 of 50, with this many completes, and its running soft launch. */
async function running(completes: number, status: "Live" | "Paused" | "Complete" = "Live"): Promise<string> {
  const [survey] = await db()
    .insert(surveys)
    .values({
      accountId: place.accountId,
      projectId: place.projectId,
      name: "S",
      status,
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
      calculationType: "Completes",
      trafficControlLimitType: "None",
      entryLink: "https://example.test/?rid=[%RID%]",
      offeredPricePerComplete: 1,
    })
    .returning();
  const surveyId = survey?.id ?? "";
  await addCompletes(surveyId, completes);
  const launch = { connection: "built-in", surveyId, personId: place.personId, share: 10, token: seal(place.token) };
  const targets = { fullTargets: { "": 50 }, setTargets: { at: { "": 5 } } };
  await insertSoftLaunch(db(), {
    ...launch,
    ...targets,
    expected: { incidence_rate: 50, length_of_interview: 5 },
  });
  return surveyId;
}

async function addCompletes(surveyId: string, count: number): Promise<void> {
  const row = {
    surveyId,
    status: "complete" as const,
    buyerCpi: 1,
    qualificationAttributes: [],
    quotaIds: [],
    startedAt: new Date(),
  };
  const rows = Array.from({ length: count }, () => ({ ...row, rdud: randomUUID(), endedAt: new Date() }));
  if (rows.length > 0) await db().insert(responses).values(rows);
}

const stateOf = async (surveyId: string) => {
  const [survey] = await db().select().from(surveys).where(eq(surveys.id, surveyId));
  const [launch] = await db().select().from(softLaunches).where(eq(softLaunches.surveyId, surveyId));
  return { status: survey?.status, state: launch?.state, problem: launch?.problem, token: launch?.token ?? null };
};
const pauses = (surveyId: string) =>
  db().execute(sql`select 1 from audit where thing_id = ${surveyId} and action = 'updateSurvey'`);
const watch = () => watchSoftLaunches({ everyMs: 0 });

test("what has its share is paused, once, by however many workers; what has not goes on", async () => {
  const [full, part, ended, paused] = [
    await running(5),
    await running(4),
    await running(0, "Complete"),
    await running(6, "Paused"),
  ];
  await Promise.all([watch(), watch(), watch()]);
  await watch();
  expect(await stateOf(full)).toEqual({ status: "Paused", state: "reached", problem: null, token: null });
  expect(await stateOf(part)).toMatchObject({ status: "Live", state: "running", problem: null });
  expect(await stateOf(ended)).toMatchObject({ status: "Complete", state: "reached" });
  expect(await stateOf(paused)).toMatchObject({ status: "Paused", state: "reached" });
  expect(await pauses(full)).toHaveLength(1);
  await addCompletes(part, 1);
  await watch();
  expect(await stateOf(part)).toMatchObject({ status: "Paused", state: "reached" });
});

test("a worker killed after its pause leaves what the next look ends", async () => {
  const survey = await running(5);
  await db().update(surveys).set({ status: "Paused" }).where(eq(surveys.id, survey));
  await watch();
  expect(await stateOf(survey)).toMatchObject({ status: "Paused", state: "reached" });
  expect(await pauses(survey)).toHaveLength(0);
});

test("a sign-in that has ended is said, asked for once, and waited for", async () => {
  const survey = await running(5);
  await db()
    .update(softLaunches)
    .set({ token: seal("ended") })
    .where(eq(softLaunches.surveyId, survey));
  await watch();
  expect(await stateOf(survey)).toMatchObject({ status: "Live", state: "running", token: null });
  expect((await stateOf(survey)).problem).toMatch(/Sign in to continue\.$/);
  await db()
    .update(softLaunches)
    .set({ token: seal(place.token), problem: null })
    .where(eq(softLaunches.surveyId, survey));
  await watch();
  expect(await stateOf(survey)).toMatchObject({ status: "Paused", state: "reached", problem: null });
});

test("a start that was killed is undone or done as the survey shows, when its time is over", async () => {
  const writing = { at: { "": 5 }, full: { "": 50 }, share: 10, from: null, state: "running" as const, status: "Live" };
  const interrupt = (survey: string, secondsAgo: number) =>
    db()
      .update(softLaunches)
      .set({
        state: "stopped",
        setTargets: { at: { "": 50 }, writing },
        updatedAt: sql`clock_timestamp() - make_interval(secs => ${secondsAgo})`,
      })
      .where(eq(softLaunches.surveyId, survey));
  const [done, undone] = [await running(1), await running(1, "Paused")];
  await db().update(surveys).set({ respondents: 50 }).where(eq(surveys.id, undone));
  for (const survey of [done, undone]) await interrupt(survey, 5);
  await watch();
  expect(await stateOf(done)).toMatchObject({ state: "stopped" });
  for (const survey of [done, undone]) await interrupt(survey, 60);
  await watch();
  expect(await stateOf(done)).toMatchObject({ status: "Live", state: "running", problem: null });
  expect(await stateOf(undone)).toMatchObject({ status: "Paused", state: "stopped" });
  expect((await stateOf(undone)).problem).toMatch(/^It was interrupted before the survey was changed/);
  await watch();
  expect(await stateOf(undone)).toMatchObject({ status: "Paused", state: "stopped" });
  // The service comes to it late: it is a soft launch after all.
  await db().update(surveys).set({ respondents: 5, status: "Live" }).where(eq(surveys.id, undone));
  await watch();
  expect(await stateOf(undone)).toMatchObject({ status: "Live", state: "running", problem: null });
  await addCompletes(undone, 4);
  await watch();
  expect(await stateOf(undone)).toMatchObject({ status: "Paused", state: "reached", token: null });
});

test("a start that was given up is waited for an hour, and keeps saying why", async () => {
  const survey = await running(1, "Paused");
  const problem = "It was interrupted before the survey was changed: its targets and its status are as they were.";
  const updatedAt = sql`clock_timestamp() - interval '61 minutes'`;
  await db()
    .update(softLaunches)
    .set({ state: "stopped", problem, updatedAt })
    .where(eq(softLaunches.surveyId, survey));
  await watch();
  expect(await stateOf(survey)).toMatchObject({ status: "Paused", state: "stopped", problem, token: null });
});

test("a service that does not answer keeps nobody else waiting, and is not asked again meanwhile", async () => {
  const stranger = await meetPerson(db(), { connection: "built-in", email: "slow@launch.test", name: "Slow" });
  await giveRole(db(), { connection: "built-in", email: "slow@launch.test", name: "Slow", role: "manager" });
  const stuck = await running(0);
  slow.tokens.add("slow");
  await db()
    .update(softLaunches)
    .set({ personId: stranger.id, token: seal("slow") })
    .where(eq(softLaunches.surveyId, stuck));
  const survey = await running(4);
  const round = () => watchSoftLaunches({ everyMs: 0, patienceMs: 500 });
  await round();
  await addCompletes(survey, 1);
  // On a busy machine a round's patience may end before it comes to this survey; the next one does.
  await expect.poll(() => round().then(() => stateOf(survey))).toMatchObject({ status: "Paused", state: "reached" });
  expect(await stateOf(stuck)).toMatchObject({ state: "running", problem: null });
  expect(slow.calls).toBe(1);
  slow.tokens.clear();
  slow.letGo();
  await expect.poll(async () => (await stateOf(stuck)).problem).toMatch(/Sign in to continue\.$/);
});

test("a service that gives fewer surveys than it is asked for is read on: none counts as gone, the last is paused", async () => {
  const who = { connection: "panel", email: EMAIL, name: "Watch" };
  await giveRole(db(), { ...who, role: "manager" });
  const person = await meetPerson(db(), who);
  const ids = Array.from({ length: 100 }, (_, at) => `remote-${at}`);
  remote.lists.surveys = ids.map((id, at) => ({
    id,
    status: "Live",
    respondents: 5,
    field_details: { survey_completes: at === 99 ? 5 : 4 },
  }));
  for (const surveyId of ids) {
    const launch = { connection: "panel", surveyId, personId: person.id, share: 10, token: seal("remote") };
    const targets = { fullTargets: { "": 50 }, setTargets: { at: { "": 5 } } };
    await insertSoftLaunch(db(), {
      ...launch,
      ...targets,
      expected: { incidence_rate: null, length_of_interview: null },
    });
  }
  await watch();
  const rows = await db().select().from(softLaunches).where(eq(softLaunches.connection, "panel"));
  expect(rows.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(rows.filter(({ state }) => state === "reached").map(({ surveyId }) => surveyId)).toEqual(["remote-99"]);
  expect(remote.writes).toEqual([{ id: "remote-99", status: "Paused" }]);
});
