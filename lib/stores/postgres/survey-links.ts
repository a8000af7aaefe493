import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { surveyLinks } from "./schema/survey-links";

/** Which survey numbers of a remote duplicate check stand for which surveys. */
export type SurveyLinkRow = typeof surveyLinks.$inferSelect;

export const listLinks = (connection: Connection, of: string): Promise<SurveyLinkRow[]> =>
  connection.select().from(surveyLinks).where(eq(surveyLinks.connection, of)).orderBy(asc(surveyLinks.at));

/** Links of surveys with these ids, or with these numbers. */
export async function linksOf(connection: Connection, of: string, texts: string[]): Promise<SurveyLinkRow[]> {
  if (texts.length === 0) return [];
  const named = or(inArray(surveyLinks.surveyId, texts), inArray(surveyLinks.surveyNumber, texts));
  return connection
    .select()
    .from(surveyLinks)
    .where(and(eq(surveyLinks.connection, of), named));
}

/** Sets a survey's number; false when another survey has it, also one that is given it at the same time. */
export async function putLink(transaction: Connection, link: Omit<SurveyLinkRow, "at">): Promise<boolean> {
  const links = JSON.stringify(["survey links", link.connection]);
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${links}, 0))`);
  const [taken] = await transaction
    .select({ surveyId: surveyLinks.surveyId })
    .from(surveyLinks)
    .where(and(eq(surveyLinks.connection, link.connection), eq(surveyLinks.surveyNumber, link.surveyNumber)));
  if (taken && taken.surveyId !== link.surveyId) return false;
  await transaction
    .insert(surveyLinks)
    .values(link)
    .onConflictDoUpdate({
      target: [surveyLinks.connection, surveyLinks.surveyId],
      set: { surveyNumber: link.surveyNumber, who: link.who, at: new Date() },
    });
  return true;
}

export async function deleteLink(transaction: Connection, of: string, surveyId: string): Promise<void> {
  await transaction.delete(surveyLinks).where(and(eq(surveyLinks.connection, of), eq(surveyLinks.surveyId, surveyId)));
}
