import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { listProjects } from "./demand-reads";
import { readAccounts } from "./own-account";

withOwnDatabase();
const service = withDemandService({ timeoutMs: 60_000 });
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** The limit of requests says it in its own words, when that is where it waited at the end. */
const SLOW = { message: expect.stringMatching(/in time|Many requests are waiting/) };

test("a read of many pages takes no longer than its connection lets a person wait, however many they are", async () => {
  const things = Array.from({ length: 12 }, (_, at) => ({ id: `${at}`, name: "One", project_name: "One" }));
  // Each page takes ten seconds, as everybody's clock tells it.
  const onPage = () => vi.setSystemTime(Date.now() + 10_000);
  Object.assign(service, { most: 1, onPage, lists: { projects: things, accounts: things } });
  await Promise.all([
    expect(listProjects(panelContext(), { search: "one" })).rejects.toMatchObject(SLOW),
    expect(readAccounts(panelContext())).rejects.toMatchObject(SLOW),
  ]);
  // Six pages fit into a minute: nobody waited for the others.
  expect(service.reads.length).toBeGreaterThanOrEqual(6);
  expect(service.reads.length).toBeLessThanOrEqual(8);
  // Nobody waits for a job.
  expect((await listProjects(panelContext("job"), { search: "one" })).total).toBe(12);
});
