import "server-only";
import type { FileImport } from "@/lib/answers/imports/import-file";
import { projectSessions } from "@/lib/gateway/project-sessions";
import { AppError } from "@/lib/http/problem";
import { StepEnded } from "@/lib/jobs/kind";
import { findAnswers, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { findImportedSessions } from "@/lib/stores/postgres/kept-sessions";
import { writeSessions } from "./write-sessions";

/** What imports of sessions are called where others have the name of their file. */
export const SESSIONS_FILE = "Completed sessions";

type Written = Pick<FileImport, "path" | "plan"> & {
  mode: "update";
  ofSessions: { state: string; isAutomatic: false };
};

/** A project's completed sessions as a file for an import that a person asked for; ends its step where nothing is new. */
export async function writtenSessions(project: ProjectKey, path: string, signal: AbortSignal): Promise<Written> {
  const sessions = projectSessions(project);
  const { completes, state } = (await sessions?.summarize()) ?? { completes: 0, state: "" };
  const imported = await findImportedSessions(db(), project);
  if (!sessions || (completes === 0 && imported?.state !== "visible")) {
    throw new AppError("invalid", "No session of this project is complete yet: there is nothing to import.");
  }
  if (imported?.state === "visible" && areCurrent(imported, state)) {
    throw new StepEnded("unchanged", "The answers have all completed sessions of the project already.");
  }
  const table = (await findAnswers(db(), project))?.table ?? null;
  const { plan } = await writeSessions(path, sessions, { table, signal });
  return { path, plan, mode: "update", ofSessions: { state, isAutomatic: false } };
}

type Imported = NonNullable<Awaited<ReturnType<typeof findImportedSessions>>>;

/** Whether an import of the sessions would change nothing. */
export const areCurrent = ({ sessionsState, isOverwritten }: Imported, state: string): boolean =>
  sessionsState === state && !isOverwritten;
