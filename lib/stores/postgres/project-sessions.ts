import { and, asc, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { quotas, surveys } from "./schema/demand";
import { responses, suppliers } from "./schema/fielding";

/** Sessions of all surveys of a project. That the project is the account's is part of every condition. */
export type ProjectOfSessions = { accountId: string; projectId: string };

const areIds = ({ accountId, projectId }: ProjectOfSessions) => isUuid(accountId) && isUuid(projectId);

const ofProject = ({ accountId, projectId }: ProjectOfSessions) =>
  and(eq(surveys.accountId, accountId), eq(surveys.projectId, projectId));

const isCounted = eq(responses.counted, true);
const isRejected = eq(responses.reconciliationStatus, "Rejected");

/** `counted`: completes that count; `rejected`: sessions that do not because they were rejected. Tests are in neither. */
const conditions = { counted: isCounted, rejected: isRejected, both: or(isCounted, isRejected) };
export type WhichSessions = keyof typeof conditions;

const are = (which: WhichSessions) => and(eq(responses.test, false), conditions[which]);

/**
 * How many sessions of a project count as completes, and a text that differs when one more does or one of them was
 * changed since.
 */
export async function summarizeProjectSessions(
  connection: Connection,
  project: ProjectOfSessions,
): Promise<{ completes: number; state: string }> {
  if (!areIds(project)) return { completes: 0, state: "" };
  const [found] = await connection
    .select({
      completes: sql<number>`(count(*) filter (where ${responses.counted}))::int`,
      sum: sql<string>`coalesce(sum(hashtextextended(concat_ws('|', ${responses.rdud}, ${responses.status},
        ${responses.reconciliationStatus}, extract(epoch from ${responses.endedAt})), 0)::numeric), 0)::text`,
    })
    .from(responses)
    .innerJoin(surveys, eq(surveys.id, responses.surveyId))
    .where(and(ofProject(project), are("both")));
  const { completes = 0, sum = "0" } = found ?? {};
  return { completes, state: `${completes} ${sum}` };
}

export type ProjectSessionRow = Awaited<ReturnType<typeof pageOf>>[number];

const AT_ONCE = 5000;

/** Sessions of a project, survey by survey, some at a time. */
export async function* projectSessions(
  connection: Connection,
  project: ProjectOfSessions,
  which: WhichSessions,
): AsyncGenerator<ProjectSessionRow[]> {
  for (const { id } of await surveysOfProject(connection, project)) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const rows: ProjectSessionRow[] = await pageOf(connection, id, { which, after });
      if (rows.length > 0) yield rows;
      after = rows.length === AT_ONCE ? rows.at(-1)?.rdud : undefined;
    }
  }
}

const pageOf = (connection: Connection, surveyId: string, { which, after }: { which: WhichSessions; after: string }) =>
  connection
    .select({
      rdud: responses.rdud,
      surveyId: responses.surveyId,
      supplier: responses.supplier,
      status: responses.status,
      /** Rejected ones do not. */
      counted: sql<boolean>`${responses.counted}`,
      buyerCpi: responses.buyerCpi,
      qualificationAttributes: responses.qualificationAttributes,
      quotaIds: responses.quotaIds,
      startedAt: responses.startedAt,
      endedAt: responses.endedAt,
    })
    .from(responses)
    .where(and(eq(responses.surveyId, surveyId), are(which), gt(responses.rdud, after)))
    .orderBy(asc(responses.rdud))
    .limit(AT_ONCE);

const surveysOfProject = async (connection: Connection, project: ProjectOfSessions) =>
  areIds(project)
    ? connection
        .select({ id: surveys.id, name: surveys.name })
        .from(surveys)
        .where(ofProject(project))
        .orderBy(asc(surveys.createdAt), asc(surveys.id))
    : [];

/** What the surveys, quotas and suppliers that sessions name are called; surveys and quotas in their order. */
export async function namesOfProject(connection: Connection, project: ProjectOfSessions) {
  const named = await surveysOfProject(connection, project);
  const ids = named.map(({ id }) => id);
  const [quotaNames, supplierNames] = await Promise.all([
    ids.length === 0
      ? []
      : connection
          .select({ id: quotas.id, name: quotas.name })
          .from(quotas)
          .where(inArray(quotas.surveyId, ids))
          .orderBy(asc(quotas.surveyId), asc(quotas.position)),
    areIds(project)
      ? connection
          .select({ id: suppliers.code, name: suppliers.name })
          .from(suppliers)
          .where(eq(suppliers.accountId, project.accountId))
          .orderBy(asc(suppliers.code))
      : [],
  ]);
  return { surveys: named, quotas: quotaNames, suppliers: supplierNames };
}
