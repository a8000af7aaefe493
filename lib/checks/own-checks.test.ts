import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { SignedInContext } from "@/lib/gateway/call";
import { signToken } from "@/lib/service/demand/sign-token";
import { db } from "@/lib/stores/postgres/client";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { projects, surveys } from "@/lib/stores/postgres/schema/demand";
import { withOwnDatabase } from "@/lib/test-database";
import { createReplyKey, getCheckSettings, updateCheckSettings } from "./check-settings";
import { createCheck } from "./create-check";
import { findCheck } from "./find-check";
import { listReasons } from "./list-reasons";

withOwnDatabase();

async function adminOf(name: string): Promise<SignedInContext> {
  const [{ id: accountId = "" } = {}] = await db().insert(accounts).values({ name }).returning();
  const person = { email: `${name}@b.test`, name, passwordHash: "-" };
  const [{ id: userId = "" } = {}] = await db().insert(users).values(person).returning();
  await db().insert(memberships).values({ userId, accountId });
  const { token } = await signToken({ id: userId, passwordHash: "-" }, Date.now());
  const viewer = { connection: "built-in", email: person.email, name, role: "admin" as const, accounts: [], token };
  return { viewer, requestId: "r", origin: "page" };
}

let mine: SignedInContext;
let theirs: SignedInContext;
let survey = "";
beforeAll(async () => {
  [mine, theirs] = [await adminOf("mine"), await adminOf("theirs")];
});
beforeEach(() => {
  survey = crypto.randomUUID();
});

const check = (context: SignedInContext, session: string, panel?: string) =>
  createCheck(context, {
    sy_nr: survey,
    sn_ud: session,
    rt_hd_el: undefined,
    rt_ip_address: undefined,
    rt_sr_pd: panel,
  });

test("a person's sessions are told over surveys, in whatever order they came, with the verdict on each", async () => {
  const panel = crypto.randomUUID();
  const first = survey;
  await check(mine, "one", panel);
  await check(mine, "two", panel);
  survey = crypto.randomUUID();
  const third = await check(mine, "three", panel);
  await check(mine, "somebody else", crypto.randomUUID());
  expect(third.sessions?.map(({ session_id, survey_number }) => [session_id, survey_number])).toEqual([
    ["one", first],
    ["two", first],
    ["three", survey],
  ]);
  const again = await findCheck(mine, { sy_nr: first, sn_ud: "two" });
  expect(again.verdict).toMatchObject({ failure_reason: "02", fails: true, initial_session: "one" });
  expect(again.verdict?.findings?.[0]).toMatchObject({ check: "duplicate" });
  expect(again.verdict?.checks).toMatchObject({ duplicate: "found", vpn: "not checked", tor: "not checked" });
  expect(again.sessions?.map(({ failure_reason }) => failure_reason)).toContain("02");
});

test("of another account's session nothing is known", async () => {
  await check(mine, "mine");
  expect(await findCheck(theirs, { sy_nr: survey, sn_ud: "mine" })).toMatchObject({
    ...{ verdict: null, checked_at: null, reviews: [], sessions: [], replies: [] },
  });
});

test("an answer is reviewed with the respondent, and its scores are told without it", async () => {
  const answer = { q_id: "why", text: "asdf asdf qwer zxcv asdf" };
  await createCheck(mine, { sy_nr: survey, sn_ud: "a", rt_hd_el: undefined, rt_ip_address: undefined, answer });
  const known = await findCheck(mine, { sy_nr: survey, sn_ud: "a" });
  expect(known.reviews).toMatchObject([{ question_id: "why", scores: { pasted: null, page_seconds: null } }]);
  expect(known.replies.map(({ kind }) => kind)).toEqual(["review", "search"]);
  expect(JSON.stringify(known)).not.toContain("qwer");
});

test("of several accounts it is the survey's own, whichever is chosen; a number of no survey needs the choice", async () => {
  const [{ id: first = "" } = {}, { id: second = "" } = {}] = await db()
    .insert(accounts)
    .values([{ name: "first" }, { name: "second" }])
    .returning();
  const person = { email: "both@b.test", name: "both", passwordHash: "-" };
  const [{ id: userId = "" } = {}] = await db().insert(users).values(person).returning();
  await db()
    .insert(memberships)
    .values([first, second].map((accountId) => ({ userId, accountId })));
  const project = { accountId: second, projectManagerId: userId, projectName: "P", projectNumber: "P" };
  const [{ id: projectId = "" } = {}] = await db().insert(projects).values(project).returning();
  const [{ id = "" } = {}] = await db()
    .insert(surveys)
    .values({
      ...{ accountId: second, projectId, name: "Shoes", status: "Draft" as const, respondents: 1 },
      ...{ countryCode: "US", languageCode: "EN", lengthOfInterview: 5, incidenceRate: 50, collectsPii: false },
      ...{ hashingEnabled: false, outOfFieldDate: "2099-01-01 00:00:00", outOfFieldTimezone: "UTC" },
      ...{ outOfFieldAt: new Date("2099-01-01"), deviceCompatibilities: ["desktop"], trafficControlLimitType: "None" },
      ...{ calculationType: "Completes" as const, entryLink: "https://a.test/?rid=[%RID%]" },
      ...{ offeredPricePerComplete: 1 },
    })
    .returning();
  const { token } = await signToken({ id: userId, passwordHash: "-" }, Date.now());
  const both: SignedInContext = {
    ...{ requestId: "r", origin: "page" },
    viewer: { connection: "built-in", email: person.email, name: "both", role: "admin", accounts: [], token },
  };
  const body = { sy_nr: id, sn_ud: "s", rt_hd_el: undefined, rt_ip_address: undefined };
  expect(await createCheck(both, { ...body, account_id: first })).toMatchObject({ survey_name: "Shoes" });
  expect((await findCheck(both, { sy_nr: id, sn_ud: "s" })).verdict).not.toBeNull();
  expect((await findCheck(both, { sy_nr: "N-1", sn_ud: "s", account_id: first })).verdict).toBeNull();
  await expect(findCheck(both, { sy_nr: "N-1", sn_ud: "s" })).rejects.toMatchObject({ code: "invalid" });
  await expect(findCheck(mine, { sy_nr: id, sn_ud: "s", account_id: second })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("reasons are counted by day, of the account alone", async () => {
  const context = await adminOf("counted");
  const panel = crypto.randomUUID();
  for (const session of ["a", "b", "c"]) await check(context, session, panel);
  await check(theirs, "d");
  // All came on one day, also where the test ran into the next.
  const day = "2026-03-01";
  await db().execute(sql`update fraud_sessions set searched_at = ${`${day} 23:59:59Z`}`);
  expect(await listReasons(context, { from: day, to: day })).toEqual({
    counts: [
      { day, supplier: null, reason: "01", sessions: 1 },
      { day, supplier: null, reason: "02", sessions: 2 },
    ],
  });
  expect(await listReasons(context, { from: "2020-01-01", to: "2020-01-31" })).toEqual({ counts: [] });
});

test("platforms and the key for replies are set, and the key is told once", async () => {
  const platforms = [{ id: "p1", name: "North" }];
  expect(await updateCheckSettings(mine, { platforms })).toMatchObject({ platforms, decided: null });
  const { key, created_at } = await createReplyKey(mine, undefined);
  const settings = await getCheckSettings(mine, undefined);
  expect(settings.extended?.encryption_key_at).toBe(created_at);
  expect(JSON.stringify(settings)).not.toContain(key);
  expect(settings.extended?.lists).toHaveLength(8);
  expect((await getCheckSettings(theirs, undefined)).platforms).toEqual([]);
});
