import { expect, test, vi } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { PAGE_PATIENCE_MS } from "./call";
import { listProjects } from "./demand-reads";

withOwnDatabase();
const service = withDemandService({ timeoutMs: 30_000 });

test("a page's read of a service that hangs ends after eight seconds; a job waits for its connection's time", async () => {
  service.onPage = () => new Promise<void>(() => {});
  const timeouts = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort(new DOMException("late", "TimeoutError"));
  });
  const limits: number[] = [];
  for (const origin of ["page", "job"] as const) {
    const reading = listProjects(panelContext(origin), {});
    await expect(reading).rejects.toThrow("Panel did not answer in time. Try again in a moment.");
  }
  timeouts.mockRestore();
  const [page = 0, job = 0] = limits;
  expect(page).toBeLessThanOrEqual(PAGE_PATIENCE_MS);
  expect(job).toBeGreaterThan(PAGE_PATIENCE_MS);
});
