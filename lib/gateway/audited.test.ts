import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/stores/postgres/client";
import { audit } from "@/lib/stores/postgres/schema/audit";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { audited } from "./audited";
import { noConnection, refusal, tooSlow } from "./errors";

withOwnDatabase();
const service = withDemandService();

const account = (id: string) => ({ id, name: id });

/** A job's write, whose context knows no account: under which ones its start and its end were recorded. */
async function accountsOfWrite(thingId: string) {
  const context = panelContext("job");
  // Nobody has asked yet for the accounts of this one.
  context.viewer = { ...context.viewer, token: `token for ${thingId}` };
  const write = {
    action: "updateSurvey",
    thing: "surveys",
    thingId,
    accountId: null,
    sent: { status: "Paused" },
  } as const;
  expect(await audited(context, write, async () => ({ id: thingId }))).toEqual({ id: thingId });
  const rows = await db().select().from(audit).where(eq(audit.thingId, thingId)).orderBy(asc(audit.id));
  return rows.map(({ outcome, accountId }) => [outcome, accountId]);
}

test("a job's writes at another service are recorded under its starter's only account", async () => {
  service.lists.accounts = [account("north")];
  expect(await accountsOfWrite("s1")).toEqual([
    ["started", "north"],
    ["done", "north"],
  ]);
});

test("of several accounts none is named, nor where the service tells none: the write is made all the same", async () => {
  const unnamed = [
    ["started", null],
    ["done", null],
  ];
  service.lists.accounts = [account("north"), account("south")];
  expect(await accountsOfWrite("s2")).toEqual(unnamed);
  service.lists.accounts = [];
  expect(await accountsOfWrite("s3")).toEqual(unnamed);
});

test.each([
  ["a reply that did not come", tooSlow("Panel"), "uncertain"],
  [
    "an error of the service",
    refusal({ status: 500, headers: new Headers(), body: null }, { service: "Panel" }),
    "uncertain",
  ],
  ["a connection that ended", noConnection("Panel", null, true), "uncertain"],
  ["a connection that never stood", noConnection("Panel", null, false), "failed"],
  ["a refusal", refusal({ status: 400, headers: new Headers(), body: null }, { service: "Panel" }), "refused"],
])("a write that ends with %s is recorded as what it is", async (ending, error, outcome) => {
  const write = {
    action: "activate",
    thing: "duplicate check",
    thingId: ending,
    accountId: "north",
    sent: {},
  } as const;
  const run = () => Promise.reject<object>(error);
  await expect(audited(panelContext(), write, run)).rejects.toBe(error);
  const rows = await db().select().from(audit).where(eq(audit.thingId, ending)).orderBy(asc(audit.id));
  expect(rows.map((row) => row.outcome)).toEqual(["started", outcome]);
});
