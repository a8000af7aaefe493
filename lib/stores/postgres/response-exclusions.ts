import { and, asc, count, eq, getTableColumns, sql } from "drizzle-orm";
import type { Context } from "@/lib/contracts/context";
import type { ProjectKey } from "./answer-sets";
import { addAudit } from "./audit";
import type { Connection } from "./client";
import { answerRevisions, answerSets, exclusionLists, responseExclusions } from "./schema";

/** Responses of a project that its figures leave out for quality: who excluded them, when and why. */

const ofProject = ({ connection, accountId, projectId }: ProjectKey) =>
  and(
    eq(exclusionLists.connection, connection),
    eq(exclusionLists.accountId, accountId),
    eq(exclusionLists.projectId, projectId),
  );

/**
 * The revision from which on a project's exclusions hold now: answers that replaced all others begin without any. In
 * plain SQL, since columns would stand in it without their table.
 */
const SINCE = sql<number>`coalesce((
  select coalesce(v.exclusions_since, v.id) from ${answerSets} s join ${answerRevisions} v on v.id = s.revision
  where s.connection = exclusion_lists.connection and s.account_id = exclusion_lists.account_id
    and s.project_id = exclusion_lists.project_id), 0)`;

const isInForce = and(eq(responseExclusions.list, exclusionLists.id), eq(responseExclusions.since, SINCE));

export type ExclusionChange = {
  isExcluded: boolean;
  /** In words that a colleague understands; kept beside each response that is excluded, and in the audit. */
  reason: string;
};

/** Ids of one call that its audit entry names; a larger call says how many there were. */
const MOST_NAMED = 1000;

/**
 * Excludes responses of a project from its figures, or includes them again, in the transaction given and with its audit
 * entry. `project` is proven to be the caller's, who it is noted for. An id need not be among the project's answers: it
 * holds as soon as it is. Answers the ids that changed, so that giving them back undoes exactly this.
 */
export async function excludeResponses(
  transaction: Connection,
  context: Context,
  project: ProjectKey,
  ids: readonly string[],
  { isExcluded, reason }: ExclusionChange,
): Promise<string[]> {
  const list = await lockedList(transaction, project);
  const asked = sql`${sql.param([...new Set(ids)])}::text[]`;
  const changed = isExcluded
    ? await transaction.execute<{ id: string }>(sql`
        insert into ${responseExclusions} (list, since, response_id, reason, who)
        select ${list.id}::bigint, ${list.since}::bigint, id, ${reason}, ${context.viewer.email}
        from unnest(${asked}) as id on conflict do nothing returning response_id as id`)
    : await transaction.execute<{ id: string }>(sql`
        delete from ${responseExclusions}
        where list = ${list.id}::bigint and since = ${list.since}::bigint and response_id = any(${asked})
        returning response_id as id`);
  const changedIds = changed.map(({ id }) => id).sort();
  if (changedIds.length === 0) return [];
  await transaction
    .update(exclusionLists)
    .set({ version: sql`${exclusionLists.version} + 1` })
    .where(eq(exclusionLists.id, list.id));
  await addAudit(transaction, context, {
    accountId: project.accountId,
    action: isExcluded ? "excludeResponses" : "includeResponses",
    thing: "exclusions",
    thingId: project.projectId,
    after: { responses: changedIds.length, response_ids: changedIds.slice(0, MOST_NAMED), reason },
    outcome: "done",
  });
  return changedIds;
}

/** A project's list, made where there is none; its changes follow each other. */
async function lockedList(transaction: Connection, project: ProjectKey): Promise<{ id: number; since: number }> {
  const { connection, accountId, projectId } = project;
  await transaction.insert(exclusionLists).values({ connection, accountId, projectId }).onConflictDoNothing();
  const [list] = await transaction
    .select({ id: exclusionLists.id })
    .from(exclusionLists)
    .where(ofProject(project))
    .for("update");
  const [held] = await transaction.select({ since: SINCE }).from(exclusionLists).where(ofProject(project));
  if (!list || !held) throw new Error("A list of exclusions vanished while it was made.");
  return { id: list.id, since: Number(held.since) };
}

export type ExcludedIds = { version: number; ids: string[] };

/** Ids of the responses that are excluded now, and the version of the list, both of one moment. */
export async function excludedIds(connection: Connection, project: ProjectKey): Promise<ExcludedIds> {
  const [found] = await connection
    .select({
      version: exclusionLists.version,
      ids: sql<string[]>`coalesce(array_agg(${responseExclusions.responseId} order by ${responseExclusions.responseId})
        filter (where ${responseExclusions.responseId} is not null), '{}')`,
    })
    .from(exclusionLists)
    .leftJoin(responseExclusions, isInForce)
    .where(ofProject(project))
    .groupBy(exclusionLists.id);
  return found ?? { version: 0, ids: [] };
}

export type Exclusion = Pick<typeof responseExclusions.$inferSelect, "responseId" | "reason" | "who" | "at">;
type Page = { page: number; pageSize: number };

/** A page of the exclusions in force, in the order of the ids, and how many there are. */
export async function listExclusions(
  connection: Connection,
  project: ProjectKey,
  { page, pageSize }: Page,
): Promise<{ total: number; exclusions: Exclusion[] }> {
  const { list: _, since: __, ...shown } = getTableColumns(responseExclusions);
  const exclusions = await connection
    .select(shown)
    .from(exclusionLists)
    .innerJoin(responseExclusions, isInForce)
    .where(ofProject(project))
    .orderBy(asc(responseExclusions.responseId))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await connection
    .select({ total: count() })
    .from(exclusionLists)
    .innerJoin(responseExclusions, isInForce)
    .where(ofProject(project));
  return { total: counted?.total ?? 0, exclusions };
}
