import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { env } from "@/lib/env";
import type { AnyKind } from "@/lib/jobs/kind";
import { runJob } from "@/lib/jobs/run-job";
import { stagingOf } from "@/lib/stores/clickhouse/answer-rows";
import { readRows, runStatement } from "@/lib/stores/clickhouse/client";
import { beginRevision, findAnswerSet, findRevision, writeQuestions } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { meetPerson } from "@/lib/stores/postgres/people";
import { answerRevisions } from "@/lib/stores/postgres/schema/answers";
import { seal } from "@/lib/stores/postgres/sealed";
import { untilBlocked, withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { sentFile } from "@/lib/test-import";
import { withOwnProjects } from "@/lib/test-own-project";
import { importAnswers } from "./import-answers";
import { jobList, openProblemList } from "./problem-list";
import { undoImport } from "./undo-import";

withOwnDatabase();
withOwnProjects();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-imports-"));

withEngine();
beforeAll(() => {
  env.DATA_DIR = folder;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [] },
  questions: [{ kind: "numeric", id: "a", text: "a", column: "a", missing: [], blank: "not_asked", grid: null }],
};

type More = { undo?: number; plan?: ImportPlan; undoes?: string };

/** A job that imports a text into a project, as it waits for a worker. */
async function waiting(projectId: string, text: string, { undoes, ...more }: More = {}) {
  const person = await meetPerson(db(), { connection: "built-in", email: `${crypto.randomUUID()}@x.test`, name: "A" });
  const file = text === "" ? crypto.randomUUID() : await sentFile(text);
  const job = await store.insertJob(
    db(),
    {
      ...{ connection: "built-in", personId: person.id, kind: importAnswers.kind, title: "Import" },
      input: { file, fileName: "a.csv", projectId, plan, mode: "append", ...more },
      token: seal("token"),
      undoes: undoes === undefined ? undefined : await findJob(undoes),
    },
    [{ key: file, label: "a.csv", input: more.undo ? { undo: more.undo } : {} }],
  );
  if (typeof job !== "object") throw new Error("The job was not written.");
  return { id: job.id, personId: person.id };
}

const findJob = async (id: string) => (await store.findJobOfKind(db(), id, importAnswers.kind))?.job;
const undoneBy = async (id: string) => (await store.findJobOfKind(db(), id, importAnswers.kind))?.undoneBy;

/** A job that undoes another, as it waits. */
/** As the runner knows it: rows are read by its schemas first. */
const kind: AnyKind = importAnswers;

const undoing = (job: { id: string }, projectId: string, revision = 0) =>
  waiting(projectId, "", { undo: revision, undoes: job.id });

/** Carries out the job that is due, and gives its step. */
async function work(id: string) {
  const holder = crypto.randomUUID();
  const job = await store.takeDueJob(db(), holder);
  if (job?.id !== id) throw new Error("Another job is due.");
  await runJob(job, { kinds: { [importAnswers.kind]: importAnswers }, holder, signal: new AbortController().signal });
  const [item] = (await store.listItems(db(), id, 1, 1)).items;
  if (!item) throw new Error("The job has no step.");
  return item;
}

const refusedRows = async (id: string) => new Response((await jobList(id)).content).text();

async function current(projectId: string) {
  const set = await findAnswerSet(db(), { connection: "built-in", accountId: "account", projectId });
  return set?.revision ? findRevision(db(), set.revision) : null;
}

test("imports, says what became of the rows, leaves the list of refused ones, and is undone by its reverse", async () => {
  const { id } = await waiting("p1", "id,a\n1,1\n,2\n");
  const item = await work(id);
  expect(item).toMatchObject({
    state: "done",
    message: "1 kept + 1 refused = 2 rows of the file. The project has 1 responses now.",
  });
  expect(await refusedRows(id)).toMatch(/^3,refused,id,/m);
  expect(await importAnswers.hasResult?.({ id })).toBe(true);
  const shown = await current("p1");
  expect(shown).toMatchObject({ state: "visible", rows: 2, refused: 1, responses: 1 });
  expect(await kind.settle({} as never, item, "killed", {})).toBe("done");
  const { input } = kind.reverse?.(item) ?? {};
  expect(input).toEqual({ undo: shown?.id });
  const undo = await waiting("p1", "", { undo: shown?.id ?? 0 });
  expect(await work(undo.id)).toMatchObject({ state: "done" });
  expect(await current("p1")).toBeNull();
});

test("a list of refused rows is offered where one was refused, also of a file of which nothing was kept", async () => {
  const whole = await waiting("p0", "id,a\n1,1\n");
  await work(whole.id);
  expect(await importAnswers.hasResult?.(whole)).toBe(false);
  const none = await waiting("p0", "id,a\n,2\n");
  expect((await work(none.id)).state).not.toBe("done");
  expect(await importAnswers.hasResult?.(none)).toBe(true);
});

test("an import whose worker died before it was visible begins again, and one that was visible does not", async () => {
  const { id } = await waiting("p2", "id,a\n1,1\n");
  const item = await work(id);
  const shown = await current("p2");
  expect(await kind.settle({} as never, { ...item, before: null }, "killed", {})).toBe("not done");
  expect(await kind.settle({} as never, item, "killed", {})).toBe("done");
  const set = await findAnswerSet(db(), { connection: "built-in", accountId: "account", projectId: "p2" });
  const begun = await beginRevision(db(), {
    ...{ set: { id: set?.id ?? "", revision: shown?.id ?? 0 }, mode: "append", fileName: "b.csv", plan },
    ...{ questions: [], weights: [], who: "a" },
  });
  const before = { revision: begun.id };
  expect(await kind.settle({} as never, { ...item, before }, "killed", {})).toBe("not done");
  expect(await findRevision(db(), begun.id)).toMatchObject({ state: "failed" });
  expect((await current("p2"))?.id).toBe(shown?.id);
});

test("an import begins again when an edit gives its answers other codes than the rows were written with", async () => {
  const option = (code: number, label: string, cell: string | number) => ({
    ...{ code, label, order: code, value: code, cells: [cell] },
  });
  const agreeing = (options: ReturnType<typeof option>[]): ImportPlan => ({
    ...plan,
    questions: [
      { kind: "single", id: "a", text: "a", column: "a", options, missing: [], blank: "not_asked", grid: null },
    ],
  });
  await work((await waiting("p5", "id,a\n1,1\n", { plan: agreeing([option(1, "Agre", "1")]) })).id);
  const set = await findAnswerSet(db(), { connection: "built-in", accountId: "account", projectId: "p5" });
  const correct = () =>
    writeQuestions(db(), { id: set?.id ?? "" }, ({ questions }) => ({
      questions: questions.map((each) => ({
        ...each,
        options: each.options.map((one) => ({ ...one, label: "Agree" })),
      })),
    }));
  const { step } = importAnswers;
  const spy = vi.spyOn(importAnswers, "step").mockImplementationOnce((context, item, begin, job) =>
    step(
      context,
      item,
      async (...begun) => {
        await begin(...begun);
        await correct();
      },
      job,
    ),
  );
  const item = await work(
    (await waiting("p5", "id,a\n2,Agree\n", { plan: agreeing([option(1, "Agree", "Agree")]) })).id,
  );
  expect(spy).toHaveBeenCalledTimes(2);
  spy.mockRestore();
  expect(item).toMatchObject({ state: "done" });
  const shown = await current("p5");
  expect(shown?.questions[0]?.options).toMatchObject([{ code: 1, label: "Agree", cells: ["1", "Agree"] }]);
  const rows = await readRows(`SELECT _id, q1 FROM ${shown?.tableName} ORDER BY _id`);
  expect(rows).toEqual([
    { _id: "1", q1: 1 },
    { _id: "2", q1: 1 },
  ]);
});

test("an import is looked at after it was given up: what a worker that was held up has shown until then is done", async () => {
  const { id } = await waiting("p12", "id,a\n1,1\n");
  const item = await work(id);
  const shown = await current("p12");
  const moved = db().update(answerRevisions).set({ state: "writing" });
  await moved.where(eq(answerRevisions.id, shown?.id ?? 0));
  const settled = await db().transaction(async (transaction) => {
    // It shows it while another worker is about to give it up.
    await transaction
      .update(answerRevisions)
      .set({ state: "visible" })
      .where(eq(answerRevisions.id, shown?.id ?? 0));
    const outcome = kind.settle({} as never, item, "killed", {});
    await untilBlocked(transaction, outcome);
    return { outcome };
  });
  expect(await settled.outcome).toBe("done");
});

test("an import whose worker died when it was visible leaves nothing beside its table", async () => {
  const { id } = await waiting("p4", "id,a\n1,1\n");
  const item = await work(id);
  const staging = stagingOf((await current("p4"))?.tableName ?? "");
  await runStatement(`CREATE TABLE ${staging} (id String) ENGINE = MergeTree ORDER BY id`);
  expect(await kind.settle({} as never, item, "killed", {})).toBe("done");
  const query = "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = {staging:String}";
  expect(await readRows(query, { staging })).toEqual([]);
});

test("an import whose worker was killed leaves no half list, and the one that begins again leaves a whole one", async () => {
  const { id } = await waiting("p14", "id,a\n1,1\n,2\n");
  const held = await openProblemList({ key: id, person: null, name: "a.csv" });
  await held.add("refused", [{ row: 7, column: "id", value: "", reason: "Of the worker that was held up." }]);
  await expect(jobList(id)).rejects.toMatchObject({ code: "not_found" });
  expect(await work(id)).toMatchObject({ state: "done" });
  expect(await refusedRows(id)).toMatch(/^row,.*\r\n3,refused,id,[^\n]*\r\n$/);
  await expect(held.close(), "it comes too late").rejects.toThrow();
  expect(await refusedRows(id)).not.toContain("held up");
});

test("cancelled while it reads, it changes nothing", async () => {
  const { id, personId } = await waiting("p3", "id,a\n1,1\n");
  const { step } = importAnswers;
  const spy = vi.spyOn(importAnswers, "step").mockImplementation(async (context, item, begin, job) => {
    await store.moveJob(db(), personId, id, { from: ["running"], to: "cancelled" });
    return step(context, item, begin, job);
  });
  const item = await work(id);
  spy.mockRestore();
  expect(item).toMatchObject({ state: "cancelled", message: expect.stringMatching(/^Cancelled before/) });
  expect(await current("p3")).toBeNull();
});

/** Carries out a job during which something happens when its step says this. */
async function workWhile(id: string, says: RegExp, happens: () => Promise<unknown>) {
  const { step } = importAnswers;
  const spy = vi.spyOn(importAnswers, "step").mockImplementationOnce((context, item, begin, job) =>
    step(
      context,
      item,
      async (before, words) => {
        await begin(before, words);
        if (says.test(words)) await happens();
      },
      job,
    ),
  );
  const item = await work(id);
  spy.mockRestore();
  return item;
}

test("cancelled when all is written and nothing shown yet, it shows nothing", async () => {
  const { id, personId } = await waiting("p6", "id,a\n1,1\n");
  const cancel = () => store.cancelJob(db(), personId, id, seal("token"));
  const item = await workWhile(id, /they are put together/, async () => expect(await cancel()).toBe(true));
  expect(item).toMatchObject({ state: "cancelled", message: expect.stringMatching(/^Cancelled before/) });
  expect(await current("p6")).toBeNull();
  expect((await store.listJobs(db(), personId, id))[0]?.job.state).toBe("cancelled");
  expect(await store.retryJob(db(), personId, id, seal("token"))).toBe(true);
  expect(await work(id)).toMatchObject({ state: "done" });
  expect(await current("p6")).toMatchObject({ state: "visible", responses: 1 });
});

test("an undo that is cancelled before it has happened undoes nothing, and does not stand as the undo", async () => {
  const done = await waiting("p9", "id,a\n1,1\n");
  await work(done.id);
  const shown = await current("p9");
  const { id, personId } = await undoing(done, "p9", shown?.id);
  const cancel = () => store.cancelJob(db(), personId, id, seal("token"));
  const item = await workWhile(id, /^Going back/, async () => expect(await cancel()).toBe(true));
  expect(item).toMatchObject({ state: "cancelled", message: expect.stringMatching(/^Cancelled before it was undone/) });
  expect((await current("p9"))?.id).toBe(shown?.id);
  expect(await undoneBy(done.id)).toBeNull();
});

test("an undo that was refused, because another import came, does not stand as the undo", async () => {
  const first = await waiting("p10", "id,a\n1,1\n");
  await work(first.id);
  const shown = await current("p10");
  const second = await waiting("p10", "id,a\n2,2\n");
  await work(second.id);
  const refused = await undoing(first, "p10", shown?.id);
  expect(await work(refused.id)).toMatchObject({ state: "refused", message: expect.stringMatching(/not the newest/) });
  expect(await undoneBy(first.id)).toBeNull();
  await work((await undoing(second, "p10", (await current("p10"))?.id)).id);
  const undone = await undoing(first, "p10", shown?.id);
  expect(await work(undone.id)).toMatchObject({ state: "done" });
  expect(await undoneBy(first.id)).toBe(undone.id);
});

test("an undo that a held-up worker did just before another takes it up is not said to be refused", async () => {
  const done = await waiting("p13", "id,a\n1,1\n");
  await work(done.id);
  const shown = await current("p13");
  const { id } = await undoing(done, "p13", shown?.id);
  const viewer = { connection: "built-in", email: "a@x.test", name: "A", role: "analyst" as const, accounts: [] };
  const key = { connection: "built-in", accountId: "account", projectId: "p13" };
  const item = await workWhile(id, /^Going back/, () =>
    undoImport({ viewer, requestId: "r", origin: "job" }, key, shown?.id ?? 0),
  );
  expect(item).toMatchObject({ state: "unchanged", message: "This has been undone already." });
  expect(await current("p13")).toBeNull();
  expect(await undoneBy(done.id)).toBe(id);
});

test("cancelled, and its worker killed, it is said to be interrupted and not to have begun again", async () => {
  const { id } = await waiting("p11", "id,a\n1,1\n");
  const item = await work(id);
  const key = { connection: "built-in", accountId: "account", projectId: "p11" };
  const { id: set = "" } = (await findAnswerSet(db(), key)) ?? {};
  const begun = await beginRevision(db(), {
    ...{ set: { id: set, revision: (await current("p11"))?.id ?? 0 }, mode: "append", fileName: "b.csv", plan },
    ...{ questions: [], weights: [], who: "a" },
  });
  const before = { revision: begun.id };
  expect(await kind.settle({} as never, { ...item, before }, "cancelled", {})).toBe("not done");
  expect(await findRevision(db(), begun.id)).toMatchObject({ state: "failed", problem: "It was interrupted." });
});

test("once it is visible there is nothing to cancel, and it ends as done", async () => {
  const { id, personId } = await waiting("p7", "id,a\n1,1\n");
  const cancel = () => store.cancelJob(db(), personId, id, seal("token"));
  const item = await workWhile(id, /The project has/, async () => expect(await cancel()).toBe(false));
  expect(item).toMatchObject({ state: "done" });
  expect((await store.listJobs(db(), personId, id))[0]?.job.state).toBe("done");
});

test("a cancel waits for the moment in which a step becomes visible", async () => {
  const { id, personId } = await waiting("p8", "id,a\n1,1\n");
  const [item] = (await store.listItems(db(), id, 1, 1)).items;
  if (!item) throw new Error("The job has no step.");
  const cancelled = await db().transaction(async (transaction) => {
    expect(await store.endUnlessCancelled(transaction, item, { state: "done" })).toBe(true);
    const cancel = store.cancelJob(db(), personId, id, seal("token"));
    await untilBlocked(transaction, cancel);
    return { cancel };
  });
  expect(await cancelled.cancel).toBe(false);
  expect((await store.listJobs(db(), personId, id))[0]?.job.state).not.toBe("cancelled");
});
