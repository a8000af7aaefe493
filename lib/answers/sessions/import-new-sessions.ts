import "server-only";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { importFile } from "@/lib/answers/imports/import-file";
import { NO_PROBLEM_FILE } from "@/lib/answers/imports/problem-file";
import { makeFolder, sessionsPath } from "@/lib/answers/imports/working-folder";
import type { Context } from "@/lib/contracts/context";
import { projectSessions } from "@/lib/gateway/project-sessions";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { findAnswers, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { findImportedSessions, noteSessionsProblem, setsKeepingSessions } from "@/lib/stores/postgres/kept-sessions";
import { writeSessions } from "./write-sessions";
import { areCurrent, SESSIONS_FILE } from "./written-sessions";

const UNEXPECTED = "The sessions could not be imported. It is tried again within ten minutes.";

/** Imports the sessions of every project that keeps them in its answers and has new ones, one project after the other. */
export async function importNewSessions(): Promise<void> {
  for (const { id, ...project } of await setsKeepingSessions(db())) {
    try {
      await importNew(project);
      await noteSessionsProblem(db(), id, null);
    } catch (error) {
      // Somebody imported meanwhile: the next round looks again.
      if (error instanceof AppError && error.code === "conflict") continue;
      if (!(error instanceof AppError)) logger.error({ err: error, ...project }, "sessions were not imported");
      await noteSessionsProblem(db(), id, error instanceof AppError ? error.message : UNEXPECTED);
    }
  }
}

async function importNew(project: ProjectKey): Promise<void> {
  const sessions = projectSessions(project);
  if (!sessions) return;
  const { completes, state } = await sessions.summarize();
  const imported = await findImportedSessions(db(), project);
  // What somebody undid comes back with the next session, not by itself.
  if (imported ? areCurrent(imported, state) : completes === 0) return;
  await makeFolder();
  const path = sessionsPath(randomUUID());
  const { signal } = new AbortController();
  try {
    const table = (await findAnswers(db(), project))?.table ?? null;
    const { plan, rows } = await writeSessions(path, sessions, { table, signal });
    if (rows === 0) return;
    await importFile(automatic(project), {
      ...{ project, path, plan, signal, mode: "update", fileName: SESSIONS_FILE, problems: NO_PROBLEM_FILE },
      ...{ ofSessions: { state, isAutomatic: true }, isHeld: true },
      onBegun: async () => {},
      onProgress: async () => {},
    });
  } finally {
    await rm(path, { force: true });
  }
}

const automatic = ({ connection }: ProjectKey): Context => ({
  viewer: { connection, email: "automatic", name: "Automatic", role: "admin", accounts: [] },
  requestId: randomUUID(),
  origin: "system",
});
