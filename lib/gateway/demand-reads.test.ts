import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { listProjects } from "./demand-reads";
import { readAccounts } from "./own-account";

withOwnDatabase();
const service = withDemandService({ timeoutMs: 1500 });

/** The limit of requests says it in its own words, when that is where it waited at the end. */
const SLOW = { code: "unavailable", message: expect.stringMatching(/in time|Many requests are waiting/) };

test("a read of many pages takes no longer than its connection lets a person wait, however many they are", async () => {
  const things = Array.from({ length: 12 }, (_, at) => ({ id: `${at}`, name: "One", project_name: "One" }));
  Object.assign(service, { most: 1, pageMs: 250, lists: { projects: things, accounts: things } });
  await Promise.all([
    expect(listProjects(panelContext(), { search: "one" })).rejects.toMatchObject(SLOW),
    expect(readAccounts(panelContext())).rejects.toMatchObject(SLOW),
  ]);
  // Six pages of each fit into a second and a half: nobody waited for the others.
  expect(service.reads.length).toBeLessThan(2 * 12);
  // Nobody waits for a job.
  expect((await listProjects(panelContext("job"), { search: "one" })).total).toBe(12);
}, 20_000);
