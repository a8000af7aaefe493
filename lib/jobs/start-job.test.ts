import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { Role } from "@/lib/contracts/rules/permissions";
import { changeActivation } from "@/lib/duplicates/change-activation";
import { exportTable } from "@/lib/exports/export-table";
import * as activations from "@/lib/gateway/activation";
import type { SignedInContext } from "@/lib/gateway/call";
import * as surveys from "@/lib/gateway/surveys-by-id";
import { excludeRespondents } from "@/lib/respondents/exclusion-job";
import { jobKinds } from "@/lib/start/job-kinds";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { meetPerson } from "@/lib/stores/postgres/people";
import { people } from "@/lib/stores/postgres/schema/people";
import { startSurveyChange } from "@/lib/surveys/jobs/change-surveys";
import { createSurveys } from "@/lib/surveys/jobs/create-surveys";
import { withOwnDatabase } from "@/lib/test-database";
import { controlJob, jobResultFile, listJobItems, listJobs } from "./control-job";
import { runJob } from "./run-job";
import { startJob } from "./start-job";

/** Surveys that the service does not show any more. */
const gone = new Set<string>();
/** What the viewer's duplicate check knows beside the interface. */
const service = { isExtended: true };
beforeAll(() => {
  vi.spyOn(surveys, "findSurvey").mockResolvedValue(null);
  vi.spyOn(surveys, "surveysById").mockImplementation(async (_, ids) =>
    ids.filter((id) => !gone.has(id)).map((id) => ({ id, name: id })),
  );
  vi.spyOn(activations, "isExtended").mockImplementation(() => service.isExtended);
});

withOwnDatabase();

async function contextOf(email: string, role: Role = "manager"): Promise<SignedInContext<SessionViewer>> {
  const { id } = await meetPerson(db(), { connection: "built-in", email, name: email });
  const viewer = { connection: "built-in", personId: id, email, name: email, role, accounts: [], token: "t" };
  return { viewer: viewer as unknown as SessionViewer, requestId: "r", origin: "page" };
}

const work = (id?: string) => ({
  id,
  kind: createSurveys,
  title: "Copy",
  input: {},
  items: [{ key: "1", label: "One", input: {} }],
});

beforeEach(async () => {
  await db().execute(sql`truncate jobs cascade`);
});

test("work of one id is started once, however often and at once it is asked for, and is its starter's", async () => {
  const mine = await contextOf("me@example.test");
  const id = crypto.randomUUID();
  const started = await Promise.all([1, 2, 3, 4].map(() => startJob(mine, work(id))));
  expect(started.map((job) => [job.id, job.total])).toEqual(Array(4).fill([id, 1]));
  expect(await store.listJobs(db(), mine.viewer.personId)).toHaveLength(1);
  await expect(startJob(await contextOf("other@example.test"), work(id))).rejects.toThrow("Another job has this id.");
});

test("a change of surveys that is asked for twice with one id is one job, and what it does does not hold the id", async () => {
  const mine = await contextOf("me@example.test");
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const asked = { surveys: { ids: ["a", "b"] }, change: { price_percent: 10 } };
  const first = await startSurveyChange(mine, { ...asked, request_id: id });
  const again = await startSurveyChange(mine, { ...asked, request_id: id });
  expect([first.id, again.id]).toEqual([id, id]);
  const kept = await store.listJobs(db(), mine.viewer.personId);
  expect(kept.map(({ job }) => job.input)).toEqual([
    { change: asked.change, surveys: expect.stringMatching(/^\w{64}$/) },
  ]);
  expect((await startSurveyChange(mine, { ...asked, request_id: other })).id).toBe(other);
  const more = { surveys: asked.surveys, change: { price_percent: 20 }, request_id: id };
  await expect(startSurveyChange(mine, more)).rejects.toThrow("Another job has this id.");
  const others = { surveys: { ids: ["a", "c"] }, change: asked.change, request_id: id };
  await expect(startSurveyChange(mine, others)).rejects.toThrow("Another job has this id.");
});

test("a repeat is answered with its work although nothing would be left to do by now", async () => {
  const mine = await contextOf("me@example.test");
  const asked = { surveys: { ids: ["a"] }, change: { status: "Paused" }, request_id: crypto.randomUUID() };
  const { id } = await startSurveyChange(mine, asked);
  gone.add("a");
  expect((await startSurveyChange(mine, asked)).id).toBe(id);
  await expect(startSurveyChange(mine, { ...asked, request_id: crypto.randomUUID() })).rejects.toThrow("nothing to do");
  gone.clear();
});

