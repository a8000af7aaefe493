import { and, asc, count, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { defaultViews, people, savedViews } from "./schema";

/** Who asks: views are looked for only among those that this person may open. */
export type ViewReader = { connection: string; personId: string; accountIds: string[] };

export type SavedView = typeof savedViews.$inferSelect & { owner: string };
type NewView = Pick<
  typeof savedViews.$inferInsert,
  "connection" | "accountId" | "personId" | "list" | "name" | "query"
>;
type ViewChange = Partial<Pick<NewView, "accountId" | "name" | "query">>;

/** A person's own, and those shared with an account that the person is in now, each of this connection alone. */
export const readableBy = ({ connection, personId, accountIds }: ViewReader) =>
  and(
    eq(savedViews.connection, connection),
    or(
      and(isNull(savedViews.accountId), eq(savedViews.personId, personId)),
      accountIds.length > 0 ? inArray(savedViews.accountId, accountIds) : undefined,
    ),
  );

const withOwner = (connection: Connection) =>
  connection
    .select({ view: savedViews, owner: people.name })
    .from(savedViews)
    .innerJoin(people, eq(people.id, savedViews.personId));

export async function listViews(connection: Connection, reader: ViewReader, list: string): Promise<SavedView[]> {
  const rows = await withOwner(connection)
    .where(and(readableBy(reader), eq(savedViews.list, list)))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id));
  return rows.map(({ view, owner }) => ({ ...view, owner }));
}

/** One view, kept as it is until the transaction ends; null when there is none that this person may open. */
export async function lockView(transaction: Connection, reader: ViewReader, id: string): Promise<SavedView | null> {
  if (!isUuid(id)) return null;
  const [row] = await withOwner(transaction)
    .where(and(readableBy(reader), eq(savedViews.id, id)))
    .for("update", { of: savedViews });
  return row ? { ...row.view, owner: row.owner } : null;
}

/** How many views of a list a person has made. */
export async function countOwnViews(connection: Connection, personId: string, list: string): Promise<number> {
  const [row] = await connection
    .select({ views: count() })
    .from(savedViews)
    .where(and(eq(savedViews.personId, personId), eq(savedViews.list, list)));
  return row?.views ?? 0;
}

export async function insertView(transaction: Connection, values: NewView) {
  const [row] = await transaction.insert(savedViews).values(values).returning();
  if (!row) throw new Error("The view was not inserted.");
  return row;
}

export async function updateView(transaction: Connection, id: string, change: ViewChange) {
  const [row] = await transaction
    .update(savedViews)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(savedViews.id, id))
    .returning();
  if (!row) throw new Error("The view was not updated.");
  return row;
}

/** Deletes a view; whoever had it as the default gets the product's own choice again. */
export async function deleteView(transaction: Connection, id: string): Promise<void> {
  await transaction.delete(defaultViews).where(eq(defaultViews.viewId, id));
  await transaction.delete(savedViews).where(eq(savedViews.id, id));
}

export async function findDefaultView(connection: Connection, personId: string, list: string): Promise<string | null> {
  const [row] = await connection
    .select({ viewId: defaultViews.viewId })
    .from(defaultViews)
    .where(and(eq(defaultViews.personId, personId), eq(defaultViews.list, list)));
  return row?.viewId ?? null;
}

export async function setDefaultView(connection: Connection, row: typeof defaultViews.$inferInsert): Promise<void> {
  await connection
    .insert(defaultViews)
    .values(row)
    .onConflictDoUpdate({ target: [defaultViews.personId, defaultViews.list], set: { viewId: row.viewId } });
}
