import "server-only";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { ProjectSessions } from "@/lib/gateway/project-sessions";
import { triedIds } from "@/lib/stores/clickhouse/tried-ids";
import { sessionFile } from "./session-plan";

type Writing = {
  /** The table of answers that is read now; null: there is none. */
  table: string | null;
  signal: AbortSignal;
};

/**
 * Writes a project's completed sessions as JSON lines, and answers with the plan that reads them. A session that was
 * rejected is among them only where the answers have it already, so that they say so from then on.
 */
export async function writeSessions(
  path: string,
  sessions: ProjectSessions,
  { table, signal }: Writing,
): Promise<{ plan: ImportPlan; rows: number }> {
  const file = sessionFile({ ...(await sessions.names()), questionById: sessions.questionById });
  const present = await rejectedIn(table, sessions, signal);
  const stream = createWriteStream(path, { mode: 0o600 });
  const ended = finished(stream);
  ended.catch(() => {}); // told to whoever writes next
  let rows = 0;
  try {
    for await (const page of sessions.read("both")) {
      signal.throwIfAborted();
      const written = page.filter(({ counted, rdud }) => counted || present.has(rdud));
      rows += written.length;
      const text = written.map((session) => `${JSON.stringify(file.lineOf(session))}\n`).join("");
      if (!stream.write(text)) await Promise.race([once(stream, "drain"), ended]);
    }
  } finally {
    stream.end();
  }
  await ended;
  return { plan: file.plan(), rows };
}

/** The rejected sessions that the answers have. */
async function rejectedIn(table: string | null, sessions: ProjectSessions, signal: AbortSignal): Promise<Set<string>> {
  const present = new Set<string>();
  if (table === null) return present;
  const ids = triedIds(signal);
  try {
    for await (const page of sessions.read("rejected")) await ids.add(page.map(({ rdud }) => rdud));
    for await (const found of ids.knownIn(table)) for (const id of found) present.add(id);
    return present;
  } finally {
    await ids.drop();
  }
}
