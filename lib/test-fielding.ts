import { db } from "@/lib/stores/postgres/client";
import { accounts, users } from "@/lib/stores/postgres/schema/accounts";
import { projects, quotas, type StoredQualification, surveys } from "@/lib/stores/postgres/schema/demand";

type Survey = typeof surveys.$inferInsert;

/** A live survey of an account of its own, with these quotas, in the test file's database. */
export async function liveSurvey(
  change: Partial<Survey> = {},
  quotaList: { quota: number; qualifications?: StoredQualification[] }[] = [{ quota: 100 }],
) {
  const name = crypto.randomUUID();
  const [person] = await db()
    .insert(users)
    .values({ email: `${name}@example.test`, name, passwordHash: "" })
    .returning();
  const [account] = await db().insert(accounts).values({ name }).returning();
  const accountId = account?.id ?? "";
  const project = { accountId, projectManagerId: person?.id ?? "", projectName: name, projectNumber: name };
  const [{ id: projectId = "" } = {}] = await db().insert(projects).values(project).returning();
  const [{ id: surveyId = "" } = {}] = await db()
    .insert(surveys)
    .values({
      ...{ accountId, projectId, name, status: "Live" as const, respondents: 1_000_000, countryCode: "US" },
      ...{ languageCode: "EN", lengthOfInterview: 10, incidenceRate: 100, collectsPii: false, hashingEnabled: false },
      ...{ outOfFieldDate: "2099-01-01 00:00:00", outOfFieldTimezone: "UTC", outOfFieldAt: new Date("2099-01-01") },
      ...{ deviceCompatibilities: ["desktop", "mobile", "tablet"], calculationType: "Completes" as const },
      ...{
        trafficControlLimitType: "None",
        entryLink: "https://client.test/?id=[%RID%]",
        offeredPricePerComplete: 2.5,
      },
      wentLiveAt: new Date(Date.now() - 60_000),
      ...change,
    })
    .returning();
  const rows = await db()
    .insert(quotas)
    .values(
      quotaList.map(({ quota, qualifications = [] }, position) => ({
        ...{ surveyId, position, quota, qualifications },
        name: `Quota ${position + 1}`,
      })),
    )
    .returning();
  return { accountId, projectId, surveyId, quotaIds: rows.map(({ id }) => id) };
}
