import "server-only";
import { dropStagedOf, orAbandoned, whileHeld } from "@/lib/answers/abandon-revision";
import type { AnswerFile } from "@/lib/answers/files/answer-file";
import { openAnswerFile } from "@/lib/answers/files/open-answer-file";
import type { ScanStore } from "@/lib/answers/files/scan";
import { joinSessions, sessionsToJoin } from "@/lib/answers/sessions/join-sessions";
import type { Context } from "@/lib/contracts/context";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { SessionJoin } from "@/lib/contracts/ours/imports";
import { planProblems } from "@/lib/contracts/rules/import-plan";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { projectSessions } from "@/lib/gateway/project-sessions";
import { AppError } from "@/lib/http/problem";
import { buildTable, stageRows } from "@/lib/stores/clickhouse/answer-rows";
import { type TriedIds, triedIds } from "@/lib/stores/clickhouse/tried-ids";
import {
  type AnswerRevision,
  type AnswerSet,
  beginRevision,
  findPlan,
  findRevision,
  makeAnswerSet,
  makeVisible,
  type ProjectKey,
} from "@/lib/stores/postgres/answer-sets";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { broughtOf, questionChanges } from "./import-effect";
import { type Merged, mergeQuestions, partlyBrought, writtenOtherwise } from "./merge-questions";
import type { ProblemFile } from "./problem-file";
import { readRows } from "./read-rows";
import { refusalReasons } from "./refusal-reasons";
import { type Brought, broughtBy, rowWriter } from "./stored-row";

export type FileImport = {
  project: ProjectKey;
  path: string;
  /** Where what was found out about the file is kept. */
  scans?: ScanStore;
  /** What the person called the file. */
  fileName: string;
  plan: ImportPlan;
  mode: ImportMode;
  problems: ProblemFile;
  /** The file was written of the project's sessions: what those were, as one text, and whether nobody asked for it. */
  ofSessions?: { state: string; isAutomatic: boolean };
  /** It is lost with this process: nobody takes up again what it leaves. */
  isHeld?: boolean;
  /** Told before anything is written that could become visible. */
  onBegun: (revision: number) => Promise<void>;
  /** How many rows were read; `isRead`: all of them, and the table is made. */
  onProgress: (rows: number, isRead?: boolean) => Promise<void>;
  /** Told in the transaction that makes it visible; what it throws leaves everything as it was. */
  onShown?: (transaction: Connection, imported: Imported) => Promise<void>;
  signal: AbortSignal;
};

/** What became of a file. `kept`, `refused`, `left_out` and `blank` add up to `rows`; `repeated` of the kept have the id of a later row. */
export type Imported = {
  revision: number;
  rows: number;
  kept: number;
  refused: number;
  left_out: number;
  blank: number;
  reported: number;
  repeated: number;
  responses: number;
  /** Responses before it. */
  now: number;
  /** How its ids fit those of the project's completed sessions; null: it has no ids, or there is none. */
  sessions: SessionJoin | null;
};

/**
 * Imports a file as a revision of a project: written aside, then visible in one step. Whatever fails before that
 * leaves nothing that anybody sees. Throws an AppError with a sentence; `conflict` where another import of the
 * project came meanwhile, or an edit after which the file is read otherwise, and this one has to begin again.
 */
export async function importFile(context: Context, task: FileImport): Promise<Imported> {
  const file = await openAnswerFile(task.path, {
    ...{ name: task.fileName, scans: task.scans, signal: task.signal },
    layout: task.plan.layout,
  });
  try {
    refuse(
      planProblems(
        task.plan,
        file.columns.map(({ name }) => name),
      ),
    );
    const set = await makeAnswerSet(db(), task.project);
    const before = await findPlan(db(), task.project);
    const merged = mergeQuestions({ ...set, before }, task.plan, task.mode);
    refuse(merged.problems);
    const revision = await beginRevision(db(), {
      ...{ set, mode: task.mode, fileName: task.fileName, plan: merged.plan },
      ...{ questions: merged.questions, weights: merged.weights, who: context.viewer.email, isHeld: task.isHeld },
      ...{ sessionsState: task.ofSessions?.state, isAutomatic: task.ofSessions?.isAutomatic },
    });
    const write = () => writeRevision({ context, task, file, set, before, merged, revision });
    return await (task.isHeld ? whileHeld(revision, write) : orAbandoned(revision, write));
  } finally {
    await file.close();
  }
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > 5 ? ` And ${problems.length - 5} more.` : "";
  throw new AppError("invalid", `${problems.slice(0, 5).join(" ")}${more}`);
}

type Writing = {
  context: Context;
  task: FileImport;
  file: AnswerFile;
  set: AnswerSet;
  before: ImportPlan | null;
  merged: Merged;
  revision: AnswerRevision;
};

async function writeRevision(writing: Writing): Promise<Imported> {
  const { revision, task } = writing;
  await task.onBegun(revision.id);
  const figures = await writeAside(writing);
  task.signal.throwIfAborted();
  await show(writing, figures);
  await dropStagedOf(revision);
  return figures;
}

