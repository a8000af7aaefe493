import "server-only";
import type { ProblemFile } from "@/lib/answers/imports/problem-file";
import type { SessionJoin } from "@/lib/contracts/ours/imports";
import type { ProjectSessions } from "@/lib/gateway/project-sessions";
import { compareIds, type TriedIds, triedIds } from "@/lib/stores/clickhouse/tried-ids";

type Joining = {
  /** Of the file. */
  ids: TriedIds;
  /** The file's column of ids. */
  column: string;
  sessions: ProjectSessions;
  /** Gets the ids that are on one side only. */
  problems: ProblemFile | undefined;
  signal: AbortSignal;
};

/** A project's sessions where a file with ids can be compared with them; null: none is complete, or the file has no ids. */
export async function sessionsToJoin(
  sessions: ProjectSessions | null,
  idColumn: string | null,
): Promise<ProjectSessions | null> {
  if (sessions === null || idColumn === null) return null;
  return (await sessions.summarize()).completes > 0 ? sessions : null;
}

/** How the ids of a file and those of the project's completed sessions fit, each counting once. */
export async function joinSessions({ ids, column, sessions, problems, signal }: Joining): Promise<SessionJoin> {
  const completed = triedIds(signal);
  try {
    for await (const page of sessions.read("counted")) await completed.add(page.map(({ rdud }) => rdud));
    const compared = compareIds(ids, completed, signal);
    const [inFile, inSessions] = [(await ids.count(null)).distinct, (await completed.count(null)).distinct];
    const matched = await compared.countShared();
    if (problems) {
      for await (const ids of compared.onlyIn("first")) await problems.addIds("file only", column, ids);
      for await (const ids of compared.onlyIn("second")) await problems.addIds("session only", column, ids);
    }
    return { matched, file_only: inFile - matched, sessions_only: inSessions - matched };
  } finally {
    await completed.drop();
  }
}
