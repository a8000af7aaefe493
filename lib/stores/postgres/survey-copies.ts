import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { ProjectSums } from "@/lib/contracts/interfaces/demand-replies";
import { storedSurvey } from "@/lib/contracts/interfaces/stored-replies";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { SurveySortKey } from "@/lib/contracts/terms/demand";
import type { Connection, Database } from "./client";
import { likePattern } from "./conditions";
import { alphabetical } from "./schema/columns";
import { surveyCopies, surveyCopyRuns } from "./schema/survey-copies";
import { copyRow, copyRowsJson } from "./survey-copy-row";

/** Whose copy: a connection, and the e-mail whose token it is read with. */
export type CopyKey = { connection: string; credential: string };

export type CopyFilter = {
  ids?: string[] | undefined;
  projectIds?: string[] | undefined;
  /** In any case: a remote service may know statuses that we don't. */
  statuses?: string[] | undefined;
  /** Part of the name, or a whole id. */
  search?: string | undefined;
  sort: { key: SurveySortKey; descending: boolean };
  page: number;
  pageSize: number;
};

const sortColumns = {
  created: surveyCopies.position,
  name: surveyCopies.name,
  status: surveyCopies.status,
  respondents: surveyCopies.respondents,
  survey_completes: surveyCopies.surveyCompletes,
  offered_price_per_complete: surveyCopies.offeredPricePerComplete,
  length_of_interview: surveyCopies.lengthOfInterview,
  incidence_rate: surveyCopies.incidenceRate,
  out_of_field_date: surveyCopies.outOfFieldAt,
  last_complete_at: surveyCopies.lastCompleteAt,
} as const satisfies Record<SurveySortKey, unknown>;

const rowsOf = ({ connection, credential }: CopyKey) =>
  and(eq(surveyCopies.connection, connection), eq(surveyCopies.credential, credential));

/** One snapshot for several statements: a refresh that is made visible meanwhile is seen by none of them. */
const SNAPSHOT = { isolationLevel: "repeatable read", accessMode: "read only" } as const;

/**
 * One page of a copy and how many surveys match in all; null while there is no complete copy. `unreadable`: how many of
 * the page another release copied in another shape, which the next refresh overwrites.
 */
export async function searchCopy(
  database: Database,
  copy: CopyKey,
  filter: CopyFilter,
): Promise<{ asOf: Date; total: number; surveys: Survey[]; unreadable: number } | null> {
  return database.transaction(async (snapshot) => {
    const asOf = await copyAsOf(snapshot, copy);
    if (!asOf) return null;
    const where = and(rowsOf(copy), conditionsOf(filter));
    const [row] = await snapshot.select({ total: sql<number>`count(*)::int` }).from(surveyCopies).where(where);
    const rows = await snapshot
      .select({ survey: surveyCopies.survey })
      .from(surveyCopies)
      .where(where)
      .orderBy(...orderBy(filter.sort))
      .limit(filter.pageSize)
      .offset((filter.page - 1) * filter.pageSize);
    const surveys = rows.flatMap(({ survey }) => readCopied(survey) ?? []);
    return { asOf, total: row?.total ?? 0, surveys, unreadable: rows.length - surveys.length };
  }, SNAPSHOT);
}

const readCopied = (survey: unknown): Survey | undefined => storedSurvey.safeParse(survey).data;

/** The ids of all that match in their order, as one statement saw them; null while there is no complete copy. */
export async function copiedSurveyIds(
  connection: Connection,
  copy: CopyKey,
  filter: Omit<CopyFilter, "page" | "pageSize">,
): Promise<string[] | null> {
  if (!(await copyAsOf(connection, copy))) return null;
  const rows = await connection
    .select({ id: surveyCopies.surveyId })
    .from(surveyCopies)
    .where(and(rowsOf(copy), conditionsOf(filter)))
    .orderBy(...orderBy(filter.sort));
  return rows.map(({ id }) => id);
}

