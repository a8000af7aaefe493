import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import * as demo from "@/lib/stores/postgres/demo-data";
import { noteSecret } from "@/lib/stores/postgres/installation";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { projects, surveys } from "@/lib/stores/postgres/schema/demand";
import { suppliers } from "@/lib/stores/postgres/schema/fielding";
import { people } from "@/lib/stores/postgres/schema/people";
import { savedViews } from "@/lib/stores/postgres/schema/saved";
import { withOwnDatabase } from "@/lib/test-database";
import { addDemoAnswers } from "./demo-answers";
import { seedDemoWhenEmpty } from "./demo-data";
import { addRecords } from "./demo-records";
import { prepareSurvey } from "./demo-surveys";
import { addSurveys, noteDemoThings } from "./demo-write";

withOwnDatabase();

const now = new Date();
let client: postgres.Sql;
let account: string;
const project: Record<"demo" | "edited" | "own", string> = { demo: "", edited: "", own: "" };
const made = { untouched: "", paused: "", entered: "", own: "" };

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error("Nothing was written.");
  return row;
}

const addProject = async (name: string, managerId: string) => {
  const values = { accountId: account, projectManagerId: managerId, projectName: name, projectNumber: name };
  return (await one(db().insert(projects).values(values).returning())).id;
};

/** A survey of the demo with its sessions and records, in a project. */
async function addSurvey(index: number, projectId: string): Promise<string> {
  const survey = prepareSurvey(index, { accountId: account, projectId }, { now, seed: 7 });
  await addSurveys(client, [survey]);
  await addRecords(client, [survey.survey.id], { now, keptDays: 30 });
  return survey.survey.id;
}

const byAPerson = (thing: string, thingId: string) =>
  addAudit(
    db(),
    {
      viewer: { connection: "built-in", email: "manager@demo.test", name: "M", role: "manager", accounts: [] },
      ...{ requestId: "r", origin: "page" },
    },
    { accountId: account, action: "updateSurvey", thing, thingId, outcome: "done" },
  );

beforeAll(async () => {
  client = postgres(env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  await noteSecret(db());
  account = (await one(db().insert(accounts).values({ name: "Demo Research" }).returning())).id;
  const manager = await one(
    db().insert(users).values({ email: "manager@demo.test", name: "M", passwordHash: "none" }).returning(),
  );
  await db().insert(memberships).values({ accountId: account, userId: manager.id });
  for (const key of ["demo", "edited", "own"] as const) project[key] = await addProject(key, manager.id);
  await noteDemoThings(client, "projects", [project.demo, project.edited]);
  made.untouched = await addSurvey(1, project.demo);
  made.paused = await addSurvey(2, project.edited);
  made.entered = await addSurvey(3, project.edited);
  made.own = await addSurvey(4, project.own);
  await client`delete from demo_things where thing_id = ${made.own}`;
  await byAPerson("surveys", made.paused);
  await client`
    insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at,
      supplier, respondent)
    values ('somebody', ${made.entered}, 'complete', 1, '[]', '{}', now(), 'direct', 'a person of ours')`;
});
afterAll(() => client.end());

const removeAll = async () =>
  db().transaction(async (transaction) => {
    const surveysGone = await demo.removeDemoSurveys(transaction, await demo.removableDemoSurveys(transaction));
    const projectsGone = await demo.removeDemoProjects(transaction, async () => {});
    return { surveysGone, projectsGone };
  });

test("only what nobody changed or entered is counted as going", async () => {
  const [{ n } = { n: 0 }] = await client`select count(*)::int as n from responses where survey_id = ${made.untouched}`;
  expect(n).toBeGreaterThan(0);
  expect(await demo.demoContents(db())).toMatchObject({
    ...{
      surveys: 1,
      sessions: n,
      projects: 1,
      changedSurveys: 2,
      changedProjects: 1,
      answers: 0,
      weights: 0,
      views: 0,
    },
  });
});

test("the removal takes exactly that, and counts of statuses stay right", async () => {
  expect(await removeAll()).toEqual({ surveysGone: 1, projectsGone: 1 });
  const left = (await db().select({ id: surveys.id }).from(surveys)).map(({ id }) => id).sort();
  expect(left).toEqual([made.paused, made.entered, made.own].sort());
  const [counts] = await client`
    select (select count(*)::int from responses where survey_id = ${made.untouched}) as responses,
      (select count(*)::int from activation_surveys where survey_number = ${made.untouched}) as records,
      (select sum(surveys)::int from survey_totals) as totals, (select count(*)::int from surveys) as surveys,
      (select count(*)::int from quota_places p where not exists (select from quotas q where q.id = p.quota_id)) as places`;
  expect(counts).toEqual({ responses: 0, records: 0, totals: 3, surveys: 3, places: 0 });
  expect(await removeAll()).toEqual({ surveysGone: 0, projectsGone: 0 });
});

test("after it nothing comes back by itself", async () => {
  await demo.noteDemoRemoved(db());
  expect(await seedDemoWhenEmpty(env.DATABASE_URL ?? "")).toBe(false);
  await addDemoAnswers(new AbortController().signal);
  expect(await db().$count(suppliers)).toBe(0);
  expect(await db().$count(projects)).toBe(2);
});

test("a project on which somebody saved a view stays, one with the demo's own view goes with it", async () => {
  const person = await one(
    db().insert(people).values({ connection: "built-in", email: "manager@demo.test", name: "M" }).returning(),
  );
  const manager = await one(db().select({ id: users.id }).from(users));
  const viewOf = async (projectId: string) => {
    const query = `project=${projectId}&rows=age`;
    const values = {
      connection: "built-in",
      accountId: account,
      personId: person.id,
      list: "pivots",
      name: "V",
      query,
    };
    return (await one(db().insert(savedViews).values(values).returning())).id;
  };
  const [viewed, trackers] = [await addProject("viewed", manager.id), await addProject("tracker", manager.id)];
  await noteDemoThings(client, "projects", [viewed, trackers]);
  await viewOf(viewed);
  await noteDemoThings(client, "views", [await viewOf(trackers)]);
  expect(await demo.demoContents(db())).toMatchObject({ projects: 1, views: 1, changedProjects: 2 });
  expect(await removeAll()).toEqual({ surveysGone: 0, projectsGone: 1 });
  expect(await db().$count(savedViews)).toBe(1);
  expect(await db().$count(projects, sql`id = ${viewed}`)).toBe(1);
});

test("the demo's users are disabled only where the installation has an admin of its own", async () => {
  expect(await demo.hasOwnAdmin(db())).toBe(false);
  await db().insert(users).values({ email: "own@example.test", name: "Own", passwordHash: "none" });
  await db().insert(people).values({ connection: "built-in", email: "own@example.test", name: "Own", role: "admin" });
  expect(await demo.hasOwnAdmin(db())).toBe(true);
  await demo.disableDemoUsers(db(), ["manager@demo.test"]);
  expect(await demo.activeDemoUsers(db())).toHaveLength(0);
});
