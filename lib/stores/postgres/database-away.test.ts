import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import { freePort } from "@/lib/start/free-port";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { databaseProblem } from "./database-away";

withOwnDatabase();

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const clients: postgres.Sql[] = [];
afterAll(() => Promise.all(clients.map((client) => client.end({ timeout: 1 }))));

function connected(url = env.DATABASE_URL ?? "") {
  const client = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  clients.push(client);
  return drizzle(client);
}

test("a database that cannot be reached is told of as that, by statements and by transactions", async () => {
  const nowhere = connected(`postgres://nobody@127.0.0.1:${await freePort()}/nothing`);
  const works = [
    () => nowhere.execute(sql`select 1`),
    () => nowhere.transaction((transaction) => transaction.execute(sql`select 1`)),
  ];
  for (const work of works) {
    const error = await errorOf(work());
    expect(databaseProblem(error, { onlyReads: true })).toMatchObject({
      status: 503,
      message: "Our own database cannot be reached at the moment. Try again in a moment.",
    });
  }
});

test("after a write whose connection broke, a person is told to look what was saved", async () => {
  const other = connected();
  const [own] = await other.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const broken = errorOf(other.execute(sql`select pg_sleep(60)`));
  await db().execute(sql`select pg_terminate_backend(${own?.pid}::int, 5000)`);
  expect(databaseProblem(await broken, { onlyReads: false })).toMatchObject({
    status: 503,
    message: "The connection to our own database was lost. Check what was saved, then try again.",
  });
});

test("a statement that PostgreSQL refuses, and a service that is away, are no lost database", async () => {
  const refused = await errorOf(db().execute(sql`select nothing`));
  const away = await errorOf(fetch(`http://127.0.0.1:${await freePort()}`));
  expect(refused).toBeInstanceOf(Error);
  expect(away).toBeInstanceOf(Error);
  for (const error of [refused, away]) expect(databaseProblem(error, { onlyReads: true })).toBeNull();
});
