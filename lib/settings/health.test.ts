import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SignedInContext } from "@/lib/gateway/call";
import * as clickhouse from "@/lib/stores/clickhouse/client";
import { answersHealth } from "./health";

vi.mock("@/lib/stores/clickhouse/client", () => ({ isClickhouseUp: vi.fn() }));
vi.mock("@/lib/stores/postgres/client", () => ({ db: () => ({}), isUp: async () => true }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const context: SignedInContext = {
  viewer: { connection: "built-in", email: "a@b.test", name: "A", role: "manager", accounts: [], token: "t" },
  ...{ requestId: "r", origin: "page" },
};

test("a store that hangs is said to be down, and asked again later", async () => {
  vi.mocked(clickhouse.isClickhouseUp).mockReturnValueOnce(new Promise(() => {}));
  const asked = answersHealth(context, "analysis");
  await vi.advanceTimersByTimeAsync(5000);
  expect(await asked).toMatchObject({
    state: "down",
    problem: "Fieldwork did not answer in time. Try again in a moment.",
  });
  vi.mocked(clickhouse.isClickhouseUp).mockResolvedValue(true);
  expect(await answersHealth(context, "analysis")).toMatchObject({ state: "down" });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await answersHealth(context, "pivot")).toMatchObject({ state: "ok", problem: null });
});
