import { and, eq, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { tableDefaults } from "./schema/answers";

/** What new tables of a project begin with. */
type StoredDefaults = typeof tableDefaults.$inferSelect;
type Project = Pick<StoredDefaults, "connection" | "accountId" | "projectId">;

const ofProject = ({ connection, accountId, projectId }: Project) =>
  and(
    eq(tableDefaults.connection, connection),
    eq(tableDefaults.accountId, accountId),
    eq(tableDefaults.projectId, projectId),
  );

export async function findTableDefaults(connection: Connection, project: Project): Promise<StoredDefaults | null> {
  const [found] = await connection.select().from(tableDefaults).where(ofProject(project));
  return found ?? null;
}

/** The same, and nobody else changes them until the transaction ends, also where there are none yet. */
export async function holdTableDefaults(transaction: Connection, project: Project): Promise<StoredDefaults | null> {
  const { connection, accountId, projectId } = project;
  const name = JSON.stringify(["table defaults", connection, accountId, projectId]);
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  return findTableDefaults(transaction, project);
}

/** `query`: null deletes them. */
export async function putTableDefaults(
  transaction: Connection,
  project: Project,
  { query, who }: { query: string | null; who: string },
): Promise<void> {
  if (query === null) {
    await transaction.delete(tableDefaults).where(ofProject(project));
    return;
  }
  const { connection, accountId, projectId } = project;
  await transaction
    .insert(tableDefaults)
    .values({ connection, accountId, projectId, query, who })
    .onConflictDoUpdate({
      target: [tableDefaults.connection, tableDefaults.accountId, tableDefaults.projectId],
      set: { query, who, updatedAt: sql`now()` },
    });
}