async function writeAside(writing: Writing): Promise<Imported> {
  const { task, set, merged, revision } = writing;
  const { tableName: table } = revision;
  const { signal, mode } = task;
  const brought = broughtBy(merged.plan, merged);
  const counted = { rows: 0, kept: 0, refused: 0, left_out: 0, blank: 0, reported: 0 };
  const reasons = refusalReasons();
  const sessions = await stageAndJoin(writing, { counted, reasons }, brought);
  const stopped = reasons.stop(counted);
  if (stopped !== null) throw new AppError("invalid", stopped);
  await task.onProgress(counted.rows, true);
  const before = set.revision === null ? null : await findRevision(db(), set.revision);
  const { repeated, responses } = await buildTable({
    ...{ table, mode, questions: merged.questions, weights: merged.weights, staged: brought, signal },
    partly: partlyBrought(merged),
    hasIds: merged.plan.id !== null,
    has: { time: merged.plan.time !== null, end: merged.plan.end !== null },
    earlier: before && { table: before.tableName, questions: before.questions, weights: before.weights },
  });
  return { revision: revision.id, ...counted, repeated, responses, now: before?.responses ?? 0, sessions };
}

/** Writes the file's rows beside the table, and compares their ids with those of the project's sessions. */
async function stageAndJoin(writing: Writing, counting: Counting, brought: Brought): Promise<SessionJoin | null> {
  const { task, merged, revision } = writing;
  const { signal, problems } = task;
  const { id: column } = merged.plan;
  const sessions = task.ofSessions ? null : await sessionsToJoin(projectSessions(task.project), column);
  const ids = triedIds(signal);
  try {
    const rows = rowsOf(writing, counting, sessions && ids);
    await stageRows(rows, { table: revision.tableName, ...brought, signal });
    return sessions && (await joinSessions({ ids, column: column ?? "", sessions, problems, signal }));
  } finally {
    await ids.drop();
  }
}

type Counting = {
  counted: Pick<Imported, "rows" | "kept" | "refused" | "left_out" | "blank" | "reported">;
  reasons: ReturnType<typeof refusalReasons>;
};

/** `ids`: gets those of the rows that are kept. */
async function* rowsOf(
  { task, file, merged, revision }: Writing,
  { counted, reasons }: Counting,
  ids: TriedIds | null,
): AsyncGenerator<unknown[]> {
  const { plan } = merged;
  const write = rowWriter(broughtBy(plan, merged), { revision: revision.id, madeIds: crypto.randomUUID() });
  for await (const { kept, refused, reported, blank, leftOut } of readRows(file, plan)) {
    task.signal.throwIfAborted();
    for (const response of kept) {
      yield write(response, counted.kept);
      counted.kept += 1;
    }
    await ids?.add(kept.map(({ id }) => id?.toWellFormed() ?? ""));
    counted.refused += refused.length;
    counted.left_out += leftOut;
    counted.blank += blank;
    counted.reported += reported.length;
    counted.rows = counted.kept + counted.refused + counted.left_out + counted.blank;
    reasons.add(refused);
    await task.problems.add("refused", refused);
    await task.problems.add("reported", reported);
    await task.onProgress(counted.rows);
  }
}

/**
 * The rows have the codes and columns that the questions had for them when it began. With others, as when an option got
 * the label that the file has for another, nobody would count them.
 */
const editedMeanwhile = (id: string) =>
  new AppError(
    "conflict",
    `“${id}” was edited while the file was read, so that it is read otherwise now. Import it again.`,
  );

/** Labels that somebody edited while the file was read are kept: the questions are joined again with what they are now. */
async function show(
  { context, task, set: begun, before, merged, revision }: Writing,
  figures: Imported,
): Promise<void> {
  const { rows, kept, refused, left_out, blank, reported, repeated, responses, now } = figures;
  const { connection: _, accountId, projectId } = task.project;
  const isShown = await db().transaction(async (transaction) => {
    const counts = { mode: task.mode, now, after: responses, distinct: kept - repeated };
    const changes = questionChanges(begun.questions, merged.questions);
    const brought = { ...broughtOf(counts, changes), blank, ...(left_out > 0 && { left_out }) };
    const shown = await makeVisible(transaction, revision, { rows, refused, responses, brought }, (set) => {
      const again = mergeQuestions({ ...set, before, columnsGiven: begun.columnsGiven }, task.plan, task.mode);
      refuse(again.problems);
      const [changed] = writtenOtherwise(merged, again);
      if (changed !== undefined) throw editedMeanwhile(changed);
      const columnsGiven = Math.max(set.columnsGiven, merged.columnsGiven);
      // A weight that was deleted meanwhile is gone; the others stand where they were written.
      const written = new Map(merged.weights.map((weight) => [weight.id, weight]));
      const weights = again.weights.flatMap(({ id }) => written.get(id) ?? []);
      return { questions: again.questions, weights, columnsGiven };
    });
    if (!shown) return false;
    await addAudit(transaction, context, {
      ...{ accountId, action: "importAnswers", thing: "imports", thingId: projectId, outcome: "done" },
      after: {
        ...{ file: task.fileName, mode: task.mode, revision: revision.id },
        ...{ rows, kept, refused, left_out, blank, reported, repeated, responses },
      },
    });
    await task.onShown?.(transaction, figures);
    return true;
  });
  if (!isShown)
    throw new AppError("conflict", "Another import of this project ended meanwhile. Import the file again.");
}
