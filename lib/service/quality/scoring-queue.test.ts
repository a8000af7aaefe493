import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { type ScoredRespondent, versionOperations } from "@/lib/contracts/interfaces/quality";
import { env } from "@/lib/env";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/quality";
import { accounts } from "@/lib/stores/postgres/schema/accounts";
import { untilBlocked, withOwnDatabase } from "@/lib/test-database";
import { scriptArguments } from "@/lib/test-script";
import type { Call, Caller } from "../service";
import { addRespondent } from "./add-respondent";
import { scoreNext } from "./score-stored";
import { scoreWaiting } from "./scoring-queue";

withOwnDatabase();

let viewer: Caller;
beforeAll(async () => {
  const [account] = await db().insert(accounts).values({ name: "Queue" }).returning();
  const own = { id: account?.id ?? "", name: "Queue", replyShape: "flat" as const };
  viewer = { connection: "built-in", userId: "u", email: "a@b.test", name: "A", role: "admin", accounts: [own] };
});

const LONG = "I always buy it because my family likes the taste of it";
type Sent = { synchronousResponse?: boolean; activateCleaning?: boolean; answer?: string };

async function add(surveyName: string, respondentId: string, { answer = LONG, ...more }: Sent = {}) {
  const dataPoints = [{ qualityCheck: "OES", dataPointId: "o", question: "Why?", answer }];
  const operation = versionOperations.v3.addRespondent;
  const body = operation.body.parse({ surveyName, respondentId, dataPoints, synchronousResponse: false, ...more });
  // Safe: adding reads the caller, the body and the signal alone.
  const call = { viewer, body, signal: new AbortController().signal } as Call<typeof operation>;
  const { body: reply } = await addRespondent("v3")(call);
  return (reply as { results: ScoredRespondent }).results;
}

const newName = () => `Survey ${crypto.randomUUID()}`;
const idOf = async (name: string) => (await surveyOf(name)).id;
async function surveyOf(name: string): Promise<store.QualitySurvey> {
  const survey = await store.findQualitySurvey(db(), viewer.accounts[0]?.id ?? "", name);
  if (!survey) throw new Error("There is no such survey.");
  return survey;
}
const respondentsOf = async (name: string) =>
  store.listQualityRespondents(db(), { surveyId: await idOf(name), after: 0, limit: 1000 });
const categoriesOf = async (name: string) =>
  (await respondentsOf(name)).map(({ scores }) => scores?.points[0]?.category ?? "waits");
const scoreAll = () => scoreWaiting(new AbortController().signal);

test("a respondent whose caller does not wait is PROCESSING until a worker has scored them", async () => {
  const [name, other] = [newName(), newName()];
  expect(await add(name, "a")).toEqual({ respondentId: "a", status: "PROCESSING" });
  expect(await add(name, "b", { answer: "asdfghjkl", activateCleaning: true })).toMatchObject({ status: "PROCESSING" });
  expect(await categoriesOf(name)).toEqual(["waits", "waits"]);
  await scoreAll();
  await add(other, "a", { synchronousResponse: true });
  await add(other, "b", { answer: "asdfghjkl", activateCleaning: true, synchronousResponse: true });
  const plain = async (of: string) =>
    (await respondentsOf(of)).map(({ scores, ruleReasons, isExcluded }) => ({ scores, ruleReasons, isExcluded }));
  expect(await plain(name)).toEqual(await plain(other));
  expect((await respondentsOf(name)).map(({ isExcluded }) => isExcluded)).toEqual([false, true]);
});

test("several workers at once score everybody once, in the order that they came: of copies the first is none", async () => {
  const names = [newName(), newName(), newName()];
  for (let at = 0; at < 8; at += 1) await Promise.all(names.map((name) => add(name, `r${at}`)));
  await Promise.all([scoreAll(), scoreAll(), scoreAll()]);
  for (const name of names) {
    expect(await categoriesOf(name)).toEqual(["VALID_ANSWER", ...Array(7).fill("DUPLICATE_ANSWER")]);
    const [rows] = await db().execute<{ answers: number }>(
      sql`select count(*)::int as answers from quality_answers where survey_id = ${await idOf(name)}`,
    );
    expect(rows?.answers).toBe(8);
  }
});

