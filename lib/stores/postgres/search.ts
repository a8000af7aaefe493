import { type SQL, sql } from "drizzle-orm";
import type { FoundPerson, FoundProject, FoundSurvey } from "@/lib/contracts/ours/search";
import type { Database } from "./client";
import { isUuid, likePattern } from "./conditions";
import type { CopyKey } from "./survey-copies";

type Connection = Pick<Database, "execute" | "transaction">;

/** So many of the newest rows are looked through one by one: what is frequent is found there. */
const LOOKED_THROUGH = 2000;
/** So many matches are ranked at most: a text that is everywhere costs no more than one that is rare. */
const RANKED = 500;

/** What is looked through: rows of `t` that the viewer may see. */
type Source = {
  table: SQL;
  /** Which rows are the viewer's. */
  mine: SQL;
  /** Those of them to look through, as `t`, newest first as an index has them. */
  newest: SQL;
  order: SQL;
  id: SQL;
  /** The text columns that a trigram index holds. */
  columns: SQL[];
};

type Candidates = { ids: string[]; looked: number };

const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`;

const partOf = ({ columns }: Source, text: string) =>
  anyOf(columns.map((column) => sql`${column} ilike ${likePattern(text)}`));

/** Text at the beginning of a column. */
const prefixPattern = (text: string) => likePattern(text).slice(1);

/**
 * What a trigram index can find by a text: any part with three letters in a row; by a shorter text the beginnings of
 * words, since the index holds those with the blank before them. Null: the index would have to be read whole.
 */
function indexedCondition({ columns }: Source, text: string): SQL | null {
  const patterns = indexedPatterns(text);
  return patterns && anyOf(columns.flatMap((column) => patterns.map((pattern) => sql`${column} ilike ${pattern}`)));
}

function indexedPatterns(text: string): string[] | null {
  if (/[\p{L}\p{N}]{3}/u.test(text)) return [likePattern(text)];
  const isWord = /^[\p{L}\p{N}]/u.test(text);
  return isWord ? [prefixPattern(text), `% ${prefixPattern(text)}`] : null;
}

/** The newest rows, and which of them have the text. */
async function amongNewest(connection: Connection, source: Source, text: string): Promise<Candidates> {
  const rows = await connection.execute<{ looked: number; ids: string[] | null }>(sql`
    select count(*)::int as looked, array_agg(${source.id}::text) filter (where ${partOf(source, text)}) as ids
    from ${source.newest}`);
  return { ids: rows[0]?.ids ?? [], looked: rows[0]?.looked ?? 0 };
}

/** The newest rows of each account: an index holds each account's in order, but not those of several. */
const newestOfAccounts = (table: SQL, accountIds: string[]): SQL => sql`
  unnest(${sql.param(accountIds)}::uuid[]) as of_account(id),
  lateral (select * from ${table} where t.account_id = of_account.id
    order by t.created_at desc, t.id desc limit ${LOOKED_THROUGH}) as t`;

/** Rows `t` of these accounts, the newest first. */
function ofAccounts(table: SQL, accountIds: string[], columns: SQL[]): Source {
  return {
    table,
    mine: sql`t.account_id = any(${sql.param(accountIds)}::uuid[])`,
    newest: newestOfAccounts(table, accountIds),
    order: sql`t.created_at desc, t.id desc`,
    id: sql`t.id`,
    columns,
  };
}

/**
 * Matches of any age by the trigram index. The fence makes the planner take that index and nothing else: of a text
 * that the newest rows hardly have, it finds few.
 */
async function byTrigrams(connection: Connection, source: Source, text: string): Promise<string[]> {
  const { table, mine, id } = source;
  const matches = indexedCondition(source, text);
  if (!matches) return [];
  return connection.transaction(async (transaction) => {
    await transaction.execute(sql`set local enable_seqscan = off`);
    await transaction.execute(sql`set local enable_indexscan = off`);
    const rows = await transaction.execute<{ id: string }>(sql`
      select ${id}::text as id
      from (select * from ${table} where ${matches} offset 0) as t
      where ${mine} limit ${RANKED}`);
    return rows.map((row) => row.id);
  });
}

/** Ids of what may be shown: of the newest rows, and where these have too few, of all. */
async function candidates(connection: Connection, source: Source, text: string, limit: number): Promise<string[]> {
  const newest = await amongNewest(connection, source, text);
  if (newest.looked < LOOKED_THROUGH || newest.ids.length >= limit) return newest.ids;
  return [...newest.ids, ...(await byTrigrams(connection, source, text))];
}

/** The beginning of a word: what a person types first of a name that he remembers. */
const wordStart = (text: string) => `\\m${text.replace(/[^\p{L}\p{N}\s_]/gu, "\\$&")}`;

/** 0: the very id; 1: the whole text; 2: its beginning; 3: the beginning of a word; 4: any part. */
function rankOf(id: SQL, columns: SQL[], text: string): SQL {
  const begins = anyOf(columns.map((column) => sql`${column} ilike ${prefixPattern(text)}`));
  const isWhole = anyOf(columns.map((column) => sql`lower(${column}) = lower(${text})`));
  const word = wordStart(text);
  const beginsWord = anyOf(columns.map((column) => sql`${column} ~* ${word}`));
  return sql`case when lower(${id}::text) = lower(${text}) then 0 when ${isWhole} then 1 when ${begins} then 2
    when ${beginsWord} then 3 else 4 end`;
}

/** Names that begin with a text as typed, in small letters, in capitals or with one: an index has them in order. */
async function byBeginning(
  connection: Connection,
  accountIds: string[],
  text: string,
  limit: number,
): Promise<string[]> {
  const [first = "", ...rest] = [...text.toLowerCase()];
  const spellings = new Set([text, text.toLowerCase(), text.toUpperCase(), first.toUpperCase() + rest.join("")]);
  const rows = await connection.execute<{ id: string }>(sql`
    select of_name.id::text as id
    from unnest(${sql.param(accountIds)}::uuid[]) as of_account(id),
      unnest(array['Live', 'Paused', 'Draft', 'Complete']) as of_status(status),
      unnest(${sql.param([...spellings])}::text[]) as of_spelling(beginning),
      lateral (
        select s.id from surveys s
        where s.account_id = of_account.id and s.status = of_status.status
          and s.name >= of_spelling.beginning and s.name < of_spelling.beginning || ${LAST_CHARACTER}
        order by s.name limit ${limit}
      ) as of_name`);
  return rows.map(({ id }) => id);
}

const LAST_CHARACTER = "\u{10FFFD}";

/** Surveys of these accounts, best match first and the newest before others as good. */
export async function findSurveys(
  connection: Connection,
  accountIds: string[],
  text: string,
  limit: number,
): Promise<FoundSurvey[]> {
  if (accountIds.length === 0) return [];
  const source = ofAccounts(sql`surveys t`, accountIds, [sql`t.name`]);
  const [beginning, others] = await Promise.all([
    byBeginning(connection, accountIds, text, limit),
    candidates(connection, source, text, limit),
  ]);
  const ids = [...new Set([...(isUuid(text) ? [text.toLowerCase()] : []), ...beginning, ...others])];
  if (ids.length === 0) return [];
  return connection.execute<FoundSurvey>(sql`
    select t.id::text as id, t.name, case when t.status = 'Live' and t.out_of_field_at <= now() then 'Complete'
      else t.status end as status, p.project_name, t.country_code, t.language_code
    from surveys t join projects p on p.id = t.project_id
    where t.id = any(${sql.param(ids)}::uuid[]) and ${source.mine}
    order by ${rankOf(source.id, source.columns, text)}, ${source.order} limit ${limit}`);
}

/** Projects of these accounts by name, number or id. */
export async function findProjects(
  connection: Connection,
  accountIds: string[],
  text: string,
  limit: number,
): Promise<FoundProject[]> {
  if (accountIds.length === 0) return [];
  const source = ofAccounts(sql`projects t`, accountIds, [sql`t.project_name`, sql`t.project_number`]);
  const others = await candidates(connection, source, text, limit);
  const ids = [...new Set([...(isUuid(text) ? [text.toLowerCase()] : []), ...others])];
  if (ids.length === 0) return [];
  return connection.execute<FoundProject>(sql`
    select t.id::text as id, t.project_name as name, t.project_number as number, u.name as manager_name
    from projects t left join users u on u.id = t.project_manager_id
    where t.id = any(${sql.param(ids)}::uuid[]) and ${source.mine}
    order by ${rankOf(source.id, source.columns, text)}, ${source.order} limit ${limit}`);
}

/** The active users of these accounts by name, e-mail or id. */
export async function findPeople(
  connection: Connection,
  accountIds: string[],
  text: string,
  limit: number,
): Promise<FoundPerson[]> {
  if (accountIds.length === 0) return [];
  const columns = [sql`u.name`, sql`u.email`];
  const parts = columns.map((column) => sql`${column} ilike ${likePattern(text)}`);
  return connection.execute<FoundPerson>(sql`
    select u.id::text as id, u.name, u.email from users u
    where u.disabled_at is null and ${anyOf([...parts, sql`u.id::text = lower(${text})`])}
      and u.id in (select m.user_id from memberships m where m.account_id = any(${sql.param(accountIds)}::uuid[]))
    order by ${rankOf(sql`u.id`, columns, text)}, lower(u.name), u.email limit ${limit}`);
}

/** A survey of a copy; its project is known by id alone. */
export type CopiedSurvey = Omit<FoundSurvey, "project_name"> & { project_id: string | null };

/** Surveys of a copy of a remote service, as `findSurveys` finds our own. */
export async function findCopiedSurveys(
  connection: Connection,
  copy: CopyKey,
  text: string,
  limit: number,
): Promise<CopiedSurvey[]> {
  const mine = sql`t.connection = ${copy.connection} and t.credential = ${copy.credential}`;
  const source: Source = {
    table: sql`survey_copies t`,
    mine,
    newest: sql`(select * from survey_copies t where ${mine} order by t.position desc limit ${LOOKED_THROUGH}) as t`,
    order: sql`t.position desc`,
    id: sql`t.survey_id`,
    columns: [sql`t.name`],
  };
  const ids = [...new Set([text, ...(await candidates(connection, source, text, limit))])];
  return connection.execute<CopiedSurvey>(sql`
    select t.survey_id as id, coalesce(t.name, t.survey_id) as name, t.status, t.project_id,
      t.survey ->> 'country_code' as country_code, t.survey ->> 'language_code' as language_code
    from survey_copies t where ${mine} and t.survey_id = any(${sql.param(ids)}::text[])
    order by ${rankOf(source.id, source.columns, text)}, ${source.order} limit ${limit}`);
}
