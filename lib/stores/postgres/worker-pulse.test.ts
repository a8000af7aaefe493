import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { beatWorkerPulse, countWorkers, endWorkerPulse, forgetOldPulses } from "./worker-pulse";

withOwnDatabase();

test("workers are counted one by one: one that was killed, or has stopped, is not hidden by another", async () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  expect(await countWorkers(db(), 30_000)).toBe(0);
  for (const worker of [one, other, one]) await beatWorkerPulse(db(), worker);
  expect(await countWorkers(db(), 30_000)).toBe(2);
  await db().execute(sql`update worker_pulses set at = now() - interval '31 seconds' where worker_id = ${one}`);
  expect(await countWorkers(db(), 30_000)).toBe(1);
  await endWorkerPulse(db(), other);
  expect(await countWorkers(db(), 30_000)).toBe(0);
  await db().execute(sql`insert into worker_pulse default values`);
  expect(await countWorkers(db(), 30_000), "a worker of the former version").toBe(1);
  await db().execute(sql`update worker_pulses set at = now() - interval '2 days'`);
  await forgetOldPulses(db());
  expect(await db().execute(sql`select from worker_pulses`)).toHaveLength(0);
});