test("respondents whose caller waits are scored after those before them", async () => {
  const name = newName();
  for (const id of ["a", "b"]) await add(name, id);
  expect(await add(name, "c", { synchronousResponse: true })).toMatchObject({ status: "COMPLETED" });
  expect(await categoriesOf(name)).toEqual(["VALID_ANSWER", "DUPLICATE_ANSWER", "DUPLICATE_ANSWER"]);
  const busy = newName();
  for (let at = 0; at < 60; at += 1) await add(busy, `r${at}`, { answer: `Answer ${at}` });
  expect(await add(busy, "last", { synchronousResponse: true })).toEqual({
    ...{ respondentId: "last", status: "PROCESSING" },
  });
  await scoreAll();
  expect(await categoriesOf(busy)).not.toContain("waits");
});

/** A worker process of its own, which a test can kill. */
const startWorker = (): ChildProcess => {
  const script = `import { scoreWaiting } from "./lib/service/quality/scoring-queue.ts";
    await scoreWaiting(new AbortController().signal);
    process.exit(0);`;
  const given = { ...process.env, DATABASE_URL: env.DATABASE_URL, APP_SECRET: env.APP_SECRET };
  return spawn(process.execPath, scriptArguments(script), { env: given, stdio: ["ignore", "inherit", "inherit"] });
};

test("a worker that is killed in the middle leaves nothing half done, and the others score who is left", async () => {
  const [RESPONDENTS, SCORED] = [50, 25];
  const name = newName();
  for (let at = 0; at < RESPONDENTS; at += 1) await add(name, `r${at}`, { answer: `${LONG} ${at % 10}` });
  const next = (await respondentsOf(name))[SCORED];
  const scored = async () => (await categoriesOf(name)).filter((category) => category !== "waits").length;
  await db().transaction(async (transaction) => {
    // The worker compares this respondent and stores their answer, and waits before it stores their scores.
    await transaction.execute(sql`select from quality_respondents where id = ${next?.id} for no key update`);
    const worker = startWorker();
    const exited = once(worker, "exit");
    await untilBlocked(transaction, exited);
    worker.kill("SIGKILL");
    await exited;
    expect(await scored()).toBe(SCORED);
  });
  // The database may not have noticed yet that the connection is gone.
  await expect.poll(async () => scoreAll().then(scored), { timeout: 30_000 }).toBe(RESPONDENTS);
  expect(await categoriesOf(name)).toEqual(["VALID_ANSWER", ...Array(RESPONDENTS - 1).fill("DUPLICATE_ANSWER")]);
  const [rows] = await db().execute<{ answers: number }>(
    sql`select count(*)::int as answers from quality_answers where survey_id = ${await idOf(name)}`,
  );
  expect(rows?.answers).toBe(RESPONDENTS);
}, 60_000);

test("a worker skips a survey that another one is at, and a call waits for it", async () => {
  const name = newName();
  await add(name, "a");
  const surveyId = await idOf(name);
  await db().transaction(async (transaction) => {
    await store.lockQualitySurveyById(transaction, surveyId, { skipLocked: true });
    await scoreAll();
    expect(await categoriesOf(name)).toEqual(["waits"]);
    const call = scoreNext(surveyId, { waits: true });
    await untilBlocked(transaction, call);
    call.catch(() => {});
  });
  await expect.poll(() => categoriesOf(name)).toEqual(["VALID_ANSWER"]);
});

test("an exclusion that a person decided before the scores came stays", async () => {
  const name = newName();
  await add(name, "a", { answer: "Good taste", activateCleaning: true });
  const [row] = await respondentsOf(name);
  await store.setQualityExclusion(db(), [row?.id ?? 0], { isExcluded: true, decidedBy: "me", decidedAt: new Date() });
  await scoreAll();
  expect((await respondentsOf(name))[0]).toMatchObject({ isExcluded: true, decidedBy: "me", ruleReasons: [] });
});

test("a respondent whose scoring fails again and again ends unscored, and the next one has their turn", async () => {
  const name = newName();
  for (const id of ["bad", "good"]) await add(name, id, { answer: "Good taste" });
  const [bad] = await respondentsOf(name);
  await db().execute(
    sql`update quality_respondents set data_points = '[{"qualityCheck": "OES", "dataPointId": "o"}]' where id = ${bad?.id}`,
  );
  for (let tries = 0; tries < 4; tries += 1) expect(await scoreNext(await idOf(name), { waits: false })).toBe(false);
  expect(await categoriesOf(name)).toEqual(["waits", "waits"]);
  await scoreAll();
  const [first, second] = await respondentsOf(name);
  expect(first?.scores).toMatchObject({ serviceScore: -999, points: [{ reason: "Scoring failed again and again" }] });
  expect(second?.scores?.points[0]?.category).toBe("VALID_ANSWER");
});
