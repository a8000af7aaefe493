import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import {
  addressOf,
  type DatabaseFacts,
  databaseProblem,
  lastingProblem,
  ownerProblem,
} from "@/lib/start/database-problem";
import { StartError, say } from "@/lib/start/say";

const PATIENCE_MS = 30_000;
const AGAIN_MS = 500;

/** Runs with a connection of its own, which is closed afterwards. */
async function connected<T>(url: string, use: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
const reasonOf = (error: unknown) => (error instanceof Error && error.message) || codeOf(error) || String(error);

/** Waits for a server that may be starting beside us, unless it refuses us for a reason that lasts. */
async function waitForDatabase(url: string, variable: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  const { place } = addressOf(url);
  for (let told = false; ; told = true) {
    try {
      await connected(url, (sql) => sql`select 1`);
      return;
    } catch (error) {
      const problem = lastingProblem(codeOf(error), variable, url);
      if (problem) throw new StartError(problem);
      if (Date.now() > deadline) {
        throw new StartError(
          `PostgreSQL at ${place} cannot be reached: ${reasonOf(error)}. Start it, or correct ${variable}.`,
        );
      }
      if (!told) say(`Waiting for PostgreSQL at ${place} (${codeOf(error) || reasonOf(error)})…`);
      await sleep(AGAIN_MS, undefined, { signal });
    }
  }
}

async function factsOf(sql: postgres.Sql): Promise<DatabaseFacts> {
  const [facts] = await sql<DatabaseFacts[]>`
    select current_setting('server_version_num')::int as "versionNumber",
      split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('server_encoding') as encoding,
      exists (select from pg_collation where collname = 'und-x-icu'
        and collencoding in (-1, (select encoding from pg_database where datname = current_database()))) as "hasIcu"`;
  if (!facts) throw new Error("The database said nothing of itself.");
  return facts;
}

async function ownerFactsOf(sql: postgres.Sql) {
  const [facts] = await sql<Parameters<typeof ownerProblem>[0][]>`
    select current_user as role,
      has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as "mayCreate",
      (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('public.audit')) as "tableOwner",
      coalesce((select pg_has_role(current_user, relowner, 'usage') from pg_class
        where oid = to_regclass('public.audit')), false) as "ownsTables"`;
  if (!facts) throw new Error("The database said nothing of the role.");
  return facts;
}

function variableOf(ownerUrl: string, { url, directUrl }: { url: string; directUrl: string }) {
  if (ownerUrl === url) return "DATABASE_URL";
  return ownerUrl === directUrl ? "DIRECT_DATABASE_URL" : "MIGRATION_DATABASE_URL";
}

/**
 * Waits until a configured database can be used, as who uses it and as who brings it up to date. Fails in a sentence
 * that says what to do, before anything is changed.
 */
export async function requireUsableDatabase(
  addresses: { url: string; ownerUrl?: string | undefined; directUrl?: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const { url, directUrl = url, ownerUrl = directUrl } = addresses;
  const refuse = (problem: string | null) => {
    if (problem) throw new StartError(problem);
  };
  await waitForDatabase(url, "DATABASE_URL", signal);
  refuse(databaseProblem(await connected(url, factsOf), "DATABASE_URL"));
  if (directUrl !== url) {
    await waitForDatabase(directUrl, "DIRECT_DATABASE_URL", signal);
    refuse(databaseProblem(await connected(directUrl, factsOf), "DIRECT_DATABASE_URL"));
  }
  const ownerVariable = variableOf(ownerUrl, { url, directUrl });
  if (ownerUrl !== url && ownerUrl !== directUrl) {
    await waitForDatabase(ownerUrl, ownerVariable, signal);
    refuse(databaseProblem(await connected(ownerUrl, factsOf), ownerVariable));
  }
  refuse(ownerProblem(await connected(ownerUrl, ownerFactsOf), ownerVariable));
}