async function copyAsOf(connection: Connection, { connection: name, credential }: CopyKey): Promise<Date | null> {
  const [run] = await connection
    .select({ asOf: surveyCopyRuns.asOf })
    .from(surveyCopyRuns)
    .where(and(eq(surveyCopyRuns.connection, name), eq(surveyCopyRuns.credential, credential)));
  return run?.asOf ?? null;
}

function conditionsOf({ ids, projectIds, statuses, search }: Omit<CopyFilter, "page" | "pageSize">): SQL | undefined {
  const text = search?.trim();
  const lowered = statuses?.map((status) => status.trim().toLowerCase());
  return and(
    ids && inArray(surveyCopies.surveyId, ids),
    projectIds && inArray(surveyCopies.projectId, projectIds),
    lowered && inArray(sql`lower(${surveyCopies.status})`, lowered),
    text ? or(sql`${surveyCopies.name} ilike ${likePattern(text)}`, eq(surveyCopies.surveyId, text)) : undefined,
  );
}

/** As the built-in service sorts: unknown values last either way, and the id breaks ties. */
function orderBy({ key, descending }: CopyFilter["sort"]): SQL[] {
  const direction = descending ? sql`desc` : sql`asc`;
  const by = key === "name" ? alphabetical(surveyCopies.name) : sortColumns[key];
  return [sql`${by} ${direction} nulls last`, sql`${surveyCopies.surveyId} ${direction}`];
}

/**
 * Sums over the copied surveys of each of these projects; null while there is no complete copy. A project with a
 * survey whose status, respondents, completes or cost is unknown has no sums: an unknown figure is not zero, and a
 * sum without it would look like one that has everything.
 */
export async function sumsFromCopy(
  database: Database,
  copy: CopyKey,
  projectIds: string[],
): Promise<{ asOf: Date; sums: Map<string, ProjectSums> } | null> {
  type Row = ProjectSums & { project_id: string; known: boolean };
  return database.transaction(async (snapshot) => {
    const asOf = await copyAsOf(snapshot, copy);
    if (!asOf) return null;
    const rows = await snapshot.execute<Row>(sql`
      select asked.project_id, count(c.survey_id)::int as surveys,
        (count(*) filter (where lower(c.status) = 'live'))::int as live,
        coalesce(sum(c.respondents), 0) as respondents, coalesce(sum(c.survey_completes), 0) as survey_completes,
        round(coalesce(sum(c.total_cost), 0)::numeric, 2)::float8 as total_cost,
        to_char(min(c.out_of_field_at) filter (where lower(c.status) = 'live') at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as next_out_of_field,
        bool_and(c.survey_id is null
          or num_nulls(c.status, c.respondents, c.survey_completes, c.total_cost) = 0) as known
      from unnest(${sql.param(projectIds)}::text[]) as asked(project_id)
      left join survey_copies c on c.project_id = asked.project_id
        and c.connection = ${copy.connection} and c.credential = ${copy.credential}
      group by asked.project_id`);
    const sums = new Map<string, ProjectSums>();
    for (const { project_id, known, ...project } of rows) if (known) sums.set(project_id, project);
    return { asOf, sums };
  }, SNAPSHOT);
}

const WRITTEN_COLUMNS = sql`survey_id, position, project_id, name, status, respondents, survey_completes, total_cost,
  offered_price_per_complete, length_of_interview, incidence_rate, out_of_field_at, last_complete_at, survey, hash`;

const READ_COLUMNS = sql`survey_id text, position int, project_id text, name text, status text, respondents float8,
  survey_completes float8, total_cost float8, offered_price_per_complete float8, length_of_interview float8,
  incidence_rate float8, out_of_field_at timestamptz, last_complete_at timestamptz, survey jsonb, hash text`;

const OVERWRITTEN = sql`position = excluded.position, project_id = excluded.project_id, name = excluded.name,
  status = excluded.status, respondents = excluded.respondents, survey_completes = excluded.survey_completes,
  total_cost = excluded.total_cost, offered_price_per_complete = excluded.offered_price_per_complete,
  length_of_interview = excluded.length_of_interview, incidence_rate = excluded.incidence_rate,
  out_of_field_at = excluded.out_of_field_at, last_complete_at = excluded.last_complete_at,
  survey = excluded.survey, hash = excluded.hash, written_at = excluded.written_at`;

