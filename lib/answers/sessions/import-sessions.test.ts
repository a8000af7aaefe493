import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clearLeftOverAnswers } from "@/lib/answers/clear-left-over";
import { importAnswers } from "@/lib/answers/imports/import-answers";
import { listImports, questionsOf, undoNewest } from "@/lib/answers/imports/imports";
import { checkFile } from "@/lib/answers/imports/look-at-file";
import { openProblemFile } from "@/lib/answers/imports/problem-file";
import { jobList } from "@/lib/answers/imports/problem-list";
import { workingCopy } from "@/lib/answers/imports/sent-files";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { env } from "@/lib/env";
import { projectSessions } from "@/lib/gateway/project-sessions";
import { runJob } from "@/lib/jobs/run-job";
import { readRows } from "@/lib/stores/clickhouse/client";
import { findAnswerSet, findAnswers, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { keepSessionsUnlessChosen } from "@/lib/stores/postgres/kept-sessions";
import { meetPerson } from "@/lib/stores/postgres/people";
import { responses, suppliers } from "@/lib/stores/postgres/schema/fielding";
import { seal } from "@/lib/stores/postgres/sealed";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { liveSurvey } from "@/lib/test-fielding";
import { analyst, numberAndChoice, sentFile } from "@/lib/test-import";
import { withOwnProjects } from "@/lib/test-own-project";
import { importNewSessions } from "./import-new-sessions";
import { getProjectSessions, keepSessions } from "./kept-sessions";

const accountOf = new Map<string, string>();
withOwnDatabase();
withOwnProjects((id) => ({ name: "Tea", accountId: accountOf.get(id) }));
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-sessions-"));
beforeAll(() => {
  env.DATA_DIR = folder;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Session = Partial<typeof responses.$inferInsert>;

/** A project with a survey of two quotas, and how sessions are added to it. */
async function newProject() {
  const made = await liveSurvey({ name: "Tea drinkers" }, [{ quota: 10 }, { quota: 10 }]);
  const { accountId, projectId, surveyId } = made;
  accountOf.set(projectId, accountId);
  const key: ProjectKey = { connection: "built-in", accountId, projectId };
  const add = async (rdud: string, session: Session = {}) => {
    await db()
      .insert(responses)
      .values({
        ...{ rdud: `${rdud} ${surveyId}`, surveyId, status: "complete", reason: "complete", buyerCpi: 2.5 },
        ...{ qualificationAttributes: [], quotaIds: [], startedAt: new Date("2026-03-01T10:00:00Z") },
        endedAt: new Date("2026-03-01T10:07:30Z"),
        ...session,
      });
  };
  return { ...made, key, add, id: (rdud: string) => `${rdud} ${surveyId}` };
}

/** Carries an import out as the worker does, and gives its step. */
async function work(input: object) {
  const person = await meetPerson(db(), { connection: "built-in", email: `${crypto.randomUUID()}@x.test`, name: "A" });
  const row = { connection: "built-in", personId: person.id, kind: importAnswers.kind, title: "Import", input };
  const job = await store.insertJob(db(), { ...row, token: seal("token"), undoes: undefined }, [
    { key: "only", label: "Only", input: {} },
  ]);
  const holder = crypto.randomUUID();
  const due = await store.takeDueJob(db(), holder);
  if (typeof job !== "object" || due?.id !== job.id) throw new Error("Another job is due.");
  await runJob(due, { kinds: { [importAnswers.kind]: importAnswers }, holder, signal: new AbortController().signal });
  const [item] = (await store.listItems(db(), job.id, 1, 1)).items;
  return { ...item, jobId: job.id };
}

const importSessions = (projectId: string) => work({ sessions: true, fileName: "Completed sessions", projectId });

const importText = async (projectId: string, text: string, mode: ImportMode = "append") =>
  work({ file: await sentFile(text), fileName: "wave.csv", projectId, plan: numberAndChoice, mode });

/** The answers as one reads them: by question, codes by their labels. */
async function answersOf(key: ProjectKey) {
  const found = await findAnswers(db(), key);
  if (!found?.table) return {};
  const rows = await readRows<Record<string, unknown>>(`SELECT * FROM ${found.table} ORDER BY _id`);
  const shown = rows.map((row) => {
    const cells = found.questions.map(({ id, column, options }) => {
      const label = (code: unknown) => options.find((option) => option.code === code)?.label ?? code;
      const cell = row[column ?? ""];
      return [id, Array.isArray(cell) ? cell.map(label) : label(cell)] as const;
    });
    return [String(row._id).split(" ")[0], { time: row._time, ...Object.fromEntries(cells) }] as const;
  });
  return Object.fromEntries(shown);
}

const importsOf = async (projectId: string) => (await listImports(analyst, projectId)).revisions;

test("completed sessions come with what is known of them; open ones, terminations, tests and rejected ones do not", async () => {
  const { key, projectId, accountId, quotaIds, add } = await newProject();
  const supplier = { accountId, code: "-north", name: "North panel", endLinks: {} };
  await db().insert(suppliers).values(supplier);
  const answers = [
    { question_id: 1, option_ids: [34] },
    { question_id: 2, option_ids: [2] },
  ];
  await add("a", { supplier: "-north", respondent: "1", qualificationAttributes: answers, quotaIds });
  await add("b", { status: "quality termination", reason: "client", reconciliationStatus: "Accepted", buyerCpi: 3 });
  await add("open", { status: "in progress", reason: null, endedAt: null });
  await add("out", { status: "standard termination", reason: "client" });
  await add("test", { test: true });
  await add("rejected", { reconciliationStatus: "Rejected" });
  const elsewhere = await newProject();
  await elsewhere.add("other");
  expect(await importSessions(projectId)).toMatchObject({
    state: "done",
    message: "2 kept + 0 refused = 2 rows of the file. The project has 2 responses now.",
  });
  const common = { session_survey: "Tea drinkers", session_length: 7.5, time: "2026-03-01 10:00:00.000" };
  expect(await answersOf(key)).toEqual({
    a: {
      ...{ ...common, session_supplier: "North panel", session_status: "Complete", session_cost: 2.5 },
      ...{ session_quotas: ["Quota 1", "Quota 2"], session_age: 34, session_gender: "Female" },
    },
    b: {
      ...{ ...common, session_supplier: null, session_status: "Accepted by reconciliation", session_cost: 3 },
      ...{ session_quotas: [], session_age: null, session_gender: null },
    },
  });
  expect(await importsOf(projectId)).toMatchObject([
    { mode: "update", automatic: false, file_name: "Completed sessions" },
  ]);
});

test("an import of sessions of which none is new changes nothing, and the next one brings only what is", async () => {
  const { projectId, add } = await newProject();
  expect(await importSessions(projectId)).toMatchObject({
    state: "refused",
    message: expect.stringContaining("nothing to import"),
  });
  await add("a");
  await importSessions(projectId);
  expect(await importSessions(projectId)).toMatchObject({ state: "unchanged" });
  expect(await importsOf(projectId)).toHaveLength(1);
  await add("b");
  expect(await getProjectSessions(analyst, projectId)).toMatchObject({ completes: 2, is_current: false });
  expect(await importSessions(projectId)).toMatchObject({ state: "done" });
  expect((await importsOf(projectId))[0]).toMatchObject({ brought: { added: 1, again: 1 } });
  expect(await getProjectSessions(analyst, projectId)).toMatchObject({ completes: 2, is_current: true });
});

test("a session that is rejected after its import says so and costs nothing", async () => {
  const { key, projectId, add, id } = await newProject();
  await add("a");
  await add("b");
  await importSessions(projectId);
  await db()
    .update(responses)
    .set({ reconciliationStatus: "Rejected" })
    .where(eq(responses.rdud, id("b")));
  await importSessions(projectId);
  expect(await answersOf(key)).toMatchObject({
    a: { session_status: "Complete", session_cost: 2.5 },
    b: { session_status: "Rejected by reconciliation", session_cost: 0 },
  });
});

test("a file joins sessions by its ids; the dry run and the import name the ids that are on one side only", async () => {
  const { key, projectId, add, id } = await newProject();
  for (const rdud of ["a", "b", "c"]) await add(rdud);
  await add("test", { test: true });
  await importSessions(projectId);
  const text = `id,n,s\n${id("a")},5,1\n${id("b")},6,2\n${id("b")},7,2\nstranger,8,1\n${id("test")},9,1\n`;
  const list = join(folder, "list.csv");
  const problems = openProblemFile(list);
  const { path } = await workingCopy(await sentFile(text));
  const sent = { id: crypto.randomUUID(), name: "wave.csv", bytes: 1, project_id: projectId };
  const table = (await findAnswers(db(), key))?.table ?? null;
  const look = {
    path,
    sent,
    table,
    exclusions: null,
    problems,
    project: await questionsOf(key),
    sessions: projectSessions(key),
  };
  const tried = await checkFile({ ...look, plan: numberAndChoice, mode: "update" }, new AbortController().signal);
  await problems.close();
  expect(tried.sessions).toEqual({ matched: 2, file_only: 2, sessions_only: 1 });
  const done = await importText(projectId, text, "update");
  expect(done.message).toContain(
    "Sessions: 2 ids match sessions; 2 ids are in the file only; 1 completed session is not in the file.",
  );
  const ofJob = await new Response((await jobList(done.jobId)).content).text();
  for (const written of [readFileSync(list, "utf8"), ofJob]) {
    const lines = written.split("\r\n").slice(1, -1);
    expect(lines.map((line) => line.split(",").slice(1, 4).join(",")).sort()).toEqual(
      [`file only,id,stranger`, `file only,id,${id("test")}`, `session only,id,${id("c")}`].sort(),
    );
  }
  expect(await answersOf(key)).toMatchObject({
    a: { n: 5, s: "1", session_status: "Complete" },
    b: { n: 7, session_length: 7.5 },
    c: { n: null, session_cost: 2.5 },
    stranger: { n: 8, session_status: null },
  });
});

test("a file without ids, and one of a project without complete sessions, are compared with none", async () => {
  const { projectId, add } = await newProject();
  await add("open", { status: "in progress", reason: null, endedAt: null });
  expect((await importText(projectId, "id,n,s\nx,1,1\n")).message).not.toContain("Sessions:");
  await add("a");
  const plan = { ...numberAndChoice, id: null };
  const file = await sentFile("id,n,s\nx,1,1\n");
  const done = await work({ file, fileName: "wave.csv", projectId, plan, mode: "append" });
  expect(done).toMatchObject({ state: "done" });
  expect(done.message).not.toContain("Sessions:");
});

test("sessions come by themselves only where that is switched on, and only when there are new ones", async () => {
  const { key, projectId, add } = await newProject();
  await add("a");
  await importNewSessions();
  expect(await importsOf(projectId)).toEqual([]);
  expect(await keepSessions(analyst, { project_id: projectId, keeps: true })).toMatchObject({ keeps: true });
  await importNewSessions();
  await importNewSessions();
  expect(await importsOf(projectId)).toMatchObject([{ automatic: true, who: "automatic", rows: 1 }]);
  await add("b");
  await importNewSessions();
  expect(Object.keys(await answersOf(key))).toEqual(["a", "b"]);
  await keepSessions(analyst, { project_id: projectId, keeps: false });
  await add("c");
  await importNewSessions();
  expect(Object.keys(await answersOf(key))).toEqual(["a", "b"]);
});

test("a demo's project keeps its sessions until somebody switches that off, and one with answers is left alone", async () => {
  const { projectId, surveyId } = await newProject();
  const keeps = async (id: string) => (await getProjectSessions(analyst, id)).keeps;
  await keepSessionsUnlessChosen(db(), surveyId);
  expect(await keeps(projectId)).toBe(true);
  await keepSessions(analyst, { project_id: projectId, keeps: false });
  await keepSessionsUnlessChosen(db(), surveyId);
  expect(await keeps(projectId)).toBe(false);
  const answered = await newProject();
  await importText(answered.projectId, "id,n,s\nx,1,1\n");
  await keepSessionsUnlessChosen(db(), answered.surveyId);
  expect(await keeps(answered.projectId)).toBe(false);
});

test("automatic imports take each other's place, and push no import of a person's out of what can be undone", async () => {
  const { key, projectId, add } = await newProject();
  await importText(projectId, "id,n,s\nx,1,1\n");
  await importText(projectId, "id,n,s\ny,2,1\n");
  await keepSessions(analyst, { project_id: projectId, keeps: true });
  for (const rdud of ["a", "b", "c", "d"]) {
    await add(rdud);
    await importNewSessions();
  }
  await clearLeftOverAnswers(2);
  const listed = await importsOf(projectId);
  expect(listed.map(({ automatic }) => automatic)).toEqual([true, false, false]);
  expect(listed.every(({ before_kept }) => before_kept)).toBe(true);
  const undo = async () =>
    undoNewest(analyst, { project_id: projectId, revision: (await findAnswerSet(db(), key))?.revision ?? 0 });
  await undo();
  expect(Object.keys(await answersOf(key))).toEqual(["x", "y"]);
  await undo();
  expect(Object.keys(await answersOf(key))).toEqual(["x"]);
  await undo();
  expect(await answersOf(key)).toEqual({});
});

test("sessions that somebody took back come again with the next one, those that a file took the place of at once", async () => {
  const { key, projectId, add, id } = await newProject();
  await keepSessions(analyst, { project_id: projectId, keeps: true });
  await add("a");
  await importNewSessions();
  const [newest] = await importsOf(projectId);
  await undoNewest(analyst, { project_id: projectId, revision: newest?.id ?? 0 });
  await importNewSessions();
  expect(await answersOf(key)).toEqual({});
  await add("b");
  await importNewSessions();
  expect(await answersOf(key)).toMatchObject({ a: { session_cost: 2.5 }, b: {} });
  const appended = await importText(projectId, `id,n,s\n${id("a")},5,1\n`);
  expect(appended.message).toContain("“Update by id” keeps both");
  expect(await answersOf(key)).toMatchObject({ a: { n: 5, session_cost: null } });
  await importNewSessions();
  expect(await answersOf(key)).toMatchObject({ a: { n: 5, session_cost: 2.5 } });
});

test("what keeps sessions out of the answers is told until they come in", async () => {
  const { projectId, add } = await newProject();
  await keepSessions(analyst, { project_id: projectId, keeps: true });
  const plan = {
    ...numberAndChoice,
    questions: [{ ...numberAndChoice.questions[0], id: "session_status", column: "n" }],
  };
  const file = await sentFile("id,n\nx,1\n");
  await work({ file, fileName: "wave.csv", projectId, plan, mode: "append" });
  await add("a");
  await importNewSessions();
  const { problem } = await getProjectSessions(analyst, projectId);
  expect(problem).toContain("“session_status” is numeric in the project");
  const [newest] = await importsOf(projectId);
  await undoNewest(analyst, { project_id: projectId, revision: newest?.id ?? 0 });
  await importNewSessions();
  expect(await getProjectSessions(analyst, projectId)).toMatchObject({ problem: null, is_current: true });
});