test("a person has at most 50 that have not ended; a repeat of one of them is still answered", async () => {
  const mine = await contextOf("me@example.test");
  const id = crypto.randomUUID();
  await startJob(mine, work(id));
  const others = await Promise.allSettled(Array.from({ length: 52 }, () => startJob(mine, work())));
  expect(others.filter(({ status }) => status === "fulfilled")).toHaveLength(49);
  await expect(startJob(mine, work())).rejects.toThrow("You have 50 jobs that have not ended.");
  expect((await startJob(mine, work(id))).id).toBe(id);
  await startJob(await contextOf("other@example.test"), work());
});

test("a result asks for what its work does, and an export for what its table does", async () => {
  const mine = await contextOf("me@example.test");
  const created = await startJob(mine, work());
  const settings = { timeZone: "UTC", numbers: "1,234.5" };
  const asked = { title: "Audit", table: "audit", query: {}, columns: null, format: "csv", heads: [], settings };
  const exported = await startJob(mine, { kind: exportTable, title: "Audit", input: asked, items: [] });
  const analyst = await contextOf("me@example.test", "analyst");
  await expect(jobResultFile(analyst, jobKinds, created.id)).rejects.toMatchObject({ code: "forbidden" });
  await expect(jobResultFile(analyst, jobKinds, exported.id)).rejects.toMatchObject({ code: "forbidden" });
  expect((await jobResultFile(mine, jobKinds, created.id)).name).toMatch(/^Copy .*csv$/);
});

/** Ends work as a worker would, its steps in these states, and the rest in the last of them. `noted`: by each step. */
async function end(id: string, states: ("done" | "failed")[], noted = {}): Promise<void> {
  const before = JSON.stringify({ revision: "r", target: {}, members: {}, ...noted });
  await db().execute(sql`update job_items set before = ${before}::jsonb,
    state = (${sql.param(states)}::text[])[least(position + 1, ${states.length}::int)] where job_id = ${id}`);
  await db().execute(sql`update jobs set state = 'done', finished_at = now() where id = ${id}`);
}

test("work that is undone names its undo, and is neither undone nor tried again; an undo that broke off is begun anew", async () => {
  const mine = await contextOf("me@example.test");
  const { id } = await startSurveyChange(mine, { surveys: { ids: ["a", "b"] }, change: { price_percent: 10 } });
  await end(id, ["done", "failed"]);
  const look = async () => (await listJobs(mine, jobKinds)).find((job) => job.id === id);
  expect(await look()).toMatchObject({ undone_by: null, can_undo: true, counts: { done: 1, failed: 1 } });

  const undo = await controlJob(mine, jobKinds, { id, action: "undo" });
  expect(undo).toMatchObject({ undo_of: id, undone_by: null, total: 1 });
  expect(await look()).toMatchObject({ undone_by: undo.id, can_undo: false });
  await expect(controlJob(mine, jobKinds, { id, action: "undo" })).rejects.toThrow(
    "Nothing in this job can be undone.",
  );
  await expect(controlJob(mine, jobKinds, { id, action: "retry" })).rejects.toThrow("This job has been undone");

  await controlJob(mine, jobKinds, { id: undo.id, action: "cancel" });
  await db().execute(sql`update jobs set finished_at = now() where id = ${undo.id}`);
  expect(await look()).toMatchObject({ undone_by: null, can_undo: true });
});

test("no undo is offered of what cannot be brought back, and an undo leaves those steps out", async () => {
  const mine = await contextOf("me@example.test");
  const { id } = await startSurveyChange(mine, { surveys: { ids: ["a", "b"] }, change: { status: "Live" } });
  await end(id, ["done"], { irreversible: true });
  const look = async () => (await listJobs(mine, jobKinds)).find((job) => job.id === id);
  expect(await look()).toMatchObject({ can_undo: false, counts: { done: 2 } });
  await expect(controlJob(mine, jobKinds, { id, action: "undo" })).rejects.toThrow(
    "Nothing in this job can be undone.",
  );

  await db().execute(sql`update job_items set before = before - 'irreversible' where job_id = ${id} and key = 'b'`);
  expect(await look()).toMatchObject({ can_undo: true });
  const undo = await controlJob(mine, jobKinds, { id, action: "undo" });
  expect((await store.itemsIn(db(), undo.id, ["waiting"])).map(({ key }) => key)).toEqual(["b"]);
});

