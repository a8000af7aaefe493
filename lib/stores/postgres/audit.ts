import { and, asc, desc, eq, gt, gte, ilike, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/contracts/context";
import type { Operation } from "@/lib/contracts/operation";
import { FORBIDDEN } from "@/lib/contracts/rules/permissions";
import type { AuditAction } from "@/lib/contracts/terms/audit";
import { AppError } from "@/lib/http/problem";
import type { Connection } from "./client";
import { isUuid, likePattern } from "./conditions";
import { audit } from "./schema/audit";
import { surveys } from "./schema/demand";
import { surveyCopies } from "./schema/survey-copies";
import { BUILT_IN } from "./users";

type Entry = {
  accountId: string | null;
  action: AuditAction;
  thing: string;
  thingId: string | null;
  before?: unknown;
  after?: unknown;
  outcome: (typeof audit.$inferInsert)["outcome"];
  detail?: string;
};

/** Adds one audit row. Pass the transaction of the write itself, so that neither exists without the other. */
export const addAudit = (connection: Connection, context: Context, entry: Entry): Promise<void> =>
  addRow(connection, context, entry);

/** A call that was refused before anything was written goes by the name of its operation. */
type Refused = Omit<Entry, "action"> & { action: string };

async function addRow(connection: Connection, context: Context, entry: Entry | Refused): Promise<void> {
  const { viewer, origin, requestId } = context;
  const row = { connection: viewer.connection, who: viewer.email, origin, requestId, ...entry };
  await connection.insert(audit).values(row).prepare("audit").execute();
}

/**
 * A write that a role does not allow leaves a trace; a read that is refused does not. Nothing is known of what it was
 * about: the trace stands with each account of who tried, for the admins of each. At a remote connection, whose admins
 * are the installation's own, who has several leaves one without an account.
 */
export async function addRefusal(
  connection: Connection,
  context: Context,
  operation: Operation,
  detail = FORBIDDEN,
): Promise<void> {
  const isRead = operation.method === "GET" || (operation.permission ?? "surveys:read").endsWith(":read");
  if (isRead) return;
  const { connection: of, accounts } = context.viewer;
  const ids = of !== BUILT_IN && accounts.length > 1 ? [] : accounts.map(({ id }) => id);
  const entry = {
    action: operation.name,
    thing: operation.path.slice(1) || operation.interface,
    thingId: null,
    outcome: "refused" as const,
    detail,
  };
  for (const accountId of ids.length > 0 ? ids : [null]) await addRow(connection, context, { accountId, ...entry });
}

/**
 * Runs what carries an operation out; what is refused there leaves a trace as a role that does not suffice does. What a
 * service refused has its trace already.
 */
export async function withRefusals<T>(
  connection: Connection,
  context: Context,
  operation: Operation,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isOurs = error instanceof AppError && error.code === "forbidden" && !error.byService;
    if (isOurs) await addRefusal(connection, context, operation, error.message);
    throw error;
  }
}

export type AuditRow = typeof audit.$inferSelect;

/** Whose entries may be read. What lies outside of it is never in a reply, whatever the filter says. */
export type AuditScope = {
  connection: string;
  accountIds: string[];
  /** The reader: entries without an account (writes of somebody who has several) are shown to who wrote them. */
  email: string;
  /** Also to the admins of a remote connection: all of them are the installation's own. */
  seesUnassigned: boolean;
  /** The things whose entries are shown; null: all. */
  things: readonly string[] | null;
  /** A thing that the reader was proven to see: all its entries are his to read. */
  seen: { thing: string; id: string } | null;
};

export type AuditFilter = {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
  who?: string | undefined;
  thing?: string | undefined;
  id?: string | undefined;
  search?: string | undefined;
  action?: string | undefined;
  outcome?: AuditRow["outcome"] | undefined;
  from?: Date | undefined;
  /** Left out itself. */
  until?: Date | undefined;
};

const inScope = ({ connection, accountIds, email, seesUnassigned, things, seen }: AuditScope) =>
  and(
    eq(audit.connection, connection),
    or(
      accountIds.length > 0 ? inArray(audit.accountId, accountIds) : undefined,
      and(isNull(audit.accountId), seesUnassigned ? undefined : eq(audit.who, email)),
      seen ? and(isNull(audit.accountId), eq(audit.thing, seen.thing), eq(audit.thingId, seen.id)) : undefined,
    ),
    things ? inArray(audit.thing, [...things]) : undefined,
  );

