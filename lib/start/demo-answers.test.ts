import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importNewSessions } from "@/lib/answers/sessions/import-new-sessions";
import { env } from "@/lib/env";
import { readRows } from "@/lib/stores/clickhouse/client";
import { findAnswers, findProjectUsedLast } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { findDemoTracker } from "@/lib/stores/postgres/demo-tracker";
import { keepSessionsUnlessChosen } from "@/lib/stores/postgres/kept-sessions";
import { answerSets } from "@/lib/stores/postgres/schema/answers";
import { projects } from "@/lib/stores/postgres/schema/demand";
import { savedViews } from "@/lib/stores/postgres/schema/saved";
import { newestLiveSurvey } from "@/lib/stores/postgres/survey-names";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { addDemoAnswers } from "./demo-answers";
import { seedDemo } from "./demo-data";
import { DEMO_ENTRY } from "./demo-surveys";

withOwnDatabase();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-demo-"));
beforeAll(() => {
  env.DATA_DIR = folder;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Few of the demo's surveys: some of them are live. */
const SURVEYS = 40;

const add = () => addDemoAnswers(new AbortController().signal);

async function answersOfTracker() {
  const tracker = await findDemoTracker(db(), "analyst@demo.test");
  if (!tracker) throw new Error("There is no tracker.");
  const key = { connection: "built-in", accountId: tracker.accountId, projectId: tracker.projectId };
  return { key, answers: await findAnswers(db(), key) };
}

test("without the demo's people nothing is added", async () => {
  await add();
  expect(await db().$count(projects)).toBe(0);
});

test("the demo gets an answered survey with a trend and a table, once", async () => {
  await seedDemo(env.DATABASE_URL ?? "", { surveys: SURVEYS });
  const before = await db().$count(projects);
  await add();
  await add();
  expect(await db().$count(projects)).toBe(before + 1);
  const { answers } = await answersOfTracker();
  expect(answers?.questions.map(({ id }) => id)).toContain("satisfaction");
  expect(answers?.weights.map(({ id }) => id)).toEqual(["weight"]);
  const [counted] = await readRows<{ n: string }>(`SELECT toString(count()) AS n FROM ${answers?.table}`, {});
  expect(counted?.n).toBe("3000");
  expect((await db().select().from(savedViews)).map(({ list }) => list).sort()).toEqual(["pivots", "trends"]);
  expect(readdirSync(join(folder, "imports"))).toEqual([]);
});

test("pages of answers open on it, also once the sessions of a live survey came in by themselves", async () => {
  const live = await newestLiveSurvey(db(), { email: "manager@demo.test", entryLink: DEMO_ENTRY });
  await keepSessionsUnlessChosen(db(), live ?? "");
  await importNewSessions();
  const { key } = await answersOfTracker();
  const [newest] = await db().select().from(answerSets).orderBy(desc(answerSets.usedAt));
  expect(newest?.projectId).not.toBe(key.projectId);
  const of = { of: "built-in", accountIds: [key.accountId] };
  expect(await findProjectUsedLast(db(), of)).toBe(key.projectId);
});
