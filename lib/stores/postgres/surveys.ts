import { and, asc, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { chunked } from "@/lib/chunked";
import { type SurveyStatus, surveyStatuses } from "@/lib/contracts/interfaces/survey-fields";
import type { SurveySortKey } from "@/lib/contracts/terms/demand";
import type { Connection } from "./client";
import { isUuid, knownIds, likePattern } from "./conditions";
import { refreshAccountCounts, refreshCounts, type SurveyCounts } from "./counts";
import { alphabetical } from "./schema/columns";
import { quotas, surveyCounts, surveys, surveyTotals } from "./schema/demand";
import { surveyPlaces } from "./schema/fielding";
import { BUILT_IN } from "./users";

export type SurveyRow = typeof surveys.$inferSelect;
export type QuotaRow = typeof quotas.$inferSelect;
type SurveyWithCounts = { survey: SurveyRow; counts: SurveyCounts };

export type SurveyFilter = {
  accountIds: string[];
  ids?: string[] | undefined;
  projectIds?: string[] | undefined;
  statuses?: SurveyStatus[] | undefined;
  /** Part of the name, or a whole id. */
  search?: string | undefined;
  sort?: { key: SurveySortKey; descending: boolean } | undefined;
  page: number;
  pageSize: number;
};

const sortColumns = {
  created: surveys.createdAt,
  name: surveys.name,
  status: surveys.status,
  respondents: surveys.respondents,
  survey_completes: surveyCounts.completes,
  offered_price_per_complete: surveys.offeredPricePerComplete,
  length_of_interview: surveys.lengthOfInterview,
  incidence_rate: surveys.incidenceRate,
  out_of_field_date: surveys.outOfFieldAt,
  last_complete_at: surveyCounts.lastCompleteAt,
} as const satisfies Record<SurveySortKey, unknown>;

const COUNTED_SORTS: readonly SurveySortKey[] = ["survey_completes", "last_complete_at"];

type SurveyList = {
  total: number;
  surveys: SurveyWithCounts[];
  /** A survey's time is over while it is still Live: whoever shows the list completes it first and reads again. */
  overdue: boolean;
};

/** One page of surveys with their counts, and how many match in all. Unknown ids match nothing. */
export async function listSurveys(connection: Connection, filter: SurveyFilter): Promise<SurveyList> {
  if (filter.accountIds.length === 0) return { total: 0, surveys: [], overdue: false };
  const { key, descending } = filter.sort ?? { key: "created", descending: false };
  if (COUNTED_SORTS.includes(key)) await refreshAccountCounts(connection, filter.accountIds);
  const rows = await readPage(connection, filter, key, descending);
  // Beyond the last page there is no row that could say it.
  const [of = { total: 0, overdue: false }] =
    rows.length > 0 ? rows : await connection.select(wholeList(filter)).from(sql`(select) as one_row`);
  return { total: of.total, overdue: of.overdue, surveys: await withFreshCounts(connection, rows) };
}

/** The ids of a whole list in its order, as one statement saw them. */
export async function listSurveyIds(
  connection: Connection,
  filter: Omit<SurveyFilter, "page" | "pageSize">,
): Promise<string[]> {
  if (filter.accountIds.length === 0) return [];
  const { key, descending } = filter.sort ?? { key: "created", descending: false };
  if (COUNTED_SORTS.includes(key)) await refreshAccountCounts(connection, filter.accountIds);
  const rows = await connection
    .select({ id: surveys.id })
    .from(surveys)
    .innerJoin(surveyCounts, eq(surveyCounts.surveyId, surveys.id))
    .where(conditionsOf(filter))
    .orderBy(...orderBy(key, descending));
  return rows.map(({ id }) => id);
}

/** What every row of a page says about the whole list, so that one statement, and one snapshot, answers all. */
const wholeList = (filter: SurveyFilter) => ({
  total: totalOf(filter),
  overdue: sql<boolean>`exists (
    select from ${surveys} where ${surveys.status} = 'Live' and ${surveys.outOfFieldAt} <= now())`,
});

/** Whether a list shows what more than accounts and statuses choose. */
const narrowed = ({ ids, projectIds, search }: SurveyFilter) => Boolean(ids || projectIds || search?.trim());

function readPage(connection: Connection, filter: SurveyFilter, key: SurveySortKey, descending: boolean) {
  const order = orderBy(key, descending);
  const query = connection
    .select({ survey: surveys, counts: surveyCounts, ...wholeList(filter) })
    .from(surveys)
    .innerJoin(surveyCounts, eq(surveyCounts.surveyId, surveys.id))
    .orderBy(...order);
  if (narrowed(filter) || COUNTED_SORTS.includes(key)) {
    const offset = (filter.page - 1) * filter.pageSize;
    return query.where(conditionsOf(filter)).limit(filter.pageSize).offset(offset);
  }
  return query
    .where(sql`${surveys.id} in (${mergedPage(filter, order)})`)
    .prepare("survey_page")
    .execute();
}

/**
 * Ids of a page, merged from one list for each account and status. An index holds each of these lists in every order
 * that surveys are sorted by, so that a page costs the same however many surveys there are.
 */
function mergedPage({ accountIds, statuses, page, pageSize }: SurveyFilter, order: SQL[]): SQL {
  const by = sql.join(order, sql`, `);
  return sql`select ${surveys}.id from unnest(${sql.param(accountIds)}::uuid[]) as of_account(id),
    unnest(${sql.param([...new Set(statuses ?? surveyStatuses)])}::text[]) as of_status(status),
    lateral (
      select * from ${surveys} where ${surveys.accountId} = of_account.id and ${surveys.status} = of_status.status
      order by ${by} limit ${page * pageSize}::bigint
    ) as ${surveys}
    order by ${by} limit ${pageSize}::bigint offset ${(page - 1) * pageSize}::bigint`;
}

function conditionsOf(filter: Omit<SurveyFilter, "page" | "pageSize">): SQL | undefined {
  return and(
    inArray(surveys.accountId, filter.accountIds),
    filter.ids && inArray(surveys.id, knownIds(filter.ids)),
    filter.projectIds && inArray(surveys.projectId, knownIds(filter.projectIds)),
    filter.statuses && inArray(surveys.status, filter.statuses),
    filter.search ? searchCondition(filter.search) : undefined,
  );
}

function searchCondition(search: string): SQL | undefined {
  const text = search.trim();
  const byName = sql`${surveys.name} ilike ${likePattern(text)}`;
  return isUuid(text) ? or(byName, eq(surveys.id, text)) : byName;
}

/**
 * The id breaks ties, so that a page boundary never falls between two equals in two different ways. `nulls last` is
 * said only where there are nulls: no index follows it backwards.
 */
function orderBy(key: SurveySortKey, descending: boolean): SQL[] {
  const column = sortColumns[key];
  const by = key === "name" ? alphabetical(column) : column;
  const nulls = column.notNull ? sql`` : sql` nulls last`;
  return descending ? [sql`${by} desc${nulls}`, desc(surveys.id)] : [sql`${by} asc${nulls}`, asc(surveys.id)];
}

function totalOf(filter: SurveyFilter): SQL<number> {
  if (narrowed(filter)) return sql`(select count(*)::int from ${surveys} where ${conditionsOf(filter)})`;
  const { accountIds, statuses = surveyStatuses } = filter;
  return sql`(select coalesce(sum(${surveyTotals.surveys}), 0)::int from ${surveyTotals}
    where ${surveyTotals.accountId} = any(${sql.param(accountIds)}::uuid[])
      and ${surveyTotals.status} = any(${sql.param(statuses)}::text[]))`;
}

async function withFreshCounts(connection: Connection, rows: SurveyWithCounts[]): Promise<SurveyWithCounts[]> {
  const lagging = rows.filter(({ counts }) => counts.changes !== counts.computed).map(({ survey }) => survey.id);
  if (lagging.length === 0) return rows;
  await refreshCounts(connection, lagging);
  const fresh = await connection.select().from(surveyCounts).where(inArray(surveyCounts.surveyId, lagging));
  const byId = new Map(fresh.map((counts) => [counts.surveyId, counts]));
  return rows.map(({ survey, counts }) => ({ survey, counts: byId.get(survey.id) ?? counts }));
}

/** Quotas of several surveys in their order. */
export async function quotasOf(connection: Connection, surveyIds: string[]): Promise<Map<string, QuotaRow[]>> {
  const bySurvey = new Map<string, QuotaRow[]>(surveyIds.map((id) => [id, []]));
  if (surveyIds.length === 0) return bySurvey;
  const rows = await connection
    .select()
    .from(quotas)
    .where(inArray(quotas.surveyId, surveyIds))
    .orderBy(quotas.surveyId, quotas.position);
  for (const row of rows) bySurvey.get(row.surveyId)?.push(row);
  return bySurvey;
}

/** A survey of these accounts, locked until the transaction ends; null when it is none of theirs. */
export async function lockSurvey(
  transaction: Connection,
  accountIds: string[],
  surveyId: string,
): Promise<{ survey: SurveyRow; counts: SurveyCounts; quotas: QuotaRow[] } | null> {
  if (!isUuid(surveyId) || accountIds.length === 0) return null;
  const [survey] = await transaction
    .select()
    .from(surveys)
    .where(and(eq(surveys.id, surveyId), inArray(surveys.accountId, accountIds)))
    .for("update");
  if (!survey) return null;
  await refreshCounts(transaction, [survey.id]);
  const [[counts], quotaRows] = await Promise.all([
    transaction.select().from(surveyCounts).where(eq(surveyCounts.surveyId, survey.id)),
    quotasOf(transaction, [survey.id]),
  ]);
  return counts ? { survey, counts, quotas: quotaRows.get(survey.id) ?? [] } : null;
}

export async function insertSurvey(
  transaction: Connection,
  survey: typeof surveys.$inferInsert,
  newQuotas: Omit<typeof quotas.$inferInsert, "surveyId">[],
): Promise<SurveyRow> {
  const [row] = await transaction.insert(surveys).values(survey).returning();
  if (!row) throw new Error("The survey was not inserted.");
  await insertQuotas(transaction, row.id, newQuotas);
  return row;
}

export async function updateSurveyRow(
  transaction: Connection,
  surveyId: string,
  change: Partial<typeof surveys.$inferInsert>,
): Promise<SurveyRow> {
  const [row] = await transaction
    .update(surveys)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(surveys.id, surveyId))
    .returning();
  if (!row) throw new Error("The survey was not updated.");
  await recountHour(transaction, surveyId);
  return row;
}

