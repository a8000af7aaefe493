import { expect, test, vi } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { PAGE_PATIENCE_MS } from "./call";
import { listProjects } from "./demand-reads";

withOwnDatabase();
const service = withDemandService({ timeoutMs: 30_000 });

/** How long calls would have waited, each of which is late. */
async function patienceOf(reading: () => Promise<unknown>): Promise<number[]> {
  const limits: number[] = [];
  const timeouts = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort(new DOMException("late", "TimeoutError"));
  });
  try {
    await reading();
  } finally {
    timeouts.mockRestore();
  }
  return limits;
}

test("each page of a list that is read to its end is waited for as long as one read", async () => {
  service.onPage = () => new Promise<void>(() => {});
  const limits = await patienceOf(() => listProjects(panelContext("page"), { search: "a" }).catch(() => {}));
  expect(limits).not.toEqual([]);
  for (const ms of limits) expect(ms).toBeLessThanOrEqual(PAGE_PATIENCE_MS);
});

test("a page's read of a service that hangs ends after eight seconds; a job waits for its connection's time", async () => {
  service.onPage = () => new Promise<void>(() => {});
  const limits: number[] = [];
  for (const origin of ["page", "job"] as const) {
    const reading = async () =>
      expect(listProjects(panelContext(origin), {})).rejects.toThrow(
        "Panel did not answer in time. Try again in a moment.",
      );
    limits.push(...(await patienceOf(reading)));
  }
  const [page = 0, job = 0] = limits;
  expect(page).toBeLessThanOrEqual(PAGE_PATIENCE_MS);
  expect(job).toBeGreaterThan(PAGE_PATIENCE_MS);
});
