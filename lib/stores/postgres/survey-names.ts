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

/** The live survey that went live last among those of a user's accounts whose entry link begins so. */
export async function newestLiveSurvey(
  connection: Connection,
  { email, entryLink }: { email: string; entryLink: string },
): Promise<string | null> {
  const [row] = await connection.execute<{ id: string }>(sql`
    select s.id from surveys s join memberships m on m.account_id = s.account_id join users u on u.id = m.user_id
    where u.email = ${email} and s.status = 'Live' and s.out_of_field_at > now()
      and starts_with(s.entry_link, ${entryLink})
    order by s.went_live_at desc nulls last, s.id desc limit 1`);
  return row?.id ?? null;
}
