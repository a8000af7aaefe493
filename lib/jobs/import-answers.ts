import "server-only";
import { existsSync } from "node:fs";
import { dropStagedOf } from "@/lib/answers/abandon-revision";
import { importFile } from "@/lib/answers/imports/import-file";
import { ownFile } from "@/lib/answers/imports/imports";
import { hasProblems, openProblemFile, problemList } from "@/lib/answers/imports/problem-file";
import { makeFolder, problemPath, scansOf, sentPath } from "@/lib/answers/imports/sent-files";
import { UNDONE_ALREADY, undoImport } from "@/lib/answers/imports/undo-import";
import { keyOf } from "@/lib/answers/project-key";
import { sumInWords } from "@/lib/answers/words";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { ImportMode, ImportPlan } from "@/lib/contracts/answers";
import type { ImportInput } from "@/lib/contracts/imports";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownProject } from "@/lib/gateway/own-project";
import { AppError } from "@/lib/http/problem";
import { failRevision, findRevision } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { endUnlessCancelled, isJobCancelled, type JobItemRow } from "@/lib/stores/postgres/jobs";
import { type Kind, type NewWork, StepEnded } from "./kind";

/** A file that was proven to be the starter's when the work began. */
export type FileWork = { file: string; fileName: string; projectId: string; plan: ImportPlan; mode: ImportMode };
/** `undo`: the revision to go back from; null: what was undone is not brought back. */
type Step = { undo?: number | null };
/** What a step wrote down before it changed anything, and what it left. */
type Left = { revision: number };

const TELL_EVERY_MS = 2000;

/** Importing one file: read, written aside and made visible in one step, which begins again when it was interrupted. */
export const importAnswers: Kind = {
  kind: "import answers",
  permission: "answers:write",

  step: async (context, item, begin, job) => {
    const work = job.input as FileWork;
    const { undo } = item.input as Step;
    const project = keyOf(context, await ownProject(context, work.projectId));
    if (undo === null) throw new StepEnded("refused", "What was undone is not brought back: import the file again.");
    if (undo !== undefined) {
      await begin({ revision: undo } satisfies Left, "Going back to the answers before it.");
      const after = { revision: undo } satisfies Left;
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
    const left = item.before as Left | null;
    if (!left) return "not done";
    const { undo } = item.input as Step;
    // A worker that was only held up can show it until it is given up, and then no more: it is looked at after that.
    if (undo === undefined) await failRevision(db(), left.revision, interrupted(ended));
    const revision = await findRevision(db(), left.revision);
    if (undo !== undefined) return revision?.state === "undone" ? "done" : "not done";
    // Undone meanwhile, it has been visible all the same.
    if (revision?.state !== "visible" && revision?.state !== "undone") return "not done";
    await dropStagedOf(revision);
    return "done";
  },

  reverse: (item) => {
    const { undo } = item.input as Step;
    const left = (item.after ?? item.before) as Left;
    return {
      key: item.key,
      label: item.label,
      input: { undo: undo === undefined ? left.revision : null } satisfies Step,
    };
  },
  reverseInput: (input) => input,

  resultFile: async ({ id, input, createdAt }) => {
    const path = problemPath(id);
    if (!existsSync(path))
      throw new AppError("not_found", "There is no list of refused rows, or it is no longer kept.");
    return problemList((input as FileWork).fileName, path, createdAt);
  },
  hasResult: ({ id }) => hasProblems(problemPath(id)),
};

const interrupted = (ended: Parameters<Kind["settle"]>[2]) =>
  ended === "given up" || ended === "cancelled" ? "It was interrupted." : "It was interrupted and has begun again.";

type Once = {
  context: SignedInContext;
  item: JobItemRow;
  begin: Parameters<Kind["step"]>[2];
  work: FileWork;
  project: ReturnType<typeof keyOf>;
};

async function importOnce({ context, item, begin, work, project }: Once) {
  const path = sentPath(work.file);
  if (!existsSync(path)) throw new AppError("invalid", "The file is no longer kept. Send it again.");
  await makeFolder();
  const problems = openProblemFile(problemPath(item.jobId));
  const stop = new AbortController();
  const watching = setInterval(() => void watch(item.jobId, stop), TELL_EVERY_MS);
  let told = 0;
  let revision = 0;
  try {
    const imported = await importFile(context, {
      ...{ project, path, scans: scansOf(work.file), fileName: work.fileName, plan: work.plan, mode: work.mode },
      ...{ problems, signal: stop.signal },
      onBegun: async (id) => {
        revision = id;
        await begin({ revision } satisfies Left, "Reading the file.");
        await watch(item.jobId, stop);
      },
      onProgress: async (rows, isRead = false) => {
        if (!isRead && Date.now() - told < TELL_EVERY_MS) return;
        told = Date.now();
        const words = isRead
          ? `All ${number(rows)} rows are read; they are put together.`
          : `${number(rows)} rows read so far.`;
        await begin({ revision } satisfies Left, words);
      },
      onShown: async (transaction, after) => {
        const change = { state: "done" as const, after, message: outcome(after) };
        if (!(await endUnlessCancelled(transaction, item, change))) throw cancelled("visible");
      },
    });
    await begin({ revision } satisfies Left, outcome(imported));
    return imported;
  } finally {
    clearInterval(watching);
    await problems.close();
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
function outcome(imported: Awaited<ReturnType<typeof importFile>>): string {
  const { reported, repeated, responses } = imported;
  return [
    `${sumInWords(imported, { count: number })}.`,
    ...(reported > 0
      ? [`In kept rows ${number(reported)} ${reported === 1 ? "thing is" : "things are"} listed to look at.`]
      : []),
    ...(repeated > 0
      ? [`${number(repeated)} ${repeated === 1 ? "row has" : "rows have"} the id of a later one, which counts.`]
      : []),
    `The project has ${number(responses)} responses now.`,
  ].join(" ");
}

/** The import that was asked for, as work. */
export async function importWork(context: SignedInContext<SessionViewer>, input: ImportInput): Promise<NewWork> {
  return fileWork(context, input, ({ sent, project }) => ({
    ...{ kind: importAnswers.kind, title: `Import ${sent.name} into ${project.name}` },
  }));
}

type Sent = Awaited<ReturnType<typeof ownFile>>;

/** Work of one step on a file that the viewer has sent. */
export async function fileWork(
  context: SignedInContext<SessionViewer>,
  { file, plan, mode, request_id: id }: ImportInput,
  describe: (found: Sent) => Pick<NewWork, "kind" | "title">,
): Promise<NewWork> {
  const found = await ownFile(context, file);
  const { sent, project } = found;
  const { kind, title } = describe(found);
  const input: FileWork = { file: sent.id, fileName: sent.name, projectId: project.id, plan, mode };
  return { id, kind, title: title.slice(0, 200), input, items: [{ key: sent.id, label: sent.name, input: {} }] };
}
