import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { env } from "@/lib/env";
import { signToken } from "@/lib/service/demand/sign-token";
import { db } from "@/lib/stores/postgres/client";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { projects, surveys } from "@/lib/stores/postgres/schema/demand";
import { putLink } from "@/lib/stores/postgres/survey-links";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import type { SignedInContext } from "./call";
import { ownSurvey } from "./own-survey";

withOwnDatabase();
const service = withDemandService();
beforeAll(() => {
  const [panel] = JSON.parse(env.CONNECTIONS ?? "[]") as object[];
  const activation = { stageUrl: "http://127.0.0.1:9", keys: { a: "key" } };
  env.CONNECTIONS = JSON.stringify([{ ...panel, activation }]);
});

const unknown = { code: "not_found", message: "Survey could not be found." };

describe("at the built-in service", () => {
  type Side = { accountId: string; projectId: string; surveyId: string; context: SignedInContext };
  let mine: Side;
  let theirs: Side;

  async function sideOf(name: string): Promise<Side> {
    const [{ id: accountId = "" } = {}] = await db().insert(accounts).values({ name }).returning();
    const person = { email: `${name}@b.test`, name, passwordHash: "-" };
    const [{ id: userId = "" } = {}] = await db().insert(users).values(person).returning();
    await db().insert(memberships).values({ userId, accountId });
    const project = { accountId, projectManagerId: userId, projectName: name, projectNumber: name };
    const [{ id: projectId = "" } = {}] = await db().insert(projects).values(project).returning();
    const survey = {
      ...{ accountId, projectId, name: `Survey of ${name}`, status: "Draft" as const, respondents: 1 },
      ...{ countryCode: "US", languageCode: "EN", lengthOfInterview: 5, incidenceRate: 50, collectsPii: false },
      ...{ hashingEnabled: false, outOfFieldDate: "2099-01-01 00:00:00", outOfFieldTimezone: "UTC" },
      ...{ outOfFieldAt: new Date("2099-01-01"), deviceCompatibilities: ["desktop"], trafficControlLimitType: "None" },
      ...{ calculationType: "Completes" as const, entryLink: "https://a.test/?rid=[%RID%]" },
      ...{ offeredPricePerComplete: 1 },
    };
    const [{ id: surveyId = "" } = {}] = await db().insert(surveys).values(survey).returning();
    const { token } = await signToken({ id: userId, passwordHash: "-" }, Date.now());
    const viewer = { connection: "built-in", email: person.email, name, role: "manager" as const, accounts: [], token };
    return { accountId, projectId, surveyId, context: { viewer, requestId: "r", origin: "page" } };
  }

  beforeAll(async () => {
    [mine, theirs] = [await sideOf("mine"), await sideOf("theirs")];
  });

  test("a survey is called by its id, and is proven to be the viewer's with its account", async () => {
    const { surveyId, accountId, projectId, context } = mine;
    const proven = {
      ...{ id: surveyId, number: surveyId, name: "Survey of mine", projectId },
      account: { id: accountId, name: "mine" },
    };
    expect(await ownSurvey(context, "activation", { id: surveyId })).toEqual(proven);
    expect(await ownSurvey(context, "activation", { number: surveyId })).toEqual(proven);
  });

  test("another account's survey cannot be found", async () => {
    for (const text of [theirs.surveyId, crypto.randomUUID(), "7", "", `${mine.surveyId},${theirs.surveyId}`]) {
      await expect(ownSurvey(mine.context, "activation", { id: text })).rejects.toMatchObject(unknown);
      await expect(ownSurvey(mine.context, "activation", { number: text })).rejects.toMatchObject(unknown);
    }
  });
});

describe("at other services", () => {
  const context = panelContext();
  const link = (surveyId: string, surveyNumber: string) =>
    putLink(db(), { connection: "panel", surveyId, surveyNumber, who: "admin@b.test" });
  const account = { id: "a", name: "Account a" };

  beforeAll(async () => {
    await link("linked", "1001");
    await link("theirs", "1002");
  });
  beforeEach(() => {
    service.lists.accounts = [account];
    service.lists.projects = [{ id: "p", project_name: "P", account_id: "a" }];
    service.lists.surveys = ["linked", "plain", "1002"].map((id) => ({ id, name: `The ${id}`, project_id: "p" }));
  });

  test("a survey that an admin has linked is found by its number, and called by it", async () => {
    const proven = { id: "linked", number: "1001", name: "The linked", account };
    expect(await ownSurvey(context, "activation", { number: "1001" })).toMatchObject(proven);
    expect(await ownSurvey(context, "activation", { id: "linked" })).toMatchObject(proven);
    await expect(ownSurvey(context, "activation", { number: "linked" })).rejects.toMatchObject(unknown);
  });

  test("a survey without a link is called by its id", async () => {
    const proven = { id: "plain", number: "plain", name: "The plain", account };
    expect(await ownSurvey(context, "activation", { number: "plain" })).toMatchObject(proven);
    expect(await ownSurvey(context, "activation", { id: "plain" })).toMatchObject(proven);
  });

  test("a number that stands for a survey of somebody else is unknown, whatever ids the viewer's surveys have", async () => {
    await expect(ownSurvey(context, "activation", { number: "1002" })).rejects.toMatchObject(unknown);
  });

  test("our own service beside it knows no links", async () => {
    expect(await ownSurvey(context, "analysis", { id: "linked" })).toMatchObject({ number: "linked" });
    await expect(ownSurvey(context, "analysis", { number: "1001" })).rejects.toMatchObject(unknown);
  });

  test("a survey that names no project is the only account's, and of several accounts nobody's", async () => {
    service.lists.surveys = ["alone", "one of many"].map((id) => ({ id }));
    expect(await ownSurvey(context, "activation", { id: "alone" })).toMatchObject({ name: "alone", account });
    service.lists.accounts = [account, { id: "b", name: "Account b" }];
    const other = { ...context, viewer: { ...context.viewer, token: "another" } };
    await expect(ownSurvey(other, "activation", { id: "one of many" })).rejects.toMatchObject(unknown);
  });
});
