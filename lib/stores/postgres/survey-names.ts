import { sql } from "drizzle-orm";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import type { CopyKey } from "./survey-copies";

type Named = { id: string; name: string | null };

/** Surveys of an account by whole ids or whole names, in any case. */
export async function surveysCalled(connection: Connection, accountId: string, texts: string[]): Promise<Named[]> {
  if (!isUuid(accountId)) return [];
  const ids = sql`${sql.param(texts.filter(isUuid))}::uuid[]`;
  const names = sql`${sql.param(texts.map((text) => text.toLowerCase()))}::text[]`;
  return connection.execute<Named>(sql`
    select id::text, name from surveys
    where account_id = ${accountId}::uuid and (id = any(${ids}) or lower(name) = any(${names}))
    order by created_at, id`);
}

type CopiedName = Named & { projectId: string | null };

/** As `surveysCalled`, among the copies of a remote service's surveys. */
export async function copiesCalled(
  connection: Connection,
  { connection: name, credential }: CopyKey,
  texts: string[],
): Promise<CopiedName[]> {
  const lower = sql`${sql.param(texts.map((text) => text.toLowerCase()))}::text[]`;
  return connection.execute<CopiedName>(sql`
    select survey_id as id, name, project_id as "projectId" from survey_copies
    where connection = ${name} and credential = ${credential}
      and (survey_id = any(${sql.param(texts)}::text[]) or lower(name) = any(${lower}))
    order by position`);
}
