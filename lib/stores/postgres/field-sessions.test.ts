import { describe, expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { liveSurvey } from "@/lib/test-fielding";
import { db } from "./client";
import {
  findFieldSession,
  findSurveyChecks,
  listFieldSessions,
  refusedReturnsOf,
  removeTests,
  type SessionFilter,
  summarizeFieldSessions,
} from "./field-sessions";
import { addRefusedReturns } from "./fielding";
import { responses } from "./schema/fielding";

withOwnDatabase();

async function session(surveyId: string, change: Partial<typeof responses.$inferInsert> = {}): Promise<string> {
  const rdud = crypto.randomUUID();
  await db()
    .insert(responses)
    .values({
      ...{ rdud, surveyId, status: "complete", reason: "complete", buyerCpi: 1, qualificationAttributes: [] },
      ...{ quotaIds: [], startedAt: new Date(), supplier: "direct", respondent: rdud },
      ...change,
    });
  return rdud;
}

const refuse = (surveyId: string, rdud: string, times: number) =>
  addRefusedReturns(
    db(),
    surveyId,
    Array.from({ length: times }, () => ({ rdud, outcome: "complete" as const, refusal: "replay" as const })),
  );

const listed = async (surveyId: string, filter: Partial<SessionFilter> = {}) =>
  (await listFieldSessions(db(), { surveyId, page: 1, pageSize: 50, ...filter })).sessions;

test("each session has its own refused returns, in lists and by itself, and no other survey's", async () => {
  const [ours, theirs] = [await liveSurvey(), await liveSurvey()];
  const [often, never] = [await session(ours.surveyId), await session(ours.surveyId)];
  const elsewhere = await session(theirs.surveyId);
  await refuse(ours.surveyId, often, 3);
  await refuse(theirs.surveyId, elsewhere, 5);
  const counts = Object.fromEntries((await listed(ours.surveyId)).map((each) => [each.rdud, each.refusedReturns]));
  expect(counts).toEqual({ [often]: 3, [never]: 0 });
  expect(await findFieldSession(db(), [ours.accountId], often)).toMatchObject({ refusedReturns: 3 });
  expect(await refusedReturnsOf(db(), ours.surveyId, often)).toHaveLength(3);
  expect(await findFieldSession(db(), [theirs.accountId], often)).toBeNull();
  expect(await findFieldSession(db(), [], often)).toBeNull();
  expect(await findSurveyChecks(db(), [theirs.accountId], ours.surveyId)).toBeNull();
});

test("the summary counts neither tests nor what was refused of them, and says how many there are", async () => {
  const { surveyId } = await liveSurvey();
  const [real, tried] = [await session(surveyId), await session(surveyId, { test: true })];
  await refuse(surveyId, real, 2);
  await refuse(surveyId, tried, 3);
  const { groups, refused, tests } = await summarizeFieldSessions(db(), surveyId);
  expect(groups).toMatchObject([{ reason: "complete", sessions: 1 }]);
  expect(refused).toEqual([{ refusal: "replay", returns: 2 }]);
  expect(tests).toBe(1);
});

describe("a list of sessions", () => {
  test("is filtered by reason without its detail, supplier, whole id and test", async () => {
    const { surveyId } = await liveSurvey();
    const open = await session(surveyId, { status: "in progress", reason: null });
    const away = await session(surveyId, { status: "standard termination", reason: "not_qualified:2", supplier: "p" });
    const judged = await session(surveyId, { reconciliationStatus: "Rejected", respondent: "R 1" });
    const tried = await session(surveyId, { test: true });
    const ids = async (filter: Partial<SessionFilter>) => (await listed(surveyId, filter)).map(({ rdud }) => rdud);
    expect(await ids({})).toHaveLength(3);
    expect(await ids({ reasons: ["open"] })).toEqual([open]);
    expect(await ids({ reasons: ["not_qualified"] })).toEqual([away]);
    expect(await ids({ reasons: ["reconciled"] })).toEqual([judged]);
    expect(await ids({ reasons: ["complete"] })).toEqual([]);
    expect((await ids({ reasons: ["open", "not_qualified"] })).sort()).toEqual([open, away].sort());
    expect(await ids({ suppliers: ["p"] })).toEqual([away]);
    expect(await ids({ search: " R 1 " })).toEqual([judged]);
    expect(await ids({ search: "R" })).toEqual([]);
    expect(await ids({ tests: "only" })).toEqual([tried]);
    expect(await ids({ tests: "with" })).toHaveLength(4);
  });

  test("loses its tests with what was refused of them, and nothing else", async () => {
    const { surveyId } = await liveSurvey();
    const [real, tried] = [await session(surveyId), await session(surveyId, { test: true })];
    for (const rdud of [real, tried]) await refuse(surveyId, rdud, 1);
    expect(await removeTests(db(), surveyId)).toBe(1);
    expect(await removeTests(db(), surveyId)).toBe(0);
    expect((await listed(surveyId, { tests: "with" })).map(({ rdud }) => rdud)).toEqual([real]);
    expect(await refusedReturnsOf(db(), surveyId, real)).toHaveLength(1);
    expect(await refusedReturnsOf(db(), surveyId, tried)).toHaveLength(0);
  });
});
