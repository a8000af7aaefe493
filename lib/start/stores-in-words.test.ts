import { expect, test } from "vitest";
import { env } from "@/lib/env";
import { db } from "@/lib/stores/postgres/client";
import { users } from "@/lib/stores/postgres/schema/accounts";
import { withOwnDatabase } from "@/lib/test-database";
import { hasUsers, storesInWords } from "./stores-in-words";

withOwnDatabase();

const SETTINGS = { CLICKHOUSE_DATABASE: "fieldwork", HOST: "127.0.0.1", PORT: 0 };

test("a start without addresses says where its own stores are", () => {
  const lines = storesInWords("/data", { ...SETTINGS, DATABASE_URL: undefined, CLICKHOUSE_URL: undefined });
  expect(lines).toEqual([
    "PostgreSQL: embedded, in /data/postgres",
    "ClickHouse: embedded, in /data/clickhouse",
    "Address: 127.0.0.1, port any that is free",
  ]);
});

test("a start with servers of its operator names them without a password", () => {
  const lines = storesInWords("/data", {
    ...{ ...SETTINGS, PORT: 3000 },
    DATABASE_URL: "postgres://app:s3cret@db:5432/survey",
    CLICKHOUSE_URL: "https://default:s3cret@answers:8443/",
  });
  expect(lines).toEqual([
    "PostgreSQL: database survey at db:5432 as app (DATABASE_URL)",
    "ClickHouse: database fieldwork at https://answers:8443 (CLICKHOUSE_URL)",
    "Address: 127.0.0.1, port 3000",
  ]);
});

test("people of the demo are users only where the demo may be", async () => {
  const url = env.DATABASE_URL ?? "";
  const { HOST } = env;
  const user = (email: string) => ({ email, name: email, passwordHash: "" });
  expect(await hasUsers(url)).toBe(false);
  await db().insert(users).values(user("admin@demo.test"));
  expect(await hasUsers(url)).toBe(true);
  env.HOST = "0.0.0.0";
  try {
    expect(await hasUsers(url)).toBe(false);
    await db().insert(users).values(user("admin@company.test"));
    expect(await hasUsers(url)).toBe(true);
  } finally {
    env.HOST = HOST;
  }
});
