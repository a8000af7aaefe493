import { and, asc, count, eq, gt, sql } from "drizzle-orm";
import type { Context } from "@/lib/contracts/context";
import type { ExclusionsRef, ProjectKey } from "./answer-sets";
import { addAudit } from "./audit";
import type { Connection } from "./client";
import { answerRevisions, answerSets, exclusionLists, responseExclusions } from "./schema/answers";

/** Responses of a project that its figures leave out for quality: who decided so, when and why. */

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

export type ExclusionChange = {
  isExcluded: boolean;
  /** In words that a colleague understands; kept beside each response, and in the audit. */
  reason: string;
};

/** The reason for a change that a client made at the quality service, where it can give none. */
export const throughService = (isExcluded: boolean): string =>
  `${isExcluded ? "Excluded" : "Included"} through the quality service.`;

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
  change: ExclusionChange,
): Promise<string[]> {
  const changedIds = await setExcluded(transaction, project, ids, { ...change, who: context.viewer.email });
  if (changedIds.length === 0) return [];
  const { isExcluded, reason } = change;
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

/** Who is noted where no person decided: the rules of the quality service did. */
const BY_RULES = "automatic";

/** Excludes a response as the rules of its survey say. Each has its reason beside it; the audit is of what people do. */
export const excludeByRules = (
  transaction: Connection,
  project: ProjectKey,
  id: string,
  reason: string,
): Promise<string[]> => setExcluded(transaction, project, [id], { isExcluded: true, reason, who: BY_RULES });

async function setExcluded(
  transaction: Connection,
  project: ProjectKey,
  ids: readonly string[],
  { isExcluded, reason, who }: ExclusionChange & { who: string },
): Promise<string[]> {
  const { id: list, since, version } = await lockedList(transaction, project);
  const asked = sql`${sql.param([...new Set(ids)])}::text[]`;
  const decision = sql`is_excluded = ${isExcluded}, version = ${version + 1}, reason = ${reason},
    who = ${who}, at = clock_timestamp()`;
  const changed = isExcluded
    ? await transaction.execute<{ id: string }>(sql`
        insert into ${responseExclusions} (list, since, response_id, is_excluded, version, reason, who)
        select ${list}::bigint, ${since}::bigint, id, true, ${version + 1}::int, ${reason}, ${who}
        from unnest(${asked}) as id
        on conflict (list, since, response_id) do update set ${decision} where not response_exclusions.is_excluded
        returning response_id as id`)
    : await transaction.execute<{ id: string }>(sql`
        update ${responseExclusions} set ${decision}
        where list = ${list}::bigint and since = ${since}::bigint and response_id = any(${asked}) and is_excluded
        returning response_id as id`);
  const changedIds = changed.map(({ id }) => id).sort();
  if (changedIds.length === 0) return [];
  await transaction
    .update(exclusionLists)
    .set({ version: version + 1 })
    .where(eq(exclusionLists.id, list));
  return changedIds;
}

const FORGOTTEN = "The respondent was deleted from the quality service.";

/**
 * Takes the exclusions of respondents back who are deleted, in the transaction given: their answers count again. That a
 * response was excluded once stays, since copies of the list follow its versions; why and by whom does not.
 */
export async function forgetExclusions(
  transaction: Connection,
  context: Context,
  project: ProjectKey,
  ids: readonly string[],
): Promise<void> {
  const decided = await decidedAmong(transaction, project, ids);
  if (decided.length === 0) return;
  await excludeResponses(transaction, context, project, decided, { isExcluded: false, reason: FORGOTTEN });
  await transaction.execute(sql`
    update ${responseExclusions} set reason = ${FORGOTTEN}, who = ${context.viewer.email}, at = clock_timestamp()
    from ${exclusionLists} where ${exclusionLists.id} = ${responseExclusions.list} and ${ofProject(project)}
      and response_id = any(${sql.param(decided)}::text[]) and reason <> ${FORGOTTEN}`);
}

/** Those of these responses of whom it was ever decided whether they are excluded. */
export async function decidedAmong(
  connection: Connection,
  project: ProjectKey,
  ids: readonly string[],
): Promise<string[]> {
  const { responseId } = responseExclusions;
  const rows = await connection
    .select({ responseId })
    .from(exclusionLists)
    .innerJoin(responseExclusions, eq(responseExclusions.list, exclusionLists.id))
    .where(and(ofProject(project), sql`${responseId} = any(${sql.param([...ids])}::text[])`))
    .groupBy(responseId);
  return rows.map((row) => row.responseId);
}

/** A project's list, made where there is none; its changes follow each other. */
async function lockedList(transaction: Connection, project: ProjectKey) {
  const { connection, accountId, projectId } = project;
  await transaction.insert(exclusionLists).values({ connection, accountId, projectId }).onConflictDoNothing();
  const { id, version } = exclusionLists;
  const [list] = await transaction
    .select({ id, version, since: SINCE.mapWith(Number) })
    .from(exclusionLists)
    .where(ofProject(project))
    .for("update");
  if (!list) throw new Error("A list of exclusions vanished while it was made.");
  return list;
}

type Decision = { id: string; isExcluded: boolean };

/** Who was decided about after a version of the list, and the version that this is of. */
export async function decisionsAfter(
  connection: Connection,
  { list, since }: ExclusionsRef,
  version: number,
): Promise<{ version: number; decisions: Decision[] }> {
  const { responseId, isExcluded } = responseExclusions;
  const isAfter = and(
    eq(responseExclusions.list, exclusionLists.id),
    eq(responseExclusions.since, since),
    gt(responseExclusions.version, version),
  );
  const rows = await connection
    .select({ version: exclusionLists.version, id: responseId, isExcluded })
    .from(exclusionLists)
    .leftJoin(responseExclusions, isAfter)
    .where(eq(exclusionLists.id, list))
    .orderBy(asc(responseId));
  const decisions = rows.flatMap((row): Decision[] =>
    row.id === null || row.isExcluded === null ? [] : [{ id: row.id, isExcluded: row.isExcluded }],
  );
  return { version: rows[0]?.version ?? 0, decisions };
}

/** Those of these responses that are excluded now. */
export async function excludedAmong(
  connection: Connection,
  project: ProjectKey,
  ids: readonly string[],
): Promise<string[]> {
  const { responseId } = responseExclusions;
  const isOne = and(
    eq(responseExclusions.list, exclusionLists.id),
    eq(responseExclusions.since, SINCE),
    eq(responseExclusions.isExcluded, true),
    sql`${responseId} = any(${sql.param([...ids])}::text[])`,
  );
  const rows = await connection
    .select({ responseId })
    .from(exclusionLists)
    .innerJoin(responseExclusions, isOne)
    .where(ofProject(project));
  return rows.map((row) => row.responseId);
}

export type Exclusion = Pick<typeof responseExclusions.$inferSelect, "responseId" | "reason" | "who" | "at">;
type Page = { page: number; pageSize: number };

/** A page of the exclusions in force, in the order of the ids, and how many there are. */
export async function listExclusions(
  connection: Connection,
  project: ProjectKey,
  { page, pageSize }: Page,
): Promise<{ total: number; exclusions: Exclusion[] }> {
  const { responseId, reason, who, at } = responseExclusions;
  const isInForce = and(
    eq(responseExclusions.list, exclusionLists.id),
    eq(responseExclusions.since, SINCE),
    eq(responseExclusions.isExcluded, true),
  );
  const exclusions = await connection
    .select({ responseId, reason, who, at })
    .from(exclusionLists)
    .innerJoin(responseExclusions, isInForce)
    .where(ofProject(project))
    .orderBy(asc(responseId))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await connection
    .select({ total: count() })
    .from(exclusionLists)
    .innerJoin(responseExclusions, isInForce)
    .where(ofProject(project));
  return { total: counted?.total ?? 0, exclusions };
}
