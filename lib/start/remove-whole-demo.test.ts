import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importNewSessions } from "@/lib/answers/sessions/import-new-sessions";
import type { SessionViewer } from "@/lib/auth/viewer";
import { env } from "@/lib/env";
import type { SignedInContext } from "@/lib/gateway/call";
import { runJob } from "@/lib/jobs/run-job";
import { signToken } from "@/lib/service/demand/sign-token";
import { removeDemo, startDemoRemoval } from "@/lib/settings/demo-data";
import { readRows } from "@/lib/stores/clickhouse/client";
import { db } from "@/lib/stores/postgres/client";
import * as demo from "@/lib/stores/postgres/demo-data";
import * as jobs from "@/lib/stores/postgres/jobs";
import { keepSessionsUnlessChosen } from "@/lib/stores/postgres/kept-sessions";
import { meetPerson, updateSettings } from "@/lib/stores/postgres/people";
import { accounts, users } from "@/lib/stores/postgres/schema/accounts";
import { answerRevisions } from "@/lib/stores/postgres/schema/answers";
import { demoThings } from "@/lib/stores/postgres/schema/mechanisms";
import { defaultViews, drafts, savedViews } from "@/lib/stores/postgres/schema/saved";
import { newestLiveSurvey } from "@/lib/stores/postgres/survey-names";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { giveAnswers, makeServiceAccount, type ServiceAccount } from "@/lib/test-service-account";
import { addDemoAnswers } from "./demo-answers";
import { seedDemo } from "./demo-data";
import { DEMO_ENTRY } from "./demo-surveys";

withOwnDatabase();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-demo-"));
/** Of the demo's first account; another has three. */
const SURVEYS = 40;
let own: ServiceAccount;
let gone: string[];

/** An admin of the demo's account, as a request of theirs comes. */
async function demoAdmin(): Promise<SignedInContext<SessionViewer>> {
  const email = "admin@demo.test";
  const [user] = await db().select().from(users).where(eq(users.email, email));
  const [account] = await db().select().from(accounts).where(eq(accounts.name, "Demo Research"));
  if (!user || !account) throw new Error("There is no demo.");
  const person = await meetPerson(db(), { connection: "built-in", email, name: user.name });
  const { token } = await signToken(user, Date.now());
  const viewer = {
    ...{ connection: "built-in", email, name: user.name, role: "admin" as const, token },
    ...{ personId: person.id, sessionHash: "", expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    accounts: [{ id: account.id, name: account.name }],
    settings: { timeZone: "UTC", numbers: "1,234.5" as const },
  };
  return { viewer, requestId: "r", origin: "page" };
}

/** What a person leaves who only looks at the demo. */
async function lookAround({ viewer: { personId } }: SignedInContext<SessionViewer>): Promise<void> {
  const things = await db().select().from(demoThings);
  const one = (thing: string) => things.find((each) => each.thing === thing)?.thingId ?? "";
  await updateSettings(db(), personId, { lastProjectId: one("projects") });
  await db()
    .insert(defaultViews)
    .values({ personId, list: "pivots", viewId: one("views") });
  const draft = { personId, draft: { typed: true }, writer: crypto.randomUUID() };
  await db()
    .insert(drafts)
    .values({ ...draft, thing: "surveys", thingId: one("surveys") });
  await db()
    .insert(drafts)
    .values({ ...draft, thing: "imports", thingId: one("projects") });
}

async function work(id: string): Promise<void> {
  const holder = crypto.randomUUID();
  const job = await jobs.takeDueJob(db(), holder);
  if (job?.id !== id) throw new Error("Another job is due.");
  await runJob(job, { kinds: { [removeDemo.kind]: removeDemo }, holder, signal: new AbortController().signal });
}

beforeAll(async () => {
  env.DATA_DIR = folder;
  await seedDemo(env.DATABASE_URL ?? "", { surveys: SURVEYS });
  await addDemoAnswers(new AbortController().signal);
  const live = await newestLiveSurvey(db(), { email: "manager@demo.test", entryLink: DEMO_ENTRY });
  await keepSessionsUnlessChosen(db(), live ?? "");
  await importNewSessions();
  own = await makeServiceAccount("Ours");
  await giveAnswers(own);
  gone = (await db().select().from(demoThings)).map(({ thingId }) => thingId);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tables of answers, as the engine lists them. */
const answerTables = async () => (await readRows<{ name: string }>("SHOW TABLES", {})).map(({ name }) => name).sort();

/** Rows of each table in whose text a removed thing is named; jobs and the audit tell what happened. */
async function leftovers(): Promise<Record<string, number>> {
  const tables = await db().execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^(audit|jobs|job_items)'`);
  const found: [string, number][] = [];
  for (const { name } of tables) {
    const [row] = await db().execute<{ n: number }>(sql`
      select count(*)::int as n from ${sql.identifier(name)} as t
      where exists (select from unnest(${sql.param(gone)}::text[]) as g(id) where strpos(t::text, g.id) > 0)`);
    if (row && row.n > 0) found.push([name, row.n]);
  }
  return Object.fromEntries(found);
}

test("a whole demo goes with everything that is of it, and nothing of another account", async () => {
  const admin = await demoAdmin();
  await lookAround(admin);
  const before = await answerTables();
  expect(await demo.demoContents(db())).toMatchObject({
    ...{ surveys: SURVEYS + 3, weights: 1, views: 2, changedSurveys: 0, changedProjects: 0 },
  });
  expect(before.length).toBeGreaterThan(2);

  const job = await startDemoRemoval(admin, crypto.randomUUID());
  await work(job.id);
  expect((await jobs.listItems(db(), job.id, 1, 50)).items.map(({ state }) => state)).toEqual(
    Array.from({ length: job.total }, () => "done"),
  );

  expect(await leftovers()).toEqual({});
  const revisions = await db().select({ table: answerRevisions.tableName }).from(answerRevisions);
  expect(await answerTables()).toEqual(revisions.map(({ table }) => table));
  const [left] = await db().execute(sql`
    select (select array_agg(id::text) from surveys) as surveys, (select array_agg(id::text) from projects) as projects,
      (select count(*)::int from responses) as responses, (select count(*)::int from demo_things) as things,
      (select array_agg(code) from suppliers) as suppliers`);
  expect(left).toEqual({
    ...{ surveys: [own.surveyId], projects: [own.projectId], responses: 1, things: 0 },
    suppliers: ["panel"],
  });
  expect(await db().$count(savedViews)).toBe(0);
  // Another admin is there: only whoever removed the demo can still sign in of its people.
  expect(await demo.activeDemoUsers(db())).toMatchObject([{ email: "admin@demo.test" }]);
});
