import { expect, test } from "vitest";
import { listAudit as operation } from "@/lib/contracts/ours/audit";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { listAudit } from "./list-audit";

withOwnDatabase();
const service = withDemandService();

test("a remote survey's own history has what colleagues wrote under no account, for whom the service shows it to", async () => {
  const colleague = panelContext();
  colleague.viewer = { ...colleague.viewer, email: "colleague@b.test" };
  const entry = { accountId: null, action: "updateSurvey", thing: "surveys", outcome: "done" } as const;
  for (const thingId of ["shown", "hidden"]) await addAudit(db(), colleague, { ...entry, thingId });
  service.lists.accounts = [{ id: "north", name: "North" }];
  service.lists.surveys = [{ id: "shown", name: "Shown" }];
  const whose = async (query: { thing?: string; id?: string }) =>
    (await listAudit(panelContext(), query)).entries.map(({ who, thing_id }) => [who, thing_id]);
  expect(await whose({ thing: "surveys", id: "shown" })).toEqual([["colleague@b.test", "shown"]]);
  expect(await whose({ thing: "surveys", id: "hidden" })).toEqual([]);
  expect(await whose({})).toEqual([]);
});

test("dates reach to the ends of the calendar, and what lies beyond them is refused in a sentence", async () => {
  for (const [from, to] of [
    ["0001-01-01", "9999-12-31"],
    ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"],
  ]) {
    const query = operation.query.parse({ from, to });
    expect((await listAudit(panelContext(), query)).entries).toBeInstanceOf(Array);
  }
  for (const beyond of [
    "0000-01-01",
    "0000-12-31T23:00:00Z",
    "0001-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-01:00",
  ]) {
    for (const name of ["from", "to"]) {
      expect(operation.query.safeParse({ [name]: beyond }).error?.issues[0]?.message).toBe(
        `${name} must be a date such as 2026-01-31, or an instant such as 2026-01-31T09:00:00Z.`,
      );
    }
  }
});
