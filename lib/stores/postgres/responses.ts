import { and, asc, count, eq, inArray } from "drizzle-orm";
import type { ReconciliationStatus } from "@/lib/contracts/interfaces/demand";
import type { ResponseStatus } from "@/lib/contracts/terms/demand";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { surveys } from "./schema/demand";
import { responses } from "./schema/fielding";

export type ResponseRow = typeof responses.$inferSelect;

type ResponseFilter = {
  surveyId: string;
  rduds?: string[] | undefined;
  statuses?: ResponseStatus[] | undefined;
  page: number;
  pageSize: number;
};

/** One page of a survey's responses, oldest first. The caller has proved that the survey is the viewer's. */
export async function listResponses(connection: Connection, filter: ResponseFilter) {
  const where = conditionsOf(filter);
  const [[total], rows] = await Promise.all([
    connection.select({ total: count() }).from(responses).where(where),
    connection
      .select()
      .from(responses)
      .where(where)
      .orderBy(...ORDER)
      .limit(filter.pageSize)
      .offset((filter.page - 1) * filter.pageSize),
  ]);
  return { total: total?.total ?? 0, responses: rows };
}

/** The interface knows sessions from entering the client survey on, and no tests. */
const isResponse = and(eq(responses.reached, true), eq(responses.test, false));

const ORDER = [asc(responses.startedAt), asc(responses.rdud)];

function conditionsOf({ surveyId, rduds, statuses }: Omit<ResponseFilter, "page" | "pageSize">) {
  return and(
    eq(responses.surveyId, surveyId),
    isResponse,
    // A NUL is in no id, and the database takes none.
    rduds &&
      inArray(
        responses.rdud,
        rduds.filter((rdud) => !rdud.includes("\0")),
      ),
    statuses && inArray(responses.status, statuses),
  );
}

/** The ids of a whole list in its order, as one statement saw them. */
export async function listResponseIds(
  connection: Connection,
  filter: Omit<ResponseFilter, "page" | "pageSize">,
): Promise<string[]> {
  const rows = await connection
    .select({ rdud: responses.rdud })
    .from(responses)
    .where(conditionsOf(filter))
    .orderBy(...ORDER);
  return rows.map(({ rdud }) => rdud);
}

/** The id of a survey, when it is one of these accounts'. */
export async function ownSurveyId(connection: Connection, accountIds: string[], surveyId: string) {
  if (!isUuid(surveyId) || accountIds.length === 0) return null;
  const [row] = await connection
    .select({ id: surveys.id })
    .from(surveys)
    .where(and(eq(surveys.id, surveyId), inArray(surveys.accountId, accountIds)));
  return row?.id ?? null;
}

/**
 * The survey that a response of these accounts belongs to, kept as it is until the transaction ends. Its counts are
 * not brought up to date: that costs what all its responses cost, and a list of thousands comes one by one.
 */
export async function lockSurveyOfResponse(transaction: Connection, accountIds: string[], rdud: string) {
  if (accountIds.length === 0) return null;
  const [row] = await transaction
    .select({ id: surveys.id, accountId: surveys.accountId, status: surveys.status })
    .from(responses)
    .innerJoin(surveys, eq(surveys.id, responses.surveyId))
    .where(and(eq(responses.rdud, rdud), isResponse, inArray(surveys.accountId, accountIds)))
    .for("update", { of: surveys });
  return row ?? null;
}

/** Sets a response's reconciliation; `before` is what it was. The survey is locked by the caller. */
export async function reconcileResponse(transaction: Connection, rdud: string, status: ReconciliationStatus) {
  const [before] = await transaction.select().from(responses).where(eq(responses.rdud, rdud)).for("update");
  const [after] = await transaction
    .update(responses)
    .set({ reconciliationStatus: status })
    .where(eq(responses.rdud, rdud))
    .returning();
  return before && after ? { before, after } : null;
}