/** Work of the duplicate check on two surveys, cancelled by its worker when the first of them was half done. */
async function cancelledHalfWay(mine: SignedInContext<SessionViewer>, { input = {}, undoes = "" } = {}) {
  const halves = ["1", "2"].map((key) => ({ key, label: key, input: { survey_number: key } }));
  const started = undoes
    ? await controlJob(mine, jobKinds, { id: undoes, action: "undo" })
    : await startJob(mine, { kind: changeActivation, title: "Deactivate", input, items: halves });
  await db().update(people).set({ role: "admin" }).where(eq(people.id, mine.viewer.personId));
  const noted = JSON.stringify({ records: 500, calls: 1, changes: ["7"], calling: false });
  await db().execute(sql`update job_items set before = ${noted}::jsonb, message = '500 records so far.'
    where job_id = ${started.id} and key = '1'`);
  await controlJob(mine, jobKinds, { id: started.id, action: "cancel" });
  const holder = crypto.randomUUID();
  const job = await store.takeDueJob(db(), holder);
  if (!job) throw new Error("There is no job.");
  await runJob(job, { kinds: jobKinds, holder, signal: new AbortController().signal });
  return started.id;
}

const activation = { account_id: "7", type: "1", route: "search", selectors: {} };

test("work of the duplicate check that is cancelled half-way says so, goes on when it is tried again, and can be undone for its part", async () => {
  const mine = await contextOf("me@example.test", "admin");
  const id = await cancelledHalfWay(mine, { input: activation });
  const look = async () => (await listJobs(mine, jobKinds)).find((job) => job.id === id);
  expect(await look()).toMatchObject({ state: "cancelled", counts: { cancelled: 2 }, can_undo: true });
  const stepsNow = async () => (await listJobItems(mine, jobKinds, { id })).items;
  expect(await stepsNow()).toMatchObject([
    { key: "1", state: "cancelled", message: "500 records deactivated. Then it was cancelled." },
    { key: "2", state: "cancelled", message: null },
  ]);

  await controlJob(mine, jobKinds, { id, action: "retry" });
  expect(await store.itemsIn(db(), id, ["waiting"])).toMatchObject([
    { key: "1", before: { records: 500, calls: 1 }, message: expect.stringMatching(/^500 records/) },
    { key: "2", before: null },
  ]);
});

test("an undo that is cancelled half-way is no undo, and is begun anew for all that it left", async () => {
  const mine = await contextOf("me@example.test", "admin");
  const id = await cancelledHalfWay(mine, { input: activation });
  await cancelledHalfWay(mine, { undoes: id });
  expect((await listJobs(mine, jobKinds)).find((job) => job.id === id)).toMatchObject({
    undone_by: null,
    can_undo: true,
  });
  const again = await controlJob(mine, jobKinds, { id, action: "undo" });
  expect(await store.itemsIn(db(), again.id, ["waiting"])).toMatchObject([{ key: "1", input: { changes: ["7"] } }]);
});

test("work of which every step failed can be undone where one of them had done a part", async () => {
  const mine = await contextOf("me@example.test", "admin");
  const id = await cancelledHalfWay(mine, { input: activation });
  await db().execute(sql`update job_items set state = 'failed' where job_id = ${id}`);
  const look = async () => (await listJobs(mine, jobKinds)).find((job) => job.id === id);
  expect(await look()).toMatchObject({ counts: { failed: 2 }, can_undo: true });
  await db().execute(sql`update job_items set before = null where job_id = ${id}`);
  expect(await look()).toMatchObject({ can_undo: false });
  const noReply = JSON.stringify({ records: 0, calls: 0, changes: [], calling: true });
  await db().execute(sql`update job_items set state = 'cancelled', before = ${noReply}::jsonb where job_id = ${id}`);
  expect(await look()).toMatchObject({ can_undo: true });
});

