import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { readQueueDepths } from "./queue-depths";
import { jobItems, jobs } from "./schema/jobs";
import { people } from "./schema/people";

withOwnDatabase();

test("jobs and steps that have not ended are counted by state, with the age of the oldest step", async () => {
  expect(await readQueueDepths(db())).toEqual({ jobs: {}, steps: {}, respondentsToScore: 0 });
  const [person] = await db()
    .insert(people)
    .values({ connection: "built-in", email: "a@b.test", name: "A", role: "manager" })
    .returning();
  const job = {
    connection: "built-in",
    personId: person?.id ?? "",
    kind: "k",
    title: "t",
    input: {},
    token: Buffer.of(1),
  };
  const [open] = await db().insert(jobs).values(job).returning();
  const [over] = await db()
    .insert(jobs)
    .values({ ...job, finishedAt: new Date() })
    .returning();
  const item = (jobId: string | undefined, key: string, state: "waiting" | "running" | "done") => ({
    ...{ jobId: jobId ?? "", key, state, position: 0, label: key },
    updatedAt: sql`clock_timestamp() - interval '90 seconds'`,
  });
  await db()
    .insert(jobItems)
    .values([
      item(open?.id, "a", "running"),
      item(open?.id, "b", "waiting"),
      item(open?.id, "c", "done"),
      item(over?.id, "d", "waiting"),
    ]);
  const { jobs: byState, steps } = await readQueueDepths(db());
  expect(byState).toEqual({ waiting: 1 });
  expect(Object.keys(steps).sort()).toEqual(["running", "waiting"]);
  expect(steps.running?.count).toBe(1);
  expect(steps.running?.oldestSeconds).toBeGreaterThanOrEqual(90);
  expect(steps.waiting?.oldestSeconds).toBeLessThan(90);
});
