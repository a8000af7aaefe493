import { expect, test } from "vitest";
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
  const entry = { accountId: null, action: "update", thing: "surveys", outcome: "done" as const };
  for (const thingId of ["shown", "hidden"]) await addAudit(db(), colleague, { ...entry, thingId });
  service.lists.accounts = [{ id: "north", name: "North" }];
  service.lists.surveys = [{ id: "shown", name: "Shown" }];
  const whose = async (query: { thing?: string; id?: string }) =>
    (await listAudit(panelContext(), query)).entries.map(({ who, thing_id }) => [who, thing_id]);
  expect(await whose({ thing: "surveys", id: "shown" })).toEqual([["colleague@b.test", "shown"]]);
  expect(await whose({ thing: "surveys", id: "hidden" })).toEqual([]);
  expect(await whose({})).toEqual([]);
});
