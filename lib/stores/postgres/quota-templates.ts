import { and, asc, count, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { quotaTemplates } from "./schema/quota-templates";

/** Who asks: templates are looked for only among those of these accounts. */
export type TemplateReader = { connection: string; accountIds: string[] };

type Stored = typeof quotaTemplates.$inferSelect;
/** A template without its quotas, which may be thousands. */
export type StoredTemplate = Omit<Stored, "quotas">;
type NewTemplate = Pick<
  typeof quotaTemplates.$inferInsert,
  "connection" | "accountId" | "name" | "countryCode" | "quotas" | "who"
>;

const { quotas: _quotas, ...shown } = getTableColumns(quotaTemplates);

const readableBy = ({ connection, accountIds }: TemplateReader) =>
  and(eq(quotaTemplates.connection, connection), inArray(quotaTemplates.accountId, accountIds));

const called = (name: string) => eq(sql`lower(${quotaTemplates.name})`, sql`lower(${name})`);

export async function listQuotaTemplates(connection: Connection, reader: TemplateReader): Promise<StoredTemplate[]> {
  if (reader.accountIds.length === 0) return [];
  return connection
    .select(shown)
    .from(quotaTemplates)
    .where(readableBy(reader))
    .orderBy(asc(sql`lower(${quotaTemplates.name})`), asc(quotaTemplates.id));
}

/** A template with its quotas; null when none of this reader has this id. */
export async function findQuotaTemplate(connection: Connection, reader: TemplateReader, id: string) {
  if (!isUuid(id) || reader.accountIds.length === 0) return null;
  const [row] = await connection
    .select({ ...shown, quotas: quotaTemplates.quotas })
    .from(quotaTemplates)
    .where(and(readableBy(reader), eq(quotaTemplates.id, id)));
  return row ?? null;
}

type Account = Pick<StoredTemplate, "connection" | "accountId">;

/** Lets nobody else name a template of this account until the transaction ends; before any of its rows is locked. */
export async function lockTemplateNames(transaction: Connection, { connection, accountId }: Account): Promise<void> {
  const account = JSON.stringify(["quota templates", connection, accountId]);
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${account}, 0))`);
}

/** The template of an account that has this name in any case. */
export async function findQuotaTemplateNamed(
  connection: Connection,
  account: Account,
  name: string,
): Promise<StoredTemplate | null> {
  const [row] = await connection
    .select(shown)
    .from(quotaTemplates)
    .where(and(readableBy({ connection: account.connection, accountIds: [account.accountId] }), called(name)));
  return row ?? null;
}

/** How many templates there are, and the bytes that their quotas take up as they are stored. */
export async function measureQuotaTemplates(
  connection: Connection,
  reader: TemplateReader,
): Promise<{ templates: number; bytes: number }> {
  const bytes = sql<number>`coalesce(sum(pg_column_size(${quotaTemplates.quotas})), 0)`.mapWith(Number);
  const [row] = await connection.select({ templates: count(), bytes }).from(quotaTemplates).where(readableBy(reader));
  return row ?? { templates: 0, bytes: 0 };
}

export async function insertQuotaTemplate(transaction: Connection, values: NewTemplate): Promise<StoredTemplate> {
  return first(await transaction.insert(quotaTemplates).values(values).returning(shown));
}

/** Changes a template; null when it was deleted meanwhile. */
export async function updateQuotaTemplate(
  transaction: Connection,
  id: string,
  change: Partial<Pick<NewTemplate, "name" | "countryCode" | "quotas">> & Pick<NewTemplate, "who">,
): Promise<StoredTemplate | null> {
  const [row] = await transaction
    .update(quotaTemplates)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(quotaTemplates.id, id))
    .returning(shown);
  return row ?? null;
}

export async function deleteQuotaTemplate(transaction: Connection, id: string): Promise<void> {
  await transaction.delete(quotaTemplates).where(eq(quotaTemplates.id, id));
}

function first(rows: StoredTemplate[]): StoredTemplate {
  const [row] = rows;
  if (!row) throw new Error("The template was not inserted.");
  return row;
}
