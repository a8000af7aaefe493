import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Context } from "@/lib/contracts/context";
import type { RevisionMode } from "@/lib/contracts/terms/answers";
import { withOwnDatabase } from "@/lib/test-database";
import {
  type AnswerRevision,
  beginRevision,
  findAnswerSet,
  makeAnswerSet,
  makeVisible,
  type ProjectKey,
  undoRevision,
} from "./answer-sets";
import { db } from "./client";
import { excludeResponses, listExclusions } from "./response-exclusions";
import { audit } from "./schema/audit";

withOwnDatabase();

const context: Context = {
  viewer: { connection: "built-in", email: "ana@example.com", name: "Ana", role: "manager", accounts: [] },
  requestId: "r1",
  origin: "page",
};

const newProject = (): ProjectKey => ({
  connection: "built-in",
  accountId: crypto.randomUUID(),
  projectId: crypto.randomUUID(),
});

const change = (project: ProjectKey, ids: string[], isExcluded: boolean, reason = "Speeder") =>
  db().transaction((transaction) => excludeResponses(transaction, context, project, ids, { isExcluded, reason }));

async function inForce(project: ProjectKey): Promise<string[]> {
  const { exclusions } = await listExclusions(db(), project, { page: 1, pageSize: 100 });
  return exclusions.map(({ responseId }) => responseId);
}

const entriesOf = ({ projectId }: ProjectKey) => db().select().from(audit).where(eq(audit.thingId, projectId));

test("what changed is answered, counted once, and undone by giving it back", async () => {
  const [project, other] = [newProject(), newProject()];
  expect(await inForce(project)).toEqual([]);
  expect(await change(project, ["b", "a", "b"], true)).toEqual(["a", "b"]);
  expect(await inForce(project)).toEqual(["a", "b"]);
  const changed = await change(project, ["a", "c"], true, "Copied answers");
  expect(changed).toEqual(["c"]);
  expect(await change(project, changed, false)).toEqual(["c"]);
  expect(await inForce(project)).toEqual(["a", "b"]);
  expect(await inForce(other)).toEqual([]);
  const { total, exclusions } = await listExclusions(db(), project, { page: 2, pageSize: 1 });
  expect(total).toBe(2);
  expect(exclusions).toEqual([
    { responseId: "b", reason: "Speeder", who: "ana@example.com", at: expect.any(Date) as Date },
  ]);
});

test("each change has an audit entry with the responses that it was of; none has none", async () => {
  const project = newProject();
  await change(project, ["a"], true);
  expect(await change(project, ["a"], true)).toEqual([]);
  expect(await change(project, ["x"], false)).toEqual([]);
  expect(await change(project, ["a"], false, "Not a speeder")).toEqual(["a"]);
  expect(await inForce(project)).toEqual([]);
  const entries = await entriesOf(project);
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    ["excludeResponses", { responses: 1, response_ids: ["a"], reason: "Speeder" }],
    ["includeResponses", { responses: 1, response_ids: ["a"], reason: "Not a speeder" }],
  ]);
});

test("a transaction that fails leaves neither an exclusion nor an entry", async () => {
  const project = newProject();
  const failing = db().transaction(async (transaction) => {
    await excludeResponses(transaction, context, project, ["a"], { isExcluded: true, reason: "Speeder" });
    throw new Error("too late");
  });
  await expect(failing).rejects.toThrow("too late");
  expect(await inForce(project)).toEqual([]);
  expect(await entriesOf(project)).toEqual([]);
});

test("changes at once follow each other: every response once", async () => {
  const project = newProject();
  const all = await Promise.all(Array.from({ length: 8 }, (_, at) => change(project, ["same", `own ${at}`], true)));
  expect(all.flat().filter((id) => id === "same")).toHaveLength(1);
  expect(await inForce(project)).toHaveLength(9);
  expect(await entriesOf(project)).toHaveLength(8);
});

async function importRevision(project: ProjectKey, mode: RevisionMode): Promise<AnswerRevision> {
  const set = await makeAnswerSet(db(), project);
  const plan = { questions: [] } as unknown as AnswerRevision["plan"];
  const revision = await beginRevision(db(), {
    ...{ set, mode, fileName: "answers.csv", plan, questions: [], weights: [], who: "ana@example.com" },
  });
  const figures = { rows: 1, refused: 0, responses: 1 };
  const isVisible = await db().transaction((transaction) =>
    makeVisible(transaction, revision, figures, ({ questions, weights, columnsGiven }) => ({
      ...{ questions, weights, columnsGiven },
    })),
  );
  if (!isVisible) throw new Error("Another revision came meanwhile.");
  return revision;
}

test("exclusions outlive imports that add or update; one that replaces everything begins without, until it is undone", async () => {
  const project = newProject();
  const idsNow = () => inForce(project);
  await change(project, ["before any import"], true);
  await importRevision(project, "replace");
  expect(await idsNow()).toEqual(["before any import"]);
  await change(project, ["a"], true);
  for (const mode of ["append", "update", "weight"] as const) await importRevision(project, mode);
  expect(await idsNow()).toEqual(["a", "before any import"]);
  const replacing = await importRevision(project, "replace");
  expect(await idsNow()).toEqual([]);
  expect(await change(project, ["a", "new"], true)).toEqual(["a", "new"]);
  const appended = await importRevision(project, "append");
  expect(await idsNow()).toEqual(["a", "new"]);
  const set = await findAnswerSet(db(), project);
  if (!set) throw new Error("The project has no answers.");
  for (const { id } of [appended, replacing]) {
    const settle = () => ({ questions: [], weights: [] });
    expect(await db().transaction((transaction) => undoRevision(transaction, set, id, settle))).toBeNull();
  }
  expect(await idsNow()).toEqual(["a", "before any import"]);
});
