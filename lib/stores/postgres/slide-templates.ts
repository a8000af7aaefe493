import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { slideTemplates } from "./schema/slides";

/** What an account's slides look like. */
export type StoredTemplate = typeof slideTemplates.$inferSelect;
type Place = Pick<StoredTemplate, "connection" | "accountId">;

const at = ({ connection, accountId }: Place) =>
  and(eq(slideTemplates.connection, connection), eq(slideTemplates.accountId, accountId));

/** Without the files of their layouts, which may be large. */
export const listTemplates = (
  connection: Connection,
  of: { connection: string; accountIds: readonly string[] },
): Promise<StoredTemplate[]> =>
  connection
    .select({ ...getTableColumns(slideTemplates), look: sql`${slideTemplates.look} #- '{layout,parts}'` })
    .from(slideTemplates)
    .where(and(eq(slideTemplates.connection, of.connection), inArray(slideTemplates.accountId, [...of.accountIds])));

export async function findTemplate(connection: Connection, place: Place): Promise<StoredTemplate | null> {
  const [found] = await connection.select().from(slideTemplates).where(at(place));
  return found ?? null;
}

type Kept = Pick<StoredTemplate, "connection" | "accountId" | "name" | "look" | "who">;

export async function putTemplate(transaction: Connection, template: Kept): Promise<StoredTemplate> {
  const { name, look, who } = template;
  const [kept] = await transaction
    .insert(slideTemplates)
    .values(template)
    .onConflictDoUpdate({
      target: [slideTemplates.connection, slideTemplates.accountId],
      set: { name, look, who, updatedAt: sql`now()` },
    })
    .returning();
  if (!kept) throw new Error("The template was not written.");
  return kept;
}

export async function deleteTemplate(transaction: Connection, place: Place): Promise<StoredTemplate | null> {
  const [gone] = await transaction.delete(slideTemplates).where(at(place)).returning();
  return gone ?? null;
}
