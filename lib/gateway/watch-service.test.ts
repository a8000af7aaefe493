import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { FAILURES_TO_OPEN } from "@/lib/contracts/rules/service-state";
import { db } from "@/lib/stores/postgres/client";
import { noteFailure, readServiceHealth, takeDueProbes } from "@/lib/stores/postgres/service-health";
import { withOwnDatabase } from "@/lib/test-database";
import * as connections from "./connections";
import { noConnection, notInTime, refusal, tooLarge } from "./errors";
import { countingFailures, noteRecovery, noteReply, refuseWhileDown } from "./watch-service";

withOwnDatabase();

beforeAll(() => void vi.spyOn(connections, "addressOf").mockReturnValue("https://demand.test"));

const connection = connections.findConnection("built-in");
if (!connection) throw new Error("The built-in connection exists by itself.");
const service = { connection, of: "demand" as const };

beforeEach(async () => {
  await db().execute(sql`truncate service_health`);
  await noted(() => expect(health()).resolves.toBeUndefined());
});

const health = async () => (await readServiceHealth(db(), connection.name)).get("demand");
/** What a call tells is written beside it. */
const noted = (expected: () => Promise<unknown>) => vi.waitFor(expected, { timeout: 10_000 });
const answers = () => void noteReply(service, false);
const fails = (error: Error, signal?: AbortSignal) =>
  countingFailures(service, () => Promise.reject(error), signal).catch(() => {});
const refuses = (status: number) => refusal({ status, headers: new Headers(), body: {} }, { service: "Panel" });
const unreachable = () => noConnection("Panel", null, false);

async function failOften(times = FAILURES_TO_OPEN): Promise<void> {
  for (let failed = 1; failed <= times; failed += 1) {
    await fails(unreachable());
    await noted(async () => expect(await health()).toMatchObject({ failures: failed }));
  }
}

test("after failures in a row calls are refused until the service answers", async () => {
  await failOften(FAILURES_TO_OPEN - 1);
  await refuseWhileDown(service, { service: "Panel" });
  await fails(unreachable());
  await noted(async () => expect(await health()).toMatchObject({ failures: FAILURES_TO_OPEN }));
  await noted(() =>
    expect(refuseWhileDown(service, { service: "Panel" })).rejects.toMatchObject({
      name: "ServiceDown",
      code: "unavailable",
    }),
  );
  answers();
  await noted(async () => expect(await health()).toMatchObject({ failures: 0, failingSince: null }));
  await noted(() => refuseWhileDown(service, { service: "Panel" }));
});

test("an answered probe ends an outage that another process noted right after this one's last reply", async () => {
  await noteReply(service, false);
  const key = { connection: connection.name, interface: service.of };
  for (let failed = 1; failed <= FAILURES_TO_OPEN; failed += 1) await noteFailure(db(), key, 5000);
  await noteReply(service, false);
  expect(await health()).toMatchObject({ failures: FAILURES_TO_OPEN });
  await noteRecovery(service);
  expect(await health()).toMatchObject({ failures: 0, failingSince: null });
});

test.each([502, 503, 504])("%i is what a proxy says for a service that is away", async (status) => {
  await fails(refuses(status));
  await noted(async () => expect(await health()).toMatchObject({ failures: 1 }));
});

test("a refusal, an error of the service's own and what is too large are answers of a service that is there", async () => {
  await fails(refuses(400));
  await fails(refuses(500));
  await fails(tooLarge("Panel", "it is larger than 48 MB"));
  await fails(notInTime("Panel"));
  await failOften(1);
});

test("a call that its caller gave up tells nothing", async () => {
  await fails(unreachable(), AbortSignal.abort());
  await failOften(1);
});

test("a service that is down is probed by one worker at a time, and by whoever asks for it", async () => {
  await failOften();
  const due = { failures: FAILURES_TO_OPEN, everyMs: 60_000 };
  expect(await takeDueProbes(db(), due)).toEqual([]);
  await db().execute(sql`update service_health set probe_at = clock_timestamp()`);
  const taken = await Promise.all([takeDueProbes(db(), due), takeDueProbes(db(), due)]);
  expect(taken.flat()).toEqual([{ connection: connection.name, interface: "demand" }]);
  expect(await takeDueProbes(db(), { ...due, of: connection.name })).toHaveLength(1);
});
