import { beforeAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import { withEngine } from "@/lib/test-engine";
import { readRows } from "./client";

beforeAll(() => {
  env.CLICKHOUSE_CONNECTIONS = 2;
});
withEngine();

test("opens no more connections than it is told: further statements wait", async () => {
  const counting = `SELECT count() AS n, sleep(0.3) FROM system.processes
    WHERE current_database = currentDatabase()`;
  const found = await Promise.all(Array.from({ length: 7 }, () => readRows<{ n: number }>(counting)));
  expect(Math.max(...found.flat().map(({ n }) => n))).toBe(2);
});
