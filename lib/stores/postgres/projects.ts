import { and, asc, count, eq, inArray, or, sql } from "drizzle-orm";
import type { ProjectSums } from "@/lib/contracts/interfaces/demand-replies";
import type { Connection } from "./client";
import { isUuid, knownIds, likePattern } from "./conditions";
import { refreshAccountCounts } from "./counts";
import { projects } from "./schema/demand";

export type ProjectRow = typeof projects.$inferSelect;

type ProjectFilter = {
  accountIds: string[];
  ids?: string[] | undefined;
  managerIds?: string[] | undefined;
  /** Part of the name or number, or a whole id. */
  search?: string | undefined;
  page: number;
  pageSize: number;
};

export async function listProjects(connection: Connection, filter: ProjectFilter) {
  if (filter.accountIds.length === 0) return { total: 0, projects: [] };
  const text = filter.search?.trim();
  const where = and(
    inArray(projects.accountId, filter.accountIds),
    filter.ids && inArray(projects.id, knownIds(filter.ids)),
    filter.managerIds && inArray(projects.projectManagerId, knownIds(filter.managerIds)),
    text
      ? or(
          sql`${projects.projectName} ilike ${likePattern(text)}`,
          sql`${projects.projectNumber} ilike ${likePattern(text)}`,
          isUuid(text) ? eq(projects.id, text) : undefined,
        )
      : undefined,
  );
  const [[total], rows] = await Promise.all([
    connection.select({ total: count() }).from(projects).where(where),
    connection
      .select()
      .from(projects)
      .where(where)
      .orderBy(asc(projects.createdAt), asc(projects.id))
      .limit(filter.pageSize)
      .offset((filter.page - 1) * filter.pageSize),
  ]);
  return { total: total?.total ?? 0, projects: rows };
}

/** A project whoever's it is: for commands of who runs the installation. */
export async function findProject(connection: Connection, id: string): Promise<ProjectRow | null> {
  if (!isUuid(id)) return null;
  const [found] = await connection.select().from(projects).where(eq(projects.id, id));
  return found ?? null;
}

/** Sums over the surveys of each of these projects. A project without surveys has zeros. */
export async function sumsOfProjects(
  connection: Connection,
  accountIds: string[],
  projectIds: string[],
): Promise<Map<string, ProjectSums>> {
  const sums = new Map<string, ProjectSums>(projectIds.map((id) => [id, noSurveys()]));
  if (projectIds.length === 0) return sums;
  await refreshAccountCounts(connection, accountIds);
  const rows = await connection.execute<{ project_id: string } & ProjectSums>(sql`
    select s.project_id, count(*)::int as surveys, count(*) filter (where s.status = 'Live')::int as live,
      sum(s.respondents)::float8 as respondents, sum(c.completes)::float8 as survey_completes,
      sum(c.total_cost)::float8 as total_cost,
      to_char(min(s.out_of_field_at) filter (where s.status = 'Live') at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as next_out_of_field
    from surveys s join survey_counts c on c.survey_id = s.id
    where s.project_id in (select unnest(${sql.param(projectIds)}::uuid[]))
    group by s.project_id`);
  for (const { project_id, ...project } of rows) sums.set(project_id, project);
  return sums;
}

const noSurveys = (): ProjectSums => ({
  surveys: 0,
  live: 0,
  respondents: 0,
  survey_completes: 0,
  total_cost: 0,
  next_out_of_field: null,
});

/**
 * A project of these accounts, kept as it is until the transaction ends; null when it is none of theirs. Whoever goes
 * on to change it locks it for `update` at once: two who shared it first would each wait for the other to let go.
 */
export async function lockProject(
  transaction: Connection,
  accountIds: string[],
  projectId: string,
  strength: "share" | "update" = "share",
): Promise<ProjectRow | null> {
  if (!isUuid(projectId) || accountIds.length === 0) return null;
  const [project] = await transaction
    .select()
    .from(projects)
    .where(and(eq(projects.id, projectId), inArray(projects.accountId, accountIds)))
    .for(strength);
  return project ?? null;
}

export async function insertProject(
  transaction: Connection,
  values: typeof projects.$inferInsert,
): Promise<ProjectRow> {
  const [row] = await transaction.insert(projects).values(values).returning();
  if (!row) throw new Error("The project was not inserted.");
  return row;
}

/** Changes a project that the caller has locked for `update`, and gives it as it is then. */
export async function updateProject(
  transaction: Connection,
  locked: ProjectRow,
  change: Partial<typeof projects.$inferInsert>,
): Promise<ProjectRow> {
  if (Object.keys(change).length === 0) return locked;
  const [row] = await transaction.update(projects).set(change).where(eq(projects.id, locked.id)).returning();
  if (!row) throw new Error("The project was not updated.");
  return row;
}

/**
 * For other services: those of some surveys of an account that are in one group with another one of it, being of the
 * same project, or named by that project's session exclusions (their numbers, or their project's).
 */
export async function surveysInGroup(
  connection: Connection,
  { accountId, surveyId, others }: { accountId: string; surveyId: string; others: readonly string[] },
): Promise<Set<string>> {
  const candidates = others.filter(isUuid);
  if (!isUuid(surveyId) || !isUuid(accountId) || candidates.length === 0) return new Set();
  const rows = await connection.execute<{ id: string }>(sql`
    select o.id::text from surveys s join projects p on p.id = s.project_id
      join surveys o on o.account_id = s.account_id and o.id = any(${sql.param(candidates)}::uuid[])
      join projects q on q.id = o.project_id
    where s.id = ${surveyId}::uuid and s.account_id = ${accountId}::uuid
      and (q.id = p.id or array[q.id::text, q.project_number, o.id::text] && p.session_exclusions)`);
  return new Set(rows.map(({ id }) => id));
}
