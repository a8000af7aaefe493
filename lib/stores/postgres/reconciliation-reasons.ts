import { and, eq, inArray } from "drizzle-orm";
import type { ReconciliationStatus } from "@/lib/contracts/interfaces/demand";
import type { Connection } from "./client";
import { reconciliationReasons } from "./schema/saved";

/** Why, by whom and when a response got the status that it had then. */
export type ReasonRow = { status: ReconciliationStatus; reason: string; who: string; at: Date };
type Place = { connection: string; surveyId: string; rdud: string };

const at = ({ connection, surveyId, rdud }: Place) =>
  and(
    eq(reconciliationReasons.connection, connection),
    eq(reconciliationReasons.surveyId, surveyId),
    eq(reconciliationReasons.rdud, rdud),
  );

/** Those of some responses of a survey. The caller has proved that the survey is the viewer's. */
export async function listReasons(database: Connection, place: Omit<Place, "rdud">, rduds: string[]) {
  if (rduds.length === 0) return [];
  return database
    .select()
    .from(reconciliationReasons)
    .where(
      and(
        eq(reconciliationReasons.connection, place.connection),
        eq(reconciliationReasons.surveyId, place.surveyId),
        inArray(reconciliationReasons.rdud, rduds),
      ),
    );
}

export async function findReason(database: Connection, place: Place): Promise<ReasonRow | null> {
  const { status, reason, who, at: when } = reconciliationReasons;
  const [row] = await database.select({ status, reason, who, at: when }).from(reconciliationReasons).where(at(place));
  return row ?? null;
}

/** Keeps a reason in place of the one before; null: none is left. The same again changes nothing. */
export async function putReason(database: Connection, place: Place, row: ReasonRow | null): Promise<void> {
  if (row === null) {
    await database.delete(reconciliationReasons).where(at(place));
    return;
  }
  const { connection, surveyId, rdud } = reconciliationReasons;
  await database
    .insert(reconciliationReasons)
    .values({ ...place, ...row })
    .onConflictDoUpdate({ target: [connection, surveyId, rdud], set: row });
}
