import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { passwordLinks, users } from "./schema/accounts";

type NewLink = Pick<typeof passwordLinks.$inferInsert, "linkHash" | "userId" | "purpose" | "expiresAt">;

/** Keeps a link by its hash; those that have run out are forgotten on the way. */
export async function insertPasswordLink(connection: Connection, link: NewLink): Promise<void> {
  await connection.delete(passwordLinks).where(lt(passwordLinks.expiresAt, sql`now()`));
  await connection.insert(passwordLinks).values(link);
}

/** A link that still works, with the active user whose password it sets; null: there is none of this hash. */
export async function findPasswordLink(connection: Connection, linkHash: string) {
  const [row] = await connection
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      purpose: passwordLinks.purpose,
      expiresAt: passwordLinks.expiresAt,
    })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(
      and(eq(passwordLinks.linkHash, linkHash), gt(passwordLinks.expiresAt, sql`now()`), isNull(users.disabledAt)),
    );
  return row ?? null;
}

/** Uses a link up; false: it was used meanwhile. */
export async function usePasswordLink(transaction: Connection, linkHash: string): Promise<boolean> {
  const used = await transaction
    .delete(passwordLinks)
    .where(and(eq(passwordLinks.linkHash, linkHash), gt(passwordLinks.expiresAt, sql`now()`)))
    .returning({ userId: passwordLinks.userId });
  return used.length > 0;
}
