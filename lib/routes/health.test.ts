import { beforeEach, expect, test, vi } from "vitest";
import { requireViewer } from "@/lib/auth/viewer";
import { AppError, unauthorized } from "@/lib/http/problem";
import { forgetProcessWide } from "@/lib/process-wide";
import { isClickhouseUp } from "@/lib/stores/clickhouse/client";
import { isUp } from "@/lib/stores/postgres/client";
import { countWorkers } from "@/lib/stores/postgres/worker-pulse";
import { health } from "./health";

vi.mock("@/lib/auth/viewer", () => ({ requireViewer: vi.fn() }));
vi.mock("@/lib/stores/clickhouse/client", () => ({ isClickhouseUp: vi.fn() }));
vi.mock("@/lib/stores/postgres/client", () => ({ db: () => ({}), isUp: vi.fn() }));
vi.mock("@/lib/stores/postgres/worker-pulse", () => ({ countWorkers: vi.fn() }));

const asRole = (role: "manager" | "analyst" | "admin") =>
  vi.mocked(requireViewer).mockResolvedValue({ role } as Awaited<ReturnType<typeof requireViewer>>);

const probes = [isUp, isClickhouseUp, countWorkers] as const;
const countProbes = () => probes.map((each) => vi.mocked(each).mock.calls.length);

let nowMs = 0;
beforeEach(() => {
  vi.mocked(requireViewer).mockReset();
  vi.mocked(isUp).mockReset().mockResolvedValue(true);
  vi.mocked(isClickhouseUp).mockReset().mockResolvedValue(true);
  vi.mocked(countWorkers).mockReset().mockResolvedValue(2);
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
    vi.mocked(requireViewer).mockRejectedValue(refusal);
    expect(await health(undefined)).toEqual(PUBLIC);
  }
});

test("callers of one second share a probe, under way or ended", async () => {
  let answer = (_isUp: boolean) => {};
  const slow = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  vi.mocked(isUp).mockReturnValueOnce(slow);
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
  vi.mocked(isClickhouseUp).mockRejectedValueOnce(new Error("connection refused"));
  expect(await health(undefined)).toEqual(down);
  nowMs += 999;
  expect(await health(undefined)).toEqual(down);
  nowMs += 1;
  expect(await health(undefined)).toEqual(PUBLIC);
  vi.mocked(isClickhouseUp).mockResolvedValueOnce(false);
  expect(await health(undefined)).toEqual(PUBLIC);
  nowMs += 1000;
  expect(await health(undefined)).toEqual(down);
  expect(countProbes()).toEqual([3, 3, 3]);
});

test("callers who share a probe are told of connections by their own sessions", async () => {
  vi.mocked(requireViewer).mockImplementation(async (sessionId) => {
    if (sessionId !== "an admin") throw unauthorized();
    return { role: "admin" } as Awaited<ReturnType<typeof requireViewer>>;
  });
  expect(await Promise.all([health("an admin"), health(undefined)])).toEqual([
    { ...PUBLIC, connections: [{ name: "built-in" }] },
    PUBLIC,
  ]);
  expect(countProbes()).toEqual([1, 1, 1]);
});
