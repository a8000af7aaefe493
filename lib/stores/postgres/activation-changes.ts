import { type SQL, sql } from "drizzle-orm";
import type { Origin } from "@/lib/contracts/context";
import type { Selectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import { type BuiltInRoute, MOST_RECORDS } from "@/lib/contracts/terms/activation";
import { accountLock, bounded, stateColumns } from "./activation-accounts";
import { bigints, matchesSelectors, namesSurveysOnly, surveysNamed, texts } from "./activation-selectors";
import type { Connection, Database } from "./client";
import { executePrepared } from "./prepared";

type What = {
  account: number;
  route: BuiltInRoute;
  /** The state asked for. */
  active: boolean;
  selectors: Selectors;
};

type Change = What & {
  /** Only what one of these changes set, and nobody since. */
  changes?: readonly number[] | undefined;
  /** Written down with the change: never the personal values themselves. */
  masked: Partial<Record<string, string>>;
  who: string;
  origin: Origin;
  requestId: string;
};

export type Changed = { id: number | null; records: number; surveys: number };

/**
 * Moves up to 500 matching records, oldest first, that are not yet in the state asked for, and where only surveys are
 * named their own states. The account is locked first, so that calls take effect one after the other: the statement
 * behind the lock is sent with it, and sees what is there once it is granted.
 */
export async function changeStates(transaction: Connection, change: Change): Promise<Changed> {
  const { account, route, active, masked, who, origin, requestId } = change;
  const { state, change: by } = stateColumns[route];
  const moved = sql`${state} = ${active}, ${by} = change.id`;
  const [, rows] = await Promise.all([
    executePrepared(transaction, sql`select ${accountLock(account, "alone")}`),
    executePrepared<{ id: string; records: number; surveys: number }>(
      transaction,
      sql`
      with chosen as materialized (${recordsToMove(change)}),
      turned as materialized (${surveysToMove(change)}),
      change as (
        insert into activation_changes (account, who, origin, request_id, type, route, selectors, records, surveys, touched)
        select ${account}, ${who}, ${origin}, ${requestId}, ${active ? "2" : "1"}, ${route},
          ${JSON.stringify(masked)}::jsonb, (select count(*) from chosen), (select count(*) from turned),
          (select coalesce(array_agg(distinct survey), '{}') from chosen)
        where exists (select from chosen) or exists (select from turned)
        returning id, records, surveys),
      moved as (
        update activation_states s set ${moved} from change, chosen
        where s.survey = chosen.survey and s.record = chosen.record),
      moved_surveys as (
        insert into activation_surveys (account, survey_number, ${state}, ${by})
        select ${account}, turned.survey_number, ${active}, change.id from change, turned
        on conflict (account, survey_number) do update set ${state} = excluded.${state}, ${by} = excluded.${by})
      select id, records, surveys from change`,
    ),
  ]);
  const [row] = rows;
  return row ? { ...row, id: Number(row.id) } : { id: null, records: 0, surveys: 0 };
}

const setBy = (table: SQL, { route, changes }: Pick<Change, "route" | "changes">): SQL =>
  changes ? sql`and ${table}.${stateColumns[route].change} = any(${bigints(changes)})` : sql``;

function recordsToMove(change: Change): SQL {
  const { account, route, active, selectors } = change;
  const waiting = sql`s.${stateColumns[route].state} = ${!active} ${setBy(sql`s`, change)}`;
  const named = surveysToSearch(change);
  if (!named) {
    return sql`
      select r.survey, r.id as record
      from activation_records r join activation_states s on s.survey = r.survey and s.record = r.id
      where ${matchesSelectors(account, selectors)} and ${waiting} order by r.id limit ${MOST_RECORDS}`;
  }
  return sql`
    select first.survey, first.record from ${named} as named
    cross join lateral (
      select s.survey, s.record from activation_states s where s.survey = named.id and ${waiting}
      order by s.record limit ${MOST_RECORDS}) as first
    order by first.record limit ${MOST_RECORDS}`;
}

/** Where to look when no identifier is named: the surveys given, or those that the changes touched. */
function surveysToSearch({ account, selectors, changes }: Change): SQL | null {
  if (namesSurveysOnly(selectors)) return surveysNamed(account, selectors.Survey_Number);
  if (Object.keys(selectors).length > 0 || !changes) return null;
  return sql`(
    select distinct unnest(touched) as id from activation_changes
    where account = ${account} and id = any(${bigints(changes)}))`;
}

/** Numbers that are new are switched off by a row of their own: a survey without one is active. */
function surveysToMove(change: Change): SQL {
  const { account, route, active, selectors, changes } = change;
  if (!namesSurveysOnly(selectors)) return sql`select null::text as survey_number where false`;
  const numbers = texts(selectors.Survey_Number);
  const present = sql`
    select v.survey_number from activation_surveys v
    where v.account = ${account} and v.survey_number = any(${numbers})
      and v.${stateColumns[route].state} = ${!active} ${setBy(sql`v`, change)}`;
  if (active || changes) return present;
  return sql`${present} union all select number from unnest(${numbers}) as number
    where not exists (select from activation_surveys where account = ${account} and survey_number = number)`;
}

export type SurveyCount = { surveyNumber: string; records: number; toChange: number; active: boolean };

/** How many records match, by survey. Surveys that are named count with none; those the account has not are left out. */
export async function countMatching(database: Database, what: What): Promise<SurveyCount[]> {
  const { account, route, active, selectors } = what;
  const { state } = stateColumns[route];
  const counts = sql`count(*)::int as records, (count(*) filter (where s.${state} = ${!active}))::int as to_change`;
  const counted = namesSurveysOnly(selectors)
    ? sql`(select s.survey, ${counts} from activation_states s
        where s.survey in ${surveysNamed(account, selectors.Survey_Number)} group by s.survey)`
    : sql`(select s.survey, ${counts} from activation_records r join activation_states s on s.survey = r.survey and s.record = r.id
        where ${matchesSelectors(account, selectors)} group by s.survey)`;
  const named = selectors.Survey_Number
    ? sql`v.survey_number = any(${texts(selectors.Survey_Number)})`
    : sql`c.survey is not null`;
  const rows = await bounded(database, (transaction) =>
    transaction.execute<{ survey_number: string; records: number; to_change: number; active: boolean }>(sql`
      select v.survey_number, v.${state} as active, coalesce(c.records, 0) as records,
        coalesce(c.to_change, 0) as to_change
      from activation_surveys v left join ${counted} as c on c.survey = v.id
      where v.account = ${account} and ${named} order by v.id`),
  );
  return rows.map(({ survey_number, to_change, ...rest }) => ({
    surveyNumber: survey_number,
    toChange: to_change,
    ...rest,
  }));
}

/** Which of these survey numbers the account's duplicate check knows. */
export async function knownNumbers(connection: Connection, account: number, numbers: string[]): Promise<string[]> {
  const rows = await connection.execute<{ survey_number: string }>(sql`
    select survey_number from activation_surveys
    where account = ${account} and survey_number = any(${texts(numbers)})`);
  return rows.map(({ survey_number }) => survey_number);
}
