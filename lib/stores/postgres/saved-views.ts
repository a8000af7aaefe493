import { and, asc, count, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { people } from "./schema/people";
import { defaultViews, savedViews } from "./schema/saved";

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

type Measure = { views: number; characters: number };

/** How much of what is shared in an account stands in a list of views: it travels with every page of that list. */
export const SHARED_LIMITS = {
  person: { views: 50, characters: 48_000 },
  account: { views: 200, characters: 160_000 },
} as const satisfies Record<string, Measure>;

/**
 * Ids of shared views within the limits, the oldest first, by their maker and by their account: what was shared before
 * there were limits, or past them, reaches nobody else's page.
 */
const withinLimits = ({ connection, accountIds }: ViewReader, list: string) => sql`(
  select id from (
    select id, row_number() over of_person as of_person, sum(length(query)) over of_person as person_characters,
      row_number() over of_account as of_account, sum(length(query)) over of_account as account_characters
    from ${savedViews}
    where connection = ${connection} and list = ${list} and ${inArray(savedViews.accountId, accountIds)}
    window of_person as (partition by account_id, person_id order by id),
      of_account as (partition by account_id order by id)
  ) as shared
  where of_person <= ${SHARED_LIMITS.person.views} and person_characters <= ${SHARED_LIMITS.person.characters}
    and of_account <= ${SHARED_LIMITS.account.views} and account_characters <= ${SHARED_LIMITS.account.characters})`;

const listedTo = (reader: ViewReader, list: string) =>
  reader.accountIds.length > 0
    ? or(eq(savedViews.personId, reader.personId), sql`${savedViews.id} in ${withinLimits(reader, list)}`)
    : undefined;

const withOwner = (connection: Connection) =>
  connection
    .select({ view: savedViews, owner: people.name })
    .from(savedViews)
    .innerJoin(people, eq(people.id, savedViews.personId));

export async function listViews(connection: Connection, reader: ViewReader, list: string): Promise<SavedView[]> {
  const rows = await withOwner(connection)
    .where(and(readableBy(reader), eq(savedViews.list, list), listedTo(reader, list)))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id));
  return rows.map(({ view, owner }) => ({ ...view, owner }));
}

/** One view of a list; null when there is none that this person may open. */
export async function findView(
  connection: Connection,
  reader: ViewReader,
  { list, id }: { list: string; id: string },
): Promise<SavedView | null> {
  if (!isUuid(id)) return null;
  const [row] = await withOwner(connection).where(
    and(readableBy(reader), eq(savedViews.list, list), eq(savedViews.id, id)),
  );
  return row ? { ...row.view, owner: row.owner } : null;
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

type SharedList = { connection: string; accountId: string; list: string };

/** Lets nobody else share a view of this list with the account until the transaction ends. */
export async function lockSharedViews(transaction: Connection, { connection, accountId, list }: SharedList) {
  const key = JSON.stringify(["shared views", connection, accountId, list]);
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** What is shared with an account in a list, and what of it by one person. */
export async function measureSharedViews(
  transaction: Connection,
  { connection, accountId, list }: SharedList,
  personId: string,
): Promise<Record<keyof typeof SHARED_LIMITS, Measure>> {
  const theirs = sql`filter (where ${savedViews.personId} = ${personId})`;
  const characters = sql`sum(length(${savedViews.query}))`;
  const [row] = await transaction
    .select({
      views: count(),
      characters: sql<number>`coalesce(${characters}, 0)`.mapWith(Number),
      personViews: sql<number>`count(*) ${theirs}`.mapWith(Number),
      personCharacters: sql<number>`coalesce(${characters} ${theirs}, 0)`.mapWith(Number),
    })
    .from(savedViews)
    .where(and(eq(savedViews.connection, connection), eq(savedViews.accountId, accountId), eq(savedViews.list, list)));
  const { views = 0, characters: all = 0, personViews = 0, personCharacters = 0 } = row ?? {};
  return { person: { views: personViews, characters: personCharacters }, account: { views, characters: all } };
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
