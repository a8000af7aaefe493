import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import { withOwnDatabase } from "@/lib/test-database";
import { couldChangeAudit, RESTRICTED_ROLE, restrictRole, roleOfUrl } from "./restricted-role";

withOwnDatabase();

const ownerUrl = () => env.DATABASE_URL ?? "";
const restrictedUrl = (password: string) => {
  const url = new URL(ownerUrl());
  url.username = RESTRICTED_ROLE;
  url.password = password;
  return url.href;
};

const PASSWORD = "it's for tests \\ only";
let sql: postgres.Sql;
beforeAll(async () => {
  await restrictRole(ownerUrl(), RESTRICTED_ROLE, "an older one");
  await restrictRole(ownerUrl(), RESTRICTED_ROLE, PASSWORD);
  sql = postgres(restrictedUrl(PASSWORD), { max: 2, onnotice: () => {} });
});
afterAll(() => sql.end({ timeout: 1 }));

const addEntry = () => sql`
  insert into audit (connection, who, origin, request_id, action, thing, outcome)
  values ('built-in', 'somebody', 'page', 'r', 'createSurvey', 'surveys', 'done') returning id`;

test("adds audit entries and reads them, and can neither change nor remove one", async () => {
  const [entry] = await addEntry();
  expect(await sql`select who from audit where id = ${entry?.id}`).toEqual([{ who: "somebody" }]);
  const denied = "permission denied for table audit";
  await expect(sql`update audit set who = 'nobody'`).rejects.toThrow(denied);
  await expect(sql`delete from audit`).rejects.toThrow(denied);
  await expect(sql`truncate audit`).rejects.toThrow(denied);
  await expect(sql`select * from audit for update`).rejects.toThrow(denied);
  await expect(sql`update audit_seals set hash = ''`).rejects.toThrow("permission denied for table audit_seals");
  await expect(sql`delete from audit_seals`).rejects.toThrow("permission denied for table audit_seals");
  await expect(sql`insert into audit_retention (days) values (0)`).rejects.toThrow(/denied for table audit_retention/);
  await expect(sql`create trigger x before insert on audit execute function audit_stays()`).rejects.toThrow(denied);
});

test("cannot put the trigger aside, nor change what tables are", async () => {
  const notOwner = /must be owner|permission denied/;
  const attempts = [
    "alter table audit disable trigger audit_stays",
    "drop trigger audit_stays on audit",
    "drop table audit",
    "alter table audit owner to current_user",
    "create or replace function audit_stays() returns trigger language plpgsql as 'begin return null; end'",
    "set session_replication_role = replica",
    "set role postgres",
    "grant update on audit to current_user",
    "create table public.mine (id int)",
    "alter role current_user superuser",
    "create role another superuser",
  ];
  for (const attempt of attempts) {
    // A grant of what one does not hold is no error but does nothing.
    if (attempt.startsWith("grant")) await sql.unsafe(attempt).catch(() => {});
    else await expect(sql.unsafe(attempt), attempt).rejects.toThrow(notOwner);
  }
  expect(await couldChangeAudit(restrictedUrl(PASSWORD))).toBe(false);
  await expect(sql`update audit set who = 'nobody'`).rejects.toThrow("permission denied");
});

test("does everything else that web and worker do", async () => {
  const tables = await sql<{ name: string; may: boolean }[]>`
    select tablename as name, has_table_privilege(tablename, 'select') and has_table_privilege(tablename, 'insert')
      and has_table_privilege(tablename, 'update') and has_table_privilege(tablename, 'delete') as may
    from pg_tables where schemaname = 'public' and tablename not in ('audit', 'audit_seals', 'audit_retention')`;
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter(({ may }) => !may)).toEqual([]);
  await sql`select * from take_slot('x', 1, interval '1 second', interval '1 second', 1::int, interval '0')`;
  let heard = 0;
  await sql.listen("channel", () => {
    heard += 1;
  });
  await sql.notify("channel", "");
  await expect.poll(() => heard).toBe(1);
});

test("tells an address that could change entries from one that could not", async () => {
  expect(await couldChangeAudit(ownerUrl())).toBe(true);
  expect(await roleOfUrl(restrictedUrl(PASSWORD))).toBe(RESTRICTED_ROLE);
  expect(await roleOfUrl(ownerUrl())).not.toBe(RESTRICTED_ROLE);
});
