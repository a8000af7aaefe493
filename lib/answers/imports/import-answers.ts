import "server-only";
import { rm } from "node:fs/promises";
import * as z from "zod";
import { dropStagedOf } from "@/lib/answers/abandon-revision";
import { SESSIONS_FILE, writtenSessions } from "@/lib/answers/sessions/written-sessions";
import { sessionsInWords, sumInWords } from "@/lib/answers/words";
import type { SessionViewer } from "@/lib/auth/viewer";
import { importPlanSchema } from "@/lib/contracts/interfaces/answers";
import type { ImportInput } from "@/lib/contracts/ours/imports";
import { type ImportMode, importModes } from "@/lib/contracts/terms/answers";
import type { SignedInContext } from "@/lib/gateway/call";
import { fieldedElsewhere } from "@/lib/gateway/fielding";
import { ownProject } from "@/lib/gateway/own-project";
import { keyOf } from "@/lib/gateway/project-of";
import { AppError } from "@/lib/http/problem";
import {
  type Begin,
  type Ended,
  type JobToStart,
  type Kind,
  type NewJob,
  newJob,
  noted,
  StepEnded,
  type StepRow,
} from "@/lib/jobs/kind";
import { logger } from "@/lib/logger";
import { failRevision, findRevision } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { endUnlessCancelled, isJobCancelled } from "@/lib/stores/postgres/jobs";
import { type FileImport, type Imported, importFile } from "./import-file";
import { ownFile } from "./imports";
import { hasProblemList, jobList, openProblemList } from "./problem-list";
import { scansOf, workingCopy } from "./sent-files";
import { UNDONE_ALREADY, undoImport } from "./undo-import";
import { makeFolder, sessionsPath } from "./working-folder";

/** A file that was proven to be the starter's when the work began. */
export const fileJobSchema = z.object({
  file: z.uuid(),
  fileName: z.string(),
  projectId: z.string(),
  plan: importPlanSchema,
  mode: z.enum(importModes),
});
export type FileJob = z.output<typeof fileJobSchema>;

/** The project's completed sessions, written as a file when the step begins. */
const sessionsJobSchema = fileJobSchema.pick({ fileName: true, projectId: true }).extend({ sessions: z.literal(true) });
const importJobSchema = z.union([sessionsJobSchema, fileJobSchema]);
type ImportJob = z.output<typeof importJobSchema>;

/** `undo`: the revision to go back from; null: what was undone is not brought back. */
const stepSchema = z.object({ undo: z.int().nullish() });
type Step = z.output<typeof stepSchema>;

/** What a step wrote down before it changed anything, and what it left. */
const leftSchema = z.object({ revision: z.int() });
type Left = z.output<typeof leftSchema>;

const TELL_EVERY_MS = 2000;

/**
 * Importing one file, or the project's sessions: read, written aside and made visible in one step, which begins again
 * when it was interrupted.
 */
export const importAnswers: Kind<ImportJob, Step, Left, Left> = {
  kind: "import answers",
  permission: "answers:write",
  stored: { input: importJobSchema, step: stepSchema, before: leftSchema, after: leftSchema },
  changesFigures: true,

  step: async (context, item, begin, { input: work }) => {
    const { undo } = item.input;
    const project = keyOf(context, await ownProject(context, work.projectId));
    if (undo === null) throw new StepEnded("refused", "What was undone is not brought back: import the file again.");
    if (undo !== undefined) {
      await begin({ revision: undo }, "Going back to the answers before it.");
      const after: Left = { revision: undo };
      const undone = undoImport(context, project, undo, async (transaction) => {
        if (!(await endUnlessCancelled(transaction, item, { state: "done", after }))) throw cancelled("undone");
      });
      await undone.catch((error: unknown) => {
        throw error === UNDONE_ALREADY ? new StepEnded("unchanged", UNDONE_ALREADY.message) : error;
      });
      return after;
    }
    return importOnce({ context, item, begin, work, project });
  },

  settle: async (_, item, ended) => {
    const { before: left } = item;
    if (!left) return "not done";
    const { undo } = item.input;
    // A worker that was only held up can show it until it is given up, and then no more: it is looked at after that.
    if (undo === undefined) await failRevision(db(), left.revision, interrupted(ended));
    const revision = await findRevision(db(), left.revision);
    if (undo !== undefined) return revision?.state === "undone" ? "done" : "not done";
    // Undone meanwhile, it has been visible all the same.
    if (revision?.state !== "visible" && revision?.state !== "undone") return "not done";
    await dropStagedOf(revision);
    return "done";
  },

  reverse: ({ key, label, input: { undo }, before, after }) => {
    const { revision } = noted(after ?? before);
    return { key, label, input: { undo: undo === undefined ? revision : null } };
  },

  undoing: () => ({
    question: {
      title: "Undo this import?",
      says: "The project will have the answers that it had before. Its questions go back as well: what was edited in them since is lost.",
      confirm: "Undo the import",
    },
  }),

  resultFile: ({ id }) => jobList(id),
  hasResult: ({ id }) => hasProblemList(id),
};

const interrupted = (ended: Ended) =>
  ended === "given up" || ended === "cancelled" ? "It was interrupted." : "It was interrupted and has begun again.";