/** Surveys by part of their present name, and projects by one they had; a response by its survey's id too. */
function isAbout({ connection, accountIds, email }: AuditScope, search: string): SQL | undefined {
  const pattern = likePattern(search);
  const ours = sql`select id::text from ${surveys}
    where account_id in (select unnest(${sql.param(accountIds.filter(isUuid))}::uuid[])) and name ilike ${pattern}`;
  const copied = sql`select survey_id from ${surveyCopies}
    where connection = ${connection} and credential = ${email} and name ilike ${pattern}`;
  const named = sql`coalesce(${audit.after} ->> 'project_name', ${audit.before} ->> 'project_name')`;
  return or(
    eq(audit.thingId, search),
    and(eq(audit.thing, "responses"), sql`${audit.after} ->> 'survey_id' = ${search}`),
    and(eq(audit.thing, "surveys"), sql`${audit.thingId} in (${connection === BUILT_IN ? ours : copied})`),
    and(eq(audit.thing, "projects"), sql`${named} ilike ${pattern}`),
  );
}

function matching(scope: AuditScope, filter: Omit<AuditFilter, "limit">): SQL | undefined {
  const search = filter.search?.trim();
  return and(
    inScope(scope),
    filter.before === undefined ? undefined : lt(audit.id, filter.before),
    filter.after === undefined ? undefined : gt(audit.id, filter.after),
    filter.who ? ilike(audit.who, likePattern(filter.who)) : undefined,
    filter.thing ? eq(audit.thing, filter.thing) : undefined,
    filter.id ? eq(audit.thingId, filter.id) : undefined,
    filter.action ? eq(audit.action, filter.action) : undefined,
    filter.outcome ? eq(audit.outcome, filter.outcome) : undefined,
    filter.from ? gte(audit.at, filter.from) : undefined,
    filter.until ? lt(audit.at, filter.until) : undefined,
    search ? isAbout(scope, search) : undefined,
  );
}

/** How many entries match, and the id of every `every`-th of them, beginning with the newest. */
export async function auditMarks(
  connection: Connection,
  scope: AuditScope,
  filter: Omit<AuditFilter, "limit">,
  every: number,
): Promise<{ total: number; marks: number[] }> {
  const numbered = connection
    .select({
      id: audit.id,
      place: sql<number>`row_number() over (order by ${audit.id} desc)`.as("place"),
      total: sql<number>`(count(*) over ())::int`.as("total"),
    })
    .from(audit)
    .where(matching(scope, filter))
    .as("numbered");
  const rows = await connection
    .select({ id: numbered.id, total: numbered.total })
    .from(numbered)
    .where(sql`(${numbered.place} - 1) % ${every}::int = 0`)
    .orderBy(desc(numbered.id));
  return { total: rows[0]?.total ?? 0, marks: rows.map(({ id }) => id) };
}

type ChangesOf = { connection: string; accountId: string; actions: readonly string[] };

/** Among how many of an account's newest entries a change is looked for: more than are made in some seconds. */
const RECENT = 200;

/** The newest of an account's recent entries of these actions, whichever process made it; 0: there is none. */
export async function latestChange(
  connection: Connection,
  { connection: of, accountId, actions }: ChangesOf,
): Promise<number> {
  const recent = connection
    .select({ id: audit.id, action: audit.action })
    .from(audit)
    .where(and(eq(audit.connection, of), eq(audit.accountId, accountId)))
    .orderBy(desc(audit.id))
    .limit(RECENT)
    .as("recent");
  const [row] = await connection
    .select({ id: recent.id })
    .from(recent)
    .where(inArray(recent.action, [...actions]))
    .orderBy(desc(recent.id))
    .limit(1);
  return row?.id ?? 0;
}

/** One entry more than `limit` tells whether more lie beyond. Newest first, unless they are those after an entry. */
export async function listAudit(connection: Connection, scope: AuditScope, filter: AuditFilter): Promise<AuditRow[]> {
  return connection
    .select()
    .from(audit)
    .where(matching(scope, filter))
    .orderBy(filter.after === undefined ? desc(audit.id) : asc(audit.id))
    .limit(filter.limit + 1);
}

/** Present names of surveys of these accounts, by id; for entries that hold none. */
export async function surveyNames(
  connection: Connection,
  accountIds: string[],
  ids: string[],
): Promise<Map<string, string>> {
  const known = ids.filter(isUuid);
  if (known.length === 0 || accountIds.length === 0) return new Map();
  const rows = await connection
    .select({ id: surveys.id, name: surveys.name })
    .from(surveys)
    .where(and(inArray(surveys.id, known), inArray(surveys.accountId, accountIds.filter(isUuid))));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