/**
 * Writes rows that the refresh of this generation read. A row that a write of ours put there since the refresh
 * began is newer than what was read, and stays. A refresh that lost its lease writes nothing.
 */
export async function writeCopyRows(
  connection: Connection,
  { connection: name, credential, generation, begunAt }: CopyKey & { generation: number; begunAt: Date },
  rows: ReturnType<typeof copyRow>[],
): Promise<void> {
  if (rows.length === 0) return;
  await connection.execute(sql`
    insert into survey_copies (connection, credential, ${WRITTEN_COLUMNS}, written_at)
    select ${name}, ${credential}, ${WRITTEN_COLUMNS}, null
    from jsonb_to_recordset(${copyRowsJson(rows)}::jsonb) as r(${READ_COLUMNS})
    where exists (select from survey_copy_runs
      where connection = ${name} and credential = ${credential} and generation = ${generation})
    on conflict (connection, credential, survey_id) do update set ${OVERWRITTEN}
      where survey_copies.written_at is null or survey_copies.written_at < ${begunAt.toISOString()}::timestamptz`);
}

/** Removes copied surveys that a refresh found gone, but none that was written since the refresh began. */
export async function removeCopyRows(
  connection: Connection,
  copy: CopyKey & { begunAt: Date },
  surveyIds: string[],
): Promise<void> {
  if (surveyIds.length === 0) return;
  await connection.execute(sql`
    delete from survey_copies where ${rowsOf(copy)}
      and survey_id in (select unnest(${sql.param(surveyIds)}::text[]))
      and (written_at is null or written_at < ${copy.begunAt.toISOString()}::timestamptz)`);
}

/** What a copy holds, by survey id: the hash of each row. */
export async function copyHashes(connection: Connection, copy: CopyKey): Promise<Map<string, string>> {
  const rows = await connection
    .select({ surveyId: surveyCopies.surveyId, hash: surveyCopies.hash })
    .from(surveyCopies)
    .where(rowsOf(copy));
  return new Map(rows.map(({ surveyId, hash }) => [surveyId, hash]));
}

/**
 * Puts the outcome of a write of ours into the copy at once, a new survey at its end. Members that the reply left
 * out keep their copied value. Nothing happens where nobody ever asked for a copy.
 */
export async function followWrite(database: Database, copy: CopyKey, survey: Survey): Promise<void> {
  const { connection, credential } = copy;
  await database.transaction(async (transaction) => {
    const [run] = await transaction
      .select({ credential: surveyCopyRuns.credential })
      .from(surveyCopyRuns)
      .where(and(eq(surveyCopyRuns.connection, connection), eq(surveyCopyRuns.credential, credential)));
    if (!run) return;
    const [present] = await transaction
      .select({ survey: surveyCopies.survey, position: surveyCopies.position })
      .from(surveyCopies)
      .where(and(rowsOf(copy), eq(surveyCopies.surveyId, survey.id)))
      .for("update");
    const position = present?.position ?? (await nextPosition(transaction, copy));
    const merged = { ...readCopied(present?.survey), ...survey };
    // No hash: the next refresh takes the row over, whatever the service answers then.
    const json = copyRowsJson([copyRow(merged, position, "")]);
    await transaction.execute(sql`
      insert into survey_copies (connection, credential, ${WRITTEN_COLUMNS}, written_at)
      select ${connection}, ${credential}, ${WRITTEN_COLUMNS}, clock_timestamp()
      from jsonb_to_recordset(${json}::jsonb) as r(${READ_COLUMNS})
      on conflict (connection, credential, survey_id) do update set ${OVERWRITTEN}`);
  });
}

async function nextPosition(connection: Connection, copy: CopyKey): Promise<number> {
  const [row] = await connection
    .select({ next: sql<number>`coalesce(max(${surveyCopies.position}), 0) + 1` })
    .from(surveyCopies)
    .where(rowsOf(copy));
  return row?.next ?? 1;
}