type Once = {
  context: SignedInContext;
  item: StepRow<Step, Left, Left>;
  begin: Begin<Left>;
  work: ImportJob;
  project: ReturnType<typeof keyOf>;
};

type Source = Pick<FileImport, "path" | "plan" | "mode"> & Partial<Pick<FileImport, "scans" | "ofSessions">>;

async function sourceOf({ item, work, project }: Once, signal: AbortSignal): Promise<Source> {
  if ("sessions" in work) return writtenSessions(project, sessionsPath(item.jobId), signal);
  const { path } = await workingCopy(work.file);
  return { path, plan: work.plan, mode: work.mode, scans: scansOf(work.file) };
}

async function importOnce(once: Once) {
  const { context, item, begin, work, project } = once;
  await makeFolder();
  const problems = await openProblemList({ key: item.jobId, person: null, name: work.fileName });
  const stop = new AbortController();
  const watching = setInterval(() => void watch(item.jobId, stop), TELL_EVERY_MS);
  let told = 0;
  let revision = 0;
  try {
    const source = await sourceOf(once, stop.signal);
    const { mode } = source;
    const imported = await importFile(context, {
      ...{ ...source, project, fileName: work.fileName, problems, signal: stop.signal },
      onBegun: async (id) => {
        revision = id;
        await begin({ revision }, "Reading the file.");
        await watch(item.jobId, stop);
      },
      onProgress: async (rows, isRead = false) => {
        if (!isRead && Date.now() - told < TELL_EVERY_MS) return;
        told = Date.now();
        const words = isRead
          ? `All ${number(rows)} rows are read; they are put together.`
          : `${number(rows)} rows read so far.`;
        await begin({ revision }, words);
      },
      onShown: async (transaction, after) => {
        const change = { state: "done" as const, after, message: outcome(after, mode) };
        if (!(await endUnlessCancelled(transaction, item, change))) throw cancelled("visible");
        // Whoever sees the answers finds what was refused of them, whatever becomes of this process.
        await problems.keep(transaction);
      },
    });
    await begin({ revision }, outcome(imported, mode));
    return imported;
  } catch (error) {
    // Where no row could be kept, the list is what says why.
    await problems.close().catch((err: unknown) => logger.warn({ err }, "a list of refused rows was not kept"));
    throw error;
  } finally {
    clearInterval(watching);
    // Sessions are written anew at each try.
    if ("sessions" in work) await rm(sessionsPath(item.jobId), { force: true });
  }
}

/** A database that cannot be asked now is asked again. */
async function watch(jobId: string, stop: AbortController): Promise<void> {
  const isCancelled = await isJobCancelled(db(), jobId).catch(() => false);
  if (isCancelled) stop.abort(cancelled("visible"));
}

const cancelled = (before: "visible" | "undone") =>
  new StepEnded(
    "cancelled",
    `Cancelled before it ${before === "visible" ? "became visible" : "was undone"}: nothing was changed.`,
  );

const number = (value: number) => value.toLocaleString("en");

/** What became of a file, in a sentence or two. */
function outcome(imported: Imported, mode: ImportMode): string {
  const { reported, repeated, responses } = imported;
  return [
    `${sumInWords(imported, { count: number })}.`,
    ...(reported > 0 ? [`${number(reported)} ${reported === 1 ? "notice" : "notices"} in imported rows.`] : []),
    ...(repeated > 0
      ? [`${number(repeated)} ${repeated === 1 ? "row has" : "rows have"} the id of a later one, which counts.`]
      : []),
    ...sessionsInWords(imported.sessions, mode, { count: number }),
    `The project has ${number(responses)} responses now.`,
  ].join(" ");
}

/** The import that was asked for, as a job. */
export async function importJob(context: SignedInContext<SessionViewer>, input: ImportInput): Promise<JobToStart> {
  const job = await fileJob(context, input, ({ sent, project }) => `Import ${sent.name} into ${project.name}`);
  return newJob(importAnswers, job);
}

/** The import of a project's completed sessions, as a job. */
export async function sessionsJob(context: SignedInContext<SessionViewer>, projectId: string): Promise<JobToStart> {
  const project = await ownProject(context, projectId);
  const elsewhere = fieldedElsewhere(context.viewer);
  if (elsewhere !== null) throw new AppError("invalid", elsewhere);
  const input: ImportJob = { sessions: true, fileName: SESSIONS_FILE, projectId: project.id };
  const title = `Import sessions into ${project.name}`.slice(0, 200);
  return newJob(importAnswers, { title, input, items: [{ key: project.id, label: SESSIONS_FILE, input: {} }] });
}

type Sent = Awaited<ReturnType<typeof ownFile>>;

/** A job of one step on a file that the viewer has sent. */
export async function fileJob(
  context: SignedInContext<SessionViewer>,
  { file, plan, mode, request_id: id }: ImportInput,
  titleOf: (found: Sent) => string,
): Promise<NewJob<FileJob, Record<string, never>>> {
  const found = await ownFile(context, file);
  const { sent, project } = found;
  const input: FileJob = { file: sent.id, fileName: sent.name, projectId: project.id, plan, mode };
  const items = [{ key: sent.id, label: sent.name, input: {} }];
  return { id, title: titleOf(found).slice(0, 200), input, items };
}
