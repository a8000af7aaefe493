import { beforeEach, expect, test, vi } from "vitest";
import * as viewers from "@/lib/auth/viewer";
import { AppError, unauthorized } from "@/lib/http/problem";
import { forgetProcessWide } from "@/lib/process-wide";
import * as clickhouse from "@/lib/stores/clickhouse/client";
import * as postgres from "@/lib/stores/postgres/client";
import * as pulses from "@/lib/stores/postgres/worker-pulse";
import { withoutDatabase } from "@/lib/test-no-database";
import { health } from "./health";

withoutDatabase();

/** New for each test, as what the probes have been called is. */
const newSpies = () => ({
  requireViewer: vi.spyOn(viewers, "requireViewer").mockReset(),
  isUp: vi.spyOn(postgres, "isUp").mockReset().mockResolvedValue(true),
  isClickhouseUp: vi.spyOn(clickhouse, "isClickhouseUp").mockReset().mockResolvedValue(true),
  countWorkers: vi.spyOn(pulses, "countWorkers").mockReset().mockResolvedValue(2),
});
let spies: ReturnType<typeof newSpies>;

const asRole = (role: "manager" | "analyst" | "admin") =>
  spies.requireViewer.mockResolvedValue({ role } as viewers.SessionViewer);

const countProbes = () => [spies.isUp, spies.isClickhouseUp, spies.countWorkers].map(({ mock }) => mock.calls.length);

let nowMs = 0;
beforeEach(() => {
  spies = newSpies();
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  forgetProcessWide("routes.health");
  return () => {
    vi.mocked(performance.now).mockRestore();
    forgetProcessWide("routes.health");
  };
});

const PUBLIC = { status: "ok", stores: { postgres: "ok", clickhouse: "ok" }, worker: "ok" };

test("health names connections to signed-in admins", async () => {
  asRole("admin");
  expect(await health("a session")).toEqual({ ...PUBLIC, connections: [{ name: "built-in" }] });
});

test("health names no connections to anybody else, and answers without a session", async () => {
  for (const role of ["manager", "analyst"] as const) {
    asRole(role);
    expect(await health("a session")).toEqual(PUBLIC);
  }
  for (const refusal of [unauthorized(), new AppError("unavailable", "The database did not answer in time.")]) {
    spies.requireViewer.mockRejectedValue(refusal);
    expect(await health(undefined)).toEqual(PUBLIC);
  }
});

test("callers of one second share a probe, under way or ended", async () => {
  let answer = (_isUp: boolean) => {};
  const slow = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  spies.isUp.mockReturnValueOnce(slow);
  const together = [health(undefined), health(undefined)];
  nowMs += 999;
  together.push(health(undefined));
  answer(true);
  expect(await Promise.all(together)).toEqual([PUBLIC, PUBLIC, PUBLIC]);
  expect(await health(undefined)).toEqual(PUBLIC);
  expect(countProbes()).toEqual([1, 1, 1]);
});

test("a probe is given for 1,000 ms from its start, whether it failed or not", async () => {
  const down = { status: "down", stores: { postgres: "ok", clickhouse: "down" }, worker: "ok" };
  spies.isClickhouseUp.mockRejectedValueOnce(new Error("connection refused"));
  expect(await health(undefined)).toEqual(down);
  nowMs += 999;
  expect(await health(undefined)).toEqual(down);
  nowMs += 1;
  expect(await health(undefined)).toEqual(PUBLIC);
  spies.isClickhouseUp.mockResolvedValueOnce(false);
  expect(await health(undefined)).toEqual(PUBLIC);
  nowMs += 1000;
  expect(await health(undefined)).toEqual(down);
  expect(countProbes()).toEqual([3, 3, 3]);
});

test("callers who share a probe are told of connections by their own sessions", async () => {
  spies.requireViewer.mockImplementation(async (sessionId) => {
    if (sessionId !== "an admin") throw unauthorized();
    return { role: "admin" } as viewers.SessionViewer;
  });
  expect(await Promise.all([health("an admin"), health(undefined)])).toEqual([
    { ...PUBLIC, connections: [{ name: "built-in" }] },
    PUBLIC,
  ]);
  expect(countProbes()).toEqual([1, 1, 1]);
});
