import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { clickhouse } from "@/lib/stores/clickhouse/client";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { watch } from "@/lib/test-own-stores";

withOwnDatabase();

test("what another file left running gets at no store of this one, which says so", async () => {
  expect(db()).toBe(db());
  const leftBy = (file: string, ask: () => unknown) => watch.begunBy.run(file, () => sleep(0).then(ask));
  await expect(leftBy("lib/a.test.ts", db)).rejects.toThrow("lib/a.test.ts was left running");
  await expect(leftBy("lib/b.test.ts", clickhouse)).rejects.toThrow("asked for the clickhouse of lib/test-own-stores");
  const strangers = watch.strangers.splice(0);
  expect(strangers).toHaveLength(2);
});
