import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { previewReconciliation } from "./survey-responses";

withOwnDatabase();
const service = withDemandService();

const context = panelContext();
const rdudsTo = (count: number) => Array.from({ length: count }, (_, at) => `r${at}`);

test.each([150, 1900])("%i of 2,000 responses are found, however few the service gives at once", async (wanted) => {
  service.lists.surveys = [{ id: "s", name: "S" }];
  service.lists.responses = rdudsTo(2000).map((rdud) => ({ rdud, survey_id: "s", status: "complete" }));
  const decisions = [{ status: "Accepted" as const, reason: "Fine", rduds: [...rdudsTo(wanted), "gone"] }];
  const preview = await previewReconciliation(context, { survey_id: "s", decisions });
  expect(preview).toMatchObject({ total: wanted + 1, missing: { total: 1, rduds: ["gone"] } });
});
