import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { Role } from "@/lib/contracts/permissions";
import type { SignedInContext } from "@/lib/gateway/call";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { meetPerson } from "@/lib/stores/postgres/people";
import { withOwnDatabase } from "@/lib/test-database";
import { controlJob, jobResultFile, listJobs, startJob, startSurveyChange } from "./start-job";

/** Surveys that the service does not show any more. */
const gone = vi.hoisted(() => new Set<string>());
vi.mock("@/lib/gateway/surveys-by-id", () => ({
  findSurvey: async () => null,
  surveysById: async (_: unknown, ids: string[]) => ids.filter((id) => !gone.has(id)).map((id) => ({ id, name: id })),
}));

withOwnDatabase();

async function contextOf(email: string, role: Role = "manager"): Promise<SignedInContext<SessionViewer>> {
  const { id } = await meetPerson(db(), { connection: "built-in", email, name: email });
  const viewer = { connection: "built-in", personId: id, email, name: email, role, accounts: [], token: "t" };
  return { viewer: viewer as unknown as SessionViewer, requestId: "r", origin: "page" };
}

const work = (id?: string) => ({
  id,
  kind: "create surveys",
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
  await expect(startJob(await contextOf("other@example.test"), work(id))).rejects.toThrow("This id is other work's.");
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
  await expect(startSurveyChange(mine, more)).rejects.toThrow("This id is other work's.");
  const others = { surveys: { ids: ["a", "c"] }, change: asked.change, request_id: id };
  await expect(startSurveyChange(mine, others)).rejects.toThrow("This id is other work's.");
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
  await expect(startJob(mine, work())).rejects.toThrow("You have 50 pieces of work that have not ended.");
  expect((await startJob(mine, work(id))).id).toBe(id);
  await startJob(await contextOf("other@example.test"), work());
});

test("a result asks for what its work does, and an export for what its table does", async () => {
  const mine = await contextOf("me@example.test");
  const created = await startJob(mine, work());
  const asked = { title: "Audit", table: "audit", query: {}, columns: null, format: "csv", heads: [], settings: {} };
  const exported = await startJob(mine, { kind: "export table", title: "Audit", input: asked, items: [] });
  const analyst = await contextOf("me@example.test", "analyst");
  await expect(jobResultFile(analyst, created.id)).rejects.toMatchObject({ code: "forbidden" });
  await expect(jobResultFile(analyst, exported.id)).rejects.toMatchObject({ code: "forbidden" });
  expect((await jobResultFile(mine, created.id)).name).toMatch(/^Copy .*csv$/);
});

/** Ends work as a worker would, its steps in these states, and the rest in the last of them. `noted`: by each step. */
async function end(id: string, states: ("done" | "failed")[], noted = {}): Promise<void> {
  const before = JSON.stringify({ target: {}, members: {}, ...noted });
  await db().execute(sql`update job_items set before = ${before}::jsonb,
    state = (${sql.param(states)}::text[])[least(position + 1, ${states.length}::int)] where job_id = ${id}`);
  await db().execute(sql`update jobs set state = 'done', finished_at = now() where id = ${id}`);
}

test("work that is undone names its undo, and is neither undone nor tried again; an undo that broke off is begun anew", async () => {
  const mine = await contextOf("me@example.test");
  const { id } = await startSurveyChange(mine, { surveys: { ids: ["a", "b"] }, change: { price_percent: 10 } });
  await end(id, ["done", "failed"]);
  const look = async () => (await listJobs(mine)).find((job) => job.id === id);
  expect(await look()).toMatchObject({ undone_by: null, can_undo: true, counts: { done: 1, failed: 1 } });

  const undo = await controlJob(mine, { id, action: "undo" });
  expect(undo).toMatchObject({ undo_of: id, undone_by: null, total: 1 });
  expect(await look()).toMatchObject({ undone_by: undo.id, can_undo: false });
  await expect(controlJob(mine, { id, action: "undo" })).rejects.toThrow("Nothing of this work can be undone.");
  await expect(controlJob(mine, { id, action: "retry" })).rejects.toThrow("This work has been undone:");

  await controlJob(mine, { id: undo.id, action: "cancel" });
  await db().execute(sql`update jobs set finished_at = now() where id = ${undo.id}`);
  expect(await look()).toMatchObject({ undone_by: null, can_undo: true });
});

test("no undo is offered of what cannot be brought back, and an undo leaves those steps out", async () => {
  const mine = await contextOf("me@example.test");
  const { id } = await startSurveyChange(mine, { surveys: { ids: ["a", "b"] }, change: { status: "Live" } });
  await end(id, ["done"], { irreversible: true });
  const look = async () => (await listJobs(mine)).find((job) => job.id === id);
  expect(await look()).toMatchObject({ can_undo: false, counts: { done: 2 } });
  await expect(controlJob(mine, { id, action: "undo" })).rejects.toThrow("Nothing of this work can be undone.");

  await db().execute(sql`update job_items set before = before - 'irreversible' where job_id = ${id} and key = 'b'`);
  expect(await look()).toMatchObject({ can_undo: true });
  const undo = await controlJob(mine, { id, action: "undo" });
  expect((await store.itemsIn(db(), undo.id, ["waiting"])).map(({ key }) => key)).toEqual(["b"]);
});
