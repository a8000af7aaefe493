import "server-only";
import * as z from "zod";
import { sumInWords } from "@/lib/answers/words";
import type { SessionViewer } from "@/lib/auth/viewer";
import { type Check, type ImportInput, type TriedFile, triedFileSchema } from "@/lib/contracts/ours/imports";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownProject } from "@/lib/gateway/own-project";
import { keyOf } from "@/lib/gateway/project-of";
import { projectSessions } from "@/lib/gateway/project-sessions";
import { AppError } from "@/lib/http/problem";
import { type JobToStart, type Kind, newJob, StepHalted } from "@/lib/jobs/kind";
import { readStep } from "@/lib/jobs/stored-job";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { type FileJob, fileJob, fileJobSchema } from "./import-answers";
import { questionsOf, tableNow, tryFile } from "./imports";
import { scansOf, workingCopy } from "./sent-files";

const TELL_EVERY_MS = 1000;

/** The dry run of a large file: all of it is read by its plan, and nothing changes. Paused or interrupted, it begins again. */
export const checkImport: Kind<FileJob, object, null, TriedFile> = {
  kind: "check import",
  permission: "answers:write",
  keptDays: 7,
  stored: { input: fileJobSchema, step: z.object({}), before: z.null(), after: triedFileSchema },

  step: async (context, _, begin, { input, personId, mayGoOn }) => {
    const { file, fileName, projectId, plan, mode } = input;
    const { path, bytes } = await workingCopy(file);
    const key = keyOf(context, await ownProject(context, projectId));
    const sent = { id: file, name: fileName, bytes, project_id: projectId };
    const { table, exclusions } = await tableNow(key);
    const sessions = projectSessions(key);
    const look = { path, sent, scans: scansOf(file), project: await questionsOf(key), plan, mode };
    await begin(null, "Reading the file.");
    let told = Date.now();
    const checked = await tryFile(
      personId,
      { ...look, table, exclusions, sessions },
      new AbortController().signal,
      async (rows) => {
        if (Date.now() - told < TELL_EVERY_MS) return;
        told = Date.now();
        if (!(await mayGoOn())) throw new StepHalted("It may not go on now.");
        await begin(null, `${number(rows)} rows read so far.`);
      },
    );
    await begin(null, outcome(checked));
    return checked;
  },

  settle: async () => "not done",
};

const number = (value: number) => value.toLocaleString("en");

const outcome = (checked: TriedFile) => `${sumInWords(checked, { count: number })}; nothing was imported.`;

/** The dry run that was asked for, as a job. */
export async function checkJob(context: SignedInContext<SessionViewer>, input: ImportInput): Promise<JobToStart> {
  return newJob(checkImport, await fileJob(context, input, ({ sent }) => `Dry run of ${sent.name}`));
}

/** How far a dry run of the viewer's is. */
export async function getCheck({ viewer }: SignedInContext<SessionViewer>, id: string): Promise<Check> {
  const [found] = await store.listJobs(db(), viewer.personId, id);
  if (found?.job.kind !== checkImport.kind) throw new AppError("not_found", "This dry run could not be found.");
  const { job } = found;
  const [item] = (await store.listItems(db(), id, 1, 1)).items;
  // One that was cancelled in its last moment may have ended all the same: nobody waits for it any more.
  const isThere = item?.state === "done" && job.state !== "cancelled";
  const result = isThere ? readStep(checkImport, item).after : null;
  const isOver = job.finishedAt !== null;
  return { is_over: isOver, message: wordsOf(job.state, item?.message ?? null), result };
}

function wordsOf(state: store.JobRow["state"], message: string | null): string | null {
  if (state === "cancelled") return "The dry run was cancelled.";
  if (state === "paused") return "The dry run is paused: resume or cancel it under “Jobs”.";
  if (state === "signed out") return "Your sign-in ended while this was running. Sign in again: it goes on by itself.";
  return message;
}
