import postgres from "postgres";
import { expect, test } from "vitest";
import { env } from "@/lib/env";
import { withOwnDatabase } from "@/lib/test-database";
import { requireUsableDatabase } from "./configured-database";
import { RESTRICTED_ROLE, restrictRole } from "./restricted-role";
import { StartError } from "./say";

withOwnDatabase();

/** The test file's database with other parts of its address. */
const address = (parts: Partial<Pick<URL, "username" | "password" | "pathname">> = {}): string =>
  Object.assign(new URL(env.DATABASE_URL ?? ""), parts).href;

/** Why a start with an address ends; null: it goes on. */
async function refusalOf(url: string): Promise<string | null> {
  try {
    await requireUsableDatabase({ url }, new AbortController().signal);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return error instanceof StartError ? error.message : null;
  }
}

test("a database that is there, with the role that owns its tables, is taken", async () => {
  expect(await refusalOf(address())).toBeNull();
});

test("a missing database and another encoding are told at once", async () => {
  expect(await refusalOf(address({ pathname: "/nowhere" }))).toMatch(/^There is no database nowhere\. Create it/);
  const sql = postgres(env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  const name = `ascii_${process.pid}`;
  await sql.unsafe(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
  try {
    expect(await refusalOf(address({ pathname: `/${name}` }))).toMatch(
      /has the encoding SQL_ASCII, Fieldwork needs UTF8\./,
    );
  } finally {
    await sql.unsafe(`drop database ${name} with (force)`);
    await sql.end({ timeout: 1 });
  }
});

test("a role that owns nothing is told to have MIGRATION_DATABASE_URL beside it", async () => {
  const password = "for-unit-tests-only";
  await restrictRole(env.DATABASE_URL ?? "", RESTRICTED_ROLE, password);
  expect(await refusalOf(address({ username: RESTRICTED_ROLE, password }))).toMatch(
    /^The role fieldwork_app of DATABASE_URL does not own the tables, which belong to postgres\. Set MIGRATION_DATABASE_URL/,
  );
});
