import { type SQL, sql } from "drizzle-orm";
import { namedColumns } from "../named-columns";
import type { Connection } from "./client";
import type { surveyCounts } from "./schema/demand";

export type SurveyCounts = typeof surveyCounts.$inferSelect;

/** The counts of a quota, which are kept as an array. */
const quotaColumns = namedColumns(["starts", "completes"]);
const quotaCounts = quotaColumns.inOrder<SQL>({ starts: sql`starts`, completes: sql`completes` });

/** What was counted of a quota; of one without responses nothing is kept. */
export function countsOfQuota({ quotas }: Pick<SurveyCounts, "quotas">, quotaId: string) {
  const counts = quotas[quotaId];
  return { starts: counts?.[quotaColumns.at.starts] ?? 0, completes: counts?.[quotaColumns.at.completes] ?? 0 };
}

/**
 * Adds up the responses of those of the given surveys whose counts lag behind their response rows.
 *
 * Starts are those who reached the entry link; terminations count wherever they happened. Tests count in nothing.
 *
 * One statement, one snapshot: `computed` becomes the `changes` that this very snapshot saw, so a response that
 * is committed meanwhile leaves the row marked as lagging, never silently missing.
 */
export async function refreshCounts(connection: Connection, surveyIds: string[]): Promise<void> {
  if (surveyIds.length === 0) return;
  const ids = sql`(select unnest(${sql.param(surveyIds)}::uuid[]))`;
  await connection.execute(sql`
    with lagging as (
      select survey_id, changes from survey_counts where survey_id in ${ids} and changes <> computed
    ), sums as (
      select l.survey_id, l.changes,
        count(*) filter (where r.reached) as starts,
        count(*) filter (where r.counted) as completes,
        count(*) filter (where r.status = 'standard termination' and not r.counted) as standard,
        count(*) filter (where r.status = 'quality termination' and not r.counted) as quality,
        count(*) filter (where r.status = 'security termination' and not r.counted) as security,
        count(*) filter (where r.status = 'overquota termination' and not r.counted) as overquota,
        coalesce(sum(r.buyer_cpi) filter (where r.counted), 0) as cost,
        percentile_cont(0.5) within group (order by extract(epoch from r.ended_at - r.started_at) / 60.0)
          filter (where r.counted) as minutes,
        max(coalesce(r.ended_at, r.started_at)) filter (where r.counted) as last_complete_at
      from lagging l left join responses r on r.survey_id = l.survey_id and not r.test group by l.survey_id, l.changes
    ), by_quota as (
      select survey_id, jsonb_object_agg(quota_id, jsonb_build_array(${sql.join(quotaCounts, sql`, `)})) as quotas from (
        select r.survey_id, quota_id, count(*) as starts, count(*) filter (where r.counted) as completes
        from lagging join responses r using (survey_id), unnest(r.quota_ids) as quota_id
        where r.reached and not r.test
        group by r.survey_id, quota_id
      ) each group by survey_id
    )
    update survey_counts c set
      computed = s.changes, starts = s.starts, completes = s.completes,
      standard_terminations = s.standard, quality_terminations = s.quality,
      security_terminations = s.security, overquota_terminations = s.overquota,
      total_cost = s.cost,
      actual_length_of_interview = round(s.minutes::numeric, 1),
      actual_incidence_rate = case when s.completes > 0
        then round(100.0 * s.completes / (s.completes + s.standard), 1) end,
      last_complete_at = s.last_complete_at,
      quotas = coalesce(q.quotas, '{}')
    from sums s left join by_quota q using (survey_id)
    where c.survey_id = s.survey_id`);
}

/** Brings every lagging count of these accounts up to date: needed before sorting or adding up by them. */
export async function refreshAccountCounts(connection: Connection, accountIds: string[]): Promise<void> {
  const rows = await connection.execute<{ survey_id: string }>(sql`
    select c.survey_id from survey_counts c join surveys s on s.id = c.survey_id
    where c.changes <> c.computed and s.account_id in (select unnest(${sql.param(accountIds)}::uuid[]))`);
  await refreshCounts(
    connection,
    rows.map((row) => row.survey_id),
  );
}
