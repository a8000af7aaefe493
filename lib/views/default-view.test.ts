import { and, gte, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { EVERYTHING, MINE } from "@/lib/contracts/terms/views";
import type { SignedInContext } from "@/lib/gateway/call";
import { db } from "@/lib/stores/postgres/client";
import { lastReads } from "@/lib/stores/postgres/schema/mechanisms";
import { withOwnDatabase } from "@/lib/test-database";
import { withDemandService } from "@/lib/test-demand-service";
import { usualView } from "./default-view";

withOwnDatabase();
const service = withDemandService();

const contextOf = (email: string): SignedInContext => ({
  viewer: { connection: "panel", email, name: "A", role: "manager", accounts: [], token: email },
  requestId: "r",
  origin: "page",
});

/** Whether each person manages any project, as the service has answered to reads that began since a moment. */
async function answersSince(since: Date): Promise<Record<string, unknown>> {
  const isAnswer = and(like(lastReads.key, "%manages any project%"), gte(lastReads.readAt, since));
  const rows = await db().select().from(lastReads).where(isAnswer);
  return Object.fromEntries(rows.map(({ credential, value }) => [credential, value]));
}

test("a person who manages a project sees their own first, however far down they and it are listed", async () => {
  const numbers = Array.from({ length: 120 }, (_, at) => `${at}`);
  service.lists.users = numbers.map((id) => ({ id, name: id, email: `${id}@panel.test` }));
  service.lists.projects = numbers.slice(1).map((id) => ({ id: `p${id}`, project_manager_id: id }));
  service.ignoresIds = true;
  const people = { "119@panel.test": MINE, "0@panel.test": EVERYTHING, "nobody@panel.test": EVERYTHING };
  const answers = { "119@panel.test": true, "0@panel.test": false, "nobody@panel.test": false };
  // Until the service has answered, the list opens with everything.
  const first = new Date();
  for (const email of Object.keys(people)) await usualView(contextOf(email), "surveys");
  await expect.poll(() => answersSince(first)).toEqual(answers);
  const second = new Date();
  for (const [email, view] of Object.entries(people)) expect(await usualView(contextOf(email), "surveys")).toBe(view);
  // A read that is left running would ask for the database of the next test file.
  await expect.poll(() => answersSince(second)).toEqual(answers);
});
