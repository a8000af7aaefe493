import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SignedInContext } from "@/lib/gateway/call";
import * as clickhouse from "@/lib/stores/clickhouse/client";
import * as postgres from "@/lib/stores/postgres/client";
import { withoutDatabase } from "@/lib/test-no-database";
import { answersHealth } from "./health";

withoutDatabase();
beforeAll(() => void vi.spyOn(postgres, "isUp").mockResolvedValue(true));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const context: SignedInContext = {
  viewer: { connection: "built-in", email: "a@b.test", name: "A", role: "manager", accounts: [], token: "t" },
  ...{ requestId: "r", origin: "page" },
};

test("a store that hangs is said to be down, and asked again later", async () => {
  const isClickhouseUp = vi.spyOn(clickhouse, "isClickhouseUp").mockReturnValueOnce(new Promise(() => {}));
  const asked = answersHealth(context, "analysis");
  await vi.advanceTimersByTimeAsync(5000);
  expect(await asked).toMatchObject({
    state: "down",
    problem: "Fieldwork did not answer in time. Try again in a moment.",
  });
  isClickhouseUp.mockResolvedValue(true);
  expect(await answersHealth(context, "analysis")).toMatchObject({ state: "down" });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await answersHealth(context, "pivot")).toMatchObject({ state: "ok", problem: null });
});
