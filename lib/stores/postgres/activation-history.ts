import { type SQL, sql } from "drizzle-orm";
import { personalSelectors, type SelectorName, selectorValues } from "@/lib/contracts/interfaces/duplicate-selectors";
import { HISTORY_PAGE_SIZE } from "@/lib/contracts/terms/duplicates";
import { bigints } from "./activation-selectors";
import type { Connection } from "./client";
import { STANDS } from "./jobs";
import { type UndoableSteps, whereUndoable } from "./undoable-steps";

/**
 * Whose history: our jobs of a connection's account, and calls that others made to our own duplicate check. `kind` and
 * `undoable` are those of the jobs, of each of which at most `mostNumbers` survey numbers are read; null: all.
 */
type Of = {
  connection: string;
  accountId: string;
  account: number;
  kind: string;
  undoable: readonly UndoableSteps[];
  mostNumbers: number | null;
};

export type HistoryRow = {
  id: string;
  at: Date;
  who: string;
  origin: "job" | "service";
  type: "1" | "2";
  route: string;
  /** The values named; of a job's survey numbers at most as many as were asked for. */
  selectors: Partial<Record<SelectorName, string[]>>;
  /** How many survey numbers were named. */
  surveys: number;
  /** Null: of some step it is not known. */
  records: number | null;
  state: string;
  /** Personal selectors have been removed. */
  forgotten: boolean;
  /** The entry that this one reversed. */
  reverses: string | null;
  undoneBy: string | null;
  hasEnded: boolean;
  /** Something of it was done. */
  canUndo: boolean;
};

type Row = Omit<HistoryRow, "at" | "selectors" | "undoneBy" | "hasEnded" | "canUndo"> & {
  at: string;
  /** Without the survey numbers of a job, which its steps have. */
  selectors: Partial<Record<SelectorName, string | string[]>>;
  numbers: string[] | null;
  undone_by: string | null;
  has_ended: boolean;
  can_undo: boolean | null;
};

const jobsOf = ({ connection, accountId, kind, undoable, mostNumbers }: Of): SQL => sql`
  select 'job:' || j.id as id, j.created_at as at, p.email as who, 'job' as origin, j.input ->> 'type' as type,
    j.input ->> 'route' as route, j.input -> 'selectors' as selectors,
    (select jsonb_agg(named.key order by named.position) from (
      select key, position from job_items where job_id = j.id and key <> '*' order by position
      limit ${mostNumbers}::bigint) as named) as numbers,
    i.surveys, i.records, j.state,
    coalesce((j.input ->> 'forgotten')::boolean, false) as forgotten, coalesce('job:' || j.undo_of, j.input ->> 'reverses') as reverses,
    (select u.id::text from jobs u where u.undo_of = j.id and ${STANDS} order by u.created_at limit 1) as undone_by,
    j.finished_at is not null as has_ended, i.can_undo
  from jobs j join people p on p.id = j.person_id
  cross join lateral (
    select (count(*) filter (where key <> '*'))::int as surveys, bool_or(${whereUndoable(undoable)}) as can_undo,
      case when bool_or(state = 'uncertain') then null
        else coalesce(sum((coalesce(after, before) ->> 'records')::bigint), 0)::int end as records
    from job_items where job_id = j.id) as i
  where j.connection = ${connection} and j.input ->> 'account_id' = ${accountId} and j.kind = ${kind}`;

const callsOf = ({ connection, accountId, account, kind }: Of): SQL => sql`
  select 'call:' || c.id as id, c.at, c.who, 'service' as origin, c.type, c.route, c.selectors, null::jsonb as numbers,
    case when c.selectors ? 'Survey_Number' then cardinality(string_to_array(c.selectors ->> 'Survey_Number', ',')) else 0 end
      as surveys,
    c.records, 'done' as state, false as forgotten, null as reverses,
    (select u.id::text from jobs u where u.connection = ${connection} and u.input ->> 'account_id' = ${accountId}
      and u.kind = ${kind} and u.input ->> 'reverses' = 'call:' || c.id and ${STANDS}
      order by u.created_at limit 1) as undone_by,
    true as has_ended, true as can_undo
  from activation_changes c where c.account = ${account} and c.origin <> 'job'`;

/** One page of what was switched, newest first: its entries are found before anything is added up. */
export async function listHistory(connection: Connection, of: Of, page: number) {
  const calls = sql`activation_changes where account = ${of.account} and origin <> 'job'`;
  const jobs = sql`jobs where connection = ${of.connection} and input ->> 'account_id' = ${of.accountId} and kind = ${of.kind}`;
  const entries = sql`(
      select id as job, null::bigint as call, created_at as at from ${jobs}
      union all select null, id, at from ${calls}) as entries`;
  const found = await connection.execute<{ job: string | null; call: string | null; total: number }>(sql`
    select job, call, (count(*) over ())::int as total from ${entries}
    order by at desc, job desc, call desc limit ${HISTORY_PAGE_SIZE} offset ${(page - 1) * HISTORY_PAGE_SIZE}`);
  // No row of a page behind the end tells how many there are.
  if (!found[0]) return { total: page === 1 ? 0 : await countEntries(connection, entries), rows: [] };
  const ids = found.flatMap(({ job }) => (job === null ? [] : [job]));
  const numbers = found.flatMap(({ call }) => (call === null ? [] : [Number(call)]));
  const rows = await connection.execute<Row>(sql`
    ${jobsOf(of)} and j.id = any(${sql.param(ids)}::uuid[])
    union all ${callsOf(of)} and c.id = any(${bigints(numbers)})
    order by at desc, id desc`);
  return { total: found[0].total, rows: rows.map(historyOf) };
}

async function countEntries(connection: Connection, entries: SQL): Promise<number> {
  const [row] = await connection.execute<{ total: number }>(sql`select count(*)::int as total from ${entries}`);
  return row?.total ?? 0;
}

/** One entry of an account's history; null when it has none of that id. */
export async function findInHistory(connection: Connection, of: Of, id: string): Promise<HistoryRow | null> {
  const source = id.startsWith("job:") ? jobsOf(of) : callsOf(of);
  const [row] = await connection.execute<Row>(sql`select * from (${source}) as history where id = ${id}`);
  return row ? historyOf(row) : null;
}

const historyOf = ({ at, selectors, numbers, undone_by, has_ended, can_undo, ...row }: Row): HistoryRow => ({
  ...row,
  at: new Date(at),
  selectors: { ...valuesOf(selectors), ...(numbers && { Survey_Number: numbers }) },
  undoneBy: undone_by,
  hasEnded: has_ended,
  canUndo: can_undo === true,
});

/** A job keeps a list as one, a call as the interface writes it. */
function valuesOf(selectors: Row["selectors"]): HistoryRow["selectors"] {
  const kept = Object.entries(selectors) as [SelectorName, string | string[]][];
  return Object.fromEntries(
    kept.map(([name, value]) => [name, Array.isArray(value) ? value : selectorValues(name, value)]),
  );
}

/** Removes personal selectors of work that is older than so many days; what has not ended yet is then refused. */
export async function forgetSelectors(connection: Connection, kind: string, days: number): Promise<void> {
  const personal = sql`${sql.param([...personalSelectors])}::text[]`;
  await connection.execute(sql`
    update jobs set input = jsonb_set(input, '{selectors}', (input -> 'selectors') - ${personal})
      || '{"forgotten": true}'
    where kind = ${kind} and created_at < clock_timestamp() - make_interval(days => ${days}::int)
      and input -> 'selectors' ?| ${personal}`);
}