/** The hour of pacing is counted from the sessions again before the next entry: what it rests on has changed. */
export async function recountHour(transaction: Connection, surveyId: string): Promise<void> {
  await transaction.update(surveyPlaces).set({ hourStartedAt: null }).where(eq(surveyPlaces.surveyId, surveyId));
}

type WrittenQuota = Omit<typeof quotas.$inferInsert, "surveyId">;

async function insertQuotas(transaction: Connection, surveyId: string, rows: WrittenQuota[]): Promise<void> {
  const values = rows.map((row) => ({ ...row, surveyId }));
  // A statement of thousands of rows takes long to put together, while nobody else gets a turn.
  for (const some of chunked(values, 500)) await transaction.insert(quotas).values(some);
}

/** Makes a survey's quotas exactly `rows`: those with an id stay and change, new ones are added, the rest removed. */
export async function replaceQuotas(
  transaction: Connection,
  surveyId: string,
  present: QuotaRow[],
  rows: WrittenQuota[],
): Promise<void> {
  const kept = new Set(rows.map((row) => row.id));
  const removed = present.filter((quota) => !kept.has(quota.id)).map((quota) => quota.id);
  if (removed.length > 0) await transaction.delete(quotas).where(inArray(quotas.id, removed));
  const presentIds = new Set(present.map((quota) => quota.id));
  await updateQuotas(
    transaction,
    rows.filter((row) => row.id !== undefined && presentIds.has(row.id)),
  );
  await insertQuotas(
    transaction,
    surveyId,
    rows.filter((row) => row.id === undefined || !presentIds.has(row.id)),
  );
}

