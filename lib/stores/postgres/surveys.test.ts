import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { type SurveyStatus, surveyStatuses } from "@/lib/contracts/interfaces/survey-fields";
import { surveySortKeys } from "@/lib/contracts/terms/demand";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { accounts, users } from "./schema/accounts";
import { projects, surveyCounts, surveys } from "./schema/demand";
import { listSurveys, type SurveyFilter } from "./surveys";

withOwnDatabase();

const NEVER = new Date("2099-01-01T00:00:00Z");
const accountIds: string[] = [];

/** Surveys of two accounts whose values repeat, so that ties are everywhere. */
beforeAll(async () => {
  const [person] = await db()
    .insert(users)
    .values({ email: "person@example.test", name: "Person", passwordHash: "" })
    .returning();
  for (const name of ["One", "Two"]) {
    const [account] = await db().insert(accounts).values({ name }).returning();
    const accountId = account?.id ?? "";
    accountIds.push(accountId);
    const project = { accountId, projectManagerId: person?.id ?? "", projectName: name, projectNumber: name };
    const [{ id: projectId = "" } = {}] = await db().insert(projects).values(project).returning();
    const rows = Array.from({ length: 30 }, (_, index) => surveyRow(accountId, projectId, index));
    await db().insert(surveys).values(rows);
  }
  for (const [index, { surveyId }] of (await db().select().from(surveyCounts)).entries()) {
    const lastCompleteAt = index % 3 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + (index % 4)));
    await db()
      .update(surveyCounts)
      .set({ completes: index % 5, lastCompleteAt })
      .where(eq(surveyCounts.surveyId, surveyId));
  }
});

function surveyRow(accountId: string, projectId: string, index: number): typeof surveys.$inferInsert {
  return {
    accountId,
    projectId,
    name: `${index % 2 === 0 ? "Survey" : "survey"} ${index % 7}`,
    status: surveyStatuses[index % surveyStatuses.length] ?? "Draft",
    respondents: 100 + (index % 4),
    countryCode: "US",
    languageCode: "en",
    lengthOfInterview: 5 + (index % 3),
    incidenceRate: 50 - (index % 6),
    collectsPii: false,
    hashingEnabled: false,
    outOfFieldDate: "2099-01-01 00:00:00",
    outOfFieldTimezone: "UTC",
    outOfFieldAt: new Date(NEVER.getTime() + (index % 5) * 1000),
    deviceCompatibilities: ["desktop"],
    calculationType: "Completes",
    trafficControlLimitType: "None",
    entryLink: "https://example.test/?rid=[%RID%]",
    offeredPricePerComplete: 1 + (index % 3),
    createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 9))),
  };
}

const list = (filter: Partial<SurveyFilter>) => listSurveys(db(), { accountIds, page: 1, pageSize: 500, ...filter });

describe("a list of surveys", () => {
  const choices: (SurveyStatus[] | undefined)[] = [undefined, ["Live"], ["Live", "Complete", "Live"]];
  const orders = surveySortKeys.flatMap((key) => [false, true].map((descending) => ({ key, descending })));

  test.each(orders)(
    "sorted by $key (descending: $descending) shows every survey once, in the same place, on any page",
    async (sort) => {
      for (const statuses of choices) {
        const ids: string[] = [];
        // Narrowed by an id of every survey, the list is sorted as a whole and not merged.
        const everyId = (await list({})).surveys.map(({ survey }) => survey.id);
        const whole = await list({ sort, statuses, ids: everyId });
        for (let page = 1; page <= 9; page++) {
          const part = await list({ sort, statuses, page, pageSize: 7 });
          expect(part.total).toBe(whole.total);
          ids.push(...part.surveys.map(({ survey }) => survey.id));
        }
        expect(ids).toEqual(whole.surveys.map(({ survey }) => survey.id));
        expect(whole.surveys).toHaveLength(statuses ? whole.total : 60);
      }
    },
  );

  test("sorts names as a person looks them up, capitals and small letters together", async () => {
    const found = await list({ sort: { key: "name", descending: false } });
    const names = found.surveys.map(({ survey }) => survey.name.toLowerCase());
    expect(names).toEqual([...names].sort());
  });

  test("leaves out accounts and statuses that were not asked for", async () => {
    const { surveys: found } = await list({ accountIds: accountIds.slice(0, 1), statuses: ["Paused"] });
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ survey }) => survey.accountId === accountIds[0] && survey.status === "Paused")).toBe(true);
  });

  test("says when a survey is live whose time is over", async () => {
    expect((await list({})).overdue).toBe(false);
    const [first] = (await list({ statuses: ["Live"] })).surveys;
    const ofFirst = eq(surveys.id, first?.survey.id ?? "");
    await db()
      .update(surveys)
      .set({ outOfFieldAt: new Date(0) })
      .where(ofFirst);
    expect((await list({ statuses: ["Draft"] })).overdue).toBe(true);
    await db().update(surveys).set({ outOfFieldAt: NEVER }).where(ofFirst);
  });
});