test("the part of an exclusion that was done before it was cancelled can be undone; where nothing changed, nothing can", async () => {
  const mine = await contextOf("me@example.test");
  const step = { ids: ["r"], isExcluded: true, reason: "Excluded by a reviewer." };
  const { id } = await startJob(mine, {
    ...{ kind: excludeRespondents, title: "Exclude", input: { survey_id: "s" } },
    items: [{ key: "1", label: "Exclude 1 respondent", input: step }],
  });
  await end(id, ["done"], { changed: [], answers: [], reviews: [] });
  const look = async () => (await listJobs(mine, jobKinds)).find((job) => job.id === id);
  expect(await look()).toMatchObject({ can_undo: false, changes_figures: true });
  await end(id, ["done"], { changed: [], answers: ["r"], reviews: [] });
  await db().execute(sql`update job_items set state = 'cancelled' where job_id = ${id}`);
  expect(await look()).toMatchObject({ can_undo: true });
});

const switching = (type: "1" | "2", keys: string[], { route = "search", selectors = {} } = {}) => ({
  kind: changeActivation,
  title: `Switch ${type}`,
  input: { ...activation, type, route, selectors },
  items: keys.map((key) => ({ key, label: key, input: { survey_number: key === "*" ? null : key } })),
});

test("of two that switch the same surveys on and off at once the later is refused, also where it is resumed or tried again", async () => {
  const mine = await contextOf("me@example.test", "admin");
  const other = await contextOf("other@example.test", "admin");
  const off = await startJob(mine, switching("1", ["a", "b"]));
  const refused = "“Switch 1”, started by me@example.test, is under way and does the opposite";
  for (const keys of [["b", "c"], ["*"]]) {
    await expect(startJob(other, switching("2", keys))).rejects.toThrow(refused);
  }
  // The same once more, other surveys and another route are no opposite.
  await startJob(other, switching("1", ["a"]));
  await startJob(other, switching("2", ["c"]));
  await startJob(other, switching("2", ["a"], { route: "predupes" }));
  await db().execute(sql`delete from jobs where id <> ${off.id}`);

  await controlJob(mine, jobKinds, { id: off.id, action: "pause" });
  const on = await startJob(other, switching("2", ["b"]));
  await expect(controlJob(mine, jobKinds, { id: off.id, action: "resume" })).rejects.toThrow(
    "started by other@example.test",
  );
  await controlJob(mine, jobKinds, { id: off.id, action: "cancel" });
  await db().execute(sql`update jobs set finished_at = now() where id = ${off.id}`);
  await expect(controlJob(mine, jobKinds, { id: off.id, action: "retry" })).rejects.toThrow(
    "started by other@example.test",
  );
  await db().execute(sql`update job_items set state = 'done' where job_id = ${on.id}`);
  await controlJob(mine, jobKinds, { id: off.id, action: "retry" });
});

test("respondents of one survey are switched on and off at once where no record can be of both", async () => {
  const mine = await contextOf("me@example.test", "admin");
  const sessions = (...Session_Id: string[]) => ({ selectors: { Session_Id } });
  await startJob(mine, switching("1", ["a"], sessions("x", "y")));
  await startJob(mine, switching("2", ["a"], sessions("z")));
  const refused = "the opposite for records that this may match too";
  for (const naming of [sessions("z", "y"), { selectors: { Cookie: "c" } }, {}]) {
    await expect(startJob(mine, switching("2", ["a"], naming))).rejects.toThrow(refused);
  }
  await expect(startJob(mine, switching("2", ["*"], sessions("x")))).rejects.toThrow(refused);
  await startJob(mine, switching("2", ["*"], sessions("w")));
});

test("of two that start to switch the same surveys on and off in one moment one begins", async () => {
  const both = await Promise.all(["me@example.test", "other@example.test"].map((email) => contextOf(email, "admin")));
  const started = await Promise.allSettled(
    both.map((context, at) => startJob(context, switching(at === 0 ? "1" : "2", ["a"]))),
  );
  expect(started.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("an undo in the duplicate check says beforehand what it switches, and is refused where that cannot be named any more", async () => {
  const mine = await contextOf("me@example.test", "admin");
  const id = await cancelledHalfWay(mine, { input: { ...activation, forgotten: true } });
  const look = async () => (await listJobs(mine, jobKinds)).find((job) => job.id === id);
  expect(await look()).toMatchObject({
    can_undo: true,
    undo_question: { says: expect.stringMatching(/^Activates exactly/) },
  });
  service.isExtended = false;
  try {
    expect(await look()).toMatchObject({ can_undo: false, undo_question: null });
    await expect(controlJob(mine, jobKinds, { id, action: "undo" })).rejects.toThrow("which are not kept any longer");
  } finally {
    service.isExtended = true;
  }
  expect(await startJob(mine, work())).toMatchObject({ undo_question: null });
});