async function updateQuotas(transaction: Connection, rows: WrittenQuota[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction.execute(sql`
    update quotas q set position = v.position, name = v.name, quota = v.quota, qualifications = v.qualifications
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v(id uuid, position int, name text, quota int, qualifications jsonb)
    where q.id = v.id
      and (q.position, q.name, q.quota, q.qualifications) is distinct from (v.position, v.name, v.quota, v.qualifications)`);
}

/**
 * Live surveys whose time is over become Complete, each with its audit row, in one statement. Surveys that somebody
 * is changing right now are left to the next call.
 */
export async function completeOverdueSurveys(connection: Connection, requestId: string): Promise<void> {
  await connection.execute(sql`
    with overdue as (
      select id from surveys where status = 'Live' and out_of_field_at <= now() for update skip locked
    ), closed as (
      update surveys s set status = 'Complete', updated_at = now() from overdue where s.id = overdue.id
      returning s.id, s.account_id
    )
    insert into audit (connection, account_id, who, origin, request_id, action, thing, thing_id, before, after,
      outcome, detail)
    select ${BUILT_IN}, account_id, 'service', 'system', ${requestId}, 'completeSurvey', 'surveys', id,
      '{"status": "Live"}'::jsonb, '{"status": "Complete"}'::jsonb, 'done', 'The out-of-field date has passed.'
    from closed`);
}
