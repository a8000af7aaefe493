import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { keptNames, keptWhole } from "./last-reads";

withOwnDatabase();
withDemandService();

const schema = z.array(z.string());

test("nothing is kept of the built-in service, which answers at once", () => {
  const context = panelContext();
  const own = { ...context, viewer: { ...context.viewer, connection: "built-in" } };
  expect(keptWhole(own, ["users"], schema)).toBeNull();
  expect(keptNames(own, "project", ["p1"])).toBeNull();
});

test("a value that was kept in another shape counts as never read", async () => {
  const kept = keptWhole(panelContext(), ["users"], schema);
  await kept?.keep(["Ann"], new Date(0));
  expect(await kept?.find()).toEqual({ value: ["Ann"], readAt: new Date(0) });
  await db().execute(sql`update last_reads set value = '[{"name": "Ann"}]'`);
  expect(await kept?.find()).toBeNull();
});
