import { beforeEach, expect, test, vi } from "vitest";
import { requireViewer } from "@/lib/auth/viewer";
import { AppError, unauthorized } from "@/lib/http/problem";
import { health } from "./health";

vi.mock("@/lib/auth/viewer", () => ({ requireViewer: vi.fn() }));
vi.mock("@/lib/stores/clickhouse/client", () => ({ isClickhouseUp: async () => true }));
vi.mock("@/lib/stores/postgres/client", () => ({ db: () => ({}), isUp: async () => true }));
vi.mock("@/lib/stores/postgres/worker-pulse", () => ({ countWorkers: async () => 2 }));

const asRole = (role: "manager" | "analyst" | "admin") =>
  vi.mocked(requireViewer).mockResolvedValue({ role } as Awaited<ReturnType<typeof requireViewer>>);

beforeEach(() => void vi.mocked(requireViewer).mockReset());

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
