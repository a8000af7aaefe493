import postgres from "postgres";
import { MIGRATION_LOCK } from "@/lib/stores/postgres/migrate";

/** The role of the embedded database that the web and worker processes connect as. */
export const RESTRICTED_ROLE = "fieldwork_app";

/**
 * Lets a role read and write everything but change or remove audit entries and their seals, save those that are older
 * than the owner lets them become: it owns nothing, so it can neither alter a table nor put the triggers aside. Run after every migration, which may have brought new tables.
 * With a password the role is made, or given that password; without one it is somebody's who exists.
 */
export async function restrictRole(ownerUrl: string, role: string, password?: string): Promise<void> {
  const client = postgres(ownerUrl, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    await client.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      const name = sql(role);
      if (password !== undefined) {
        const [present] = await sql`select 1 from pg_roles where rolname = ${role}`;
        if (!present) await sql`create role ${name}`;
        // A statement that defines a role takes no parameters.
        const [quoted] = await sql<{ text: string }[]>`select quote_literal(${password}) as text`;
        await sql.unsafe(
          `alter role "${role}" login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${quoted?.text}`,
        );
      }
      await sql`grant usage on schema public to ${name}`;
      await sql`grant select, insert, update, delete on all tables in schema public to ${name}`;
      await sql`grant usage, select on all sequences in schema public to ${name}`;
      await sql`revoke all on audit, audit_seals, audit_retention from ${name}`;
      await sql`grant select, insert on audit, audit_seals to ${name}`;
      await sql`grant select on audit_retention to ${name}`;
      await sql`grant execute on function forget_audit(bigint, integer) to ${name}`;
    });
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** Whether whoever connects with this address could change or remove audit entries, its trigger put aside. */
export async function couldChangeAudit(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [row] = await client<{ could: boolean }[]>`
      select r.rolsuper or pg_has_role(current_user, c.relowner, 'member')
        or has_table_privilege(c.oid, 'update, delete, truncate, trigger')
        or has_any_column_privilege(c.oid, 'update') as could
      from pg_class c, pg_roles r where c.oid = 'public.audit'::regclass and r.rolname = current_user`;
    return row?.could ?? true;
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** The role that an address connects as. */
export async function roleOfUrl(url: string): Promise<string> {
  const client = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [row] = await client<{ role: string }[]>`select current_user as role`;
    return row?.role ?? "";
  } finally {
    await client.end({ timeout: 1 });
  }
}
