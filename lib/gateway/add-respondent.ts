import "server-only";
import { type VersionOperations, versionOperations } from "@/lib/contracts/interfaces/quality";
import { isObject, readNumber } from "@/lib/contracts/lenient";
import type { BodyOf } from "@/lib/contracts/operation";
import { type Account, call, type SignedInContext } from "./call";
import { callQuality } from "./call-quality";
import { inItsVersion, type QualitySurvey } from "./quality";

type Respondent = Pick<BodyOf<VersionOperations["addRespondent"]>, "respondentId" | "dataPoints">;

/** Gives a respondent to the connection's quality service, in the version of the survey; the rules exclude nobody. */
export async function addRespondent(survey: QualitySurvey, respondent: Respondent): Promise<void> {
  const body = { surveyName: survey.number, ...respondent };
  await inItsVersion(survey, (version) =>
    callQuality(survey.context, versionOperations[version].addRespondent, { body, accountId: survey.account.id }),
  );
}

type Amounts = BodyOf<VersionOperations["creditCalculation"]>;

/** What a respondent with so much to score costs at the connection's quality service; null: it does not say. */
export async function creditsOf(context: SignedInContext, account: Account, amounts: Amounts): Promise<number | null> {
  const { data } = await call(context, versionOperations.v3.creditCalculation, { account, body: amounts });
  const { creditCalculation } = data.results as { creditCalculation?: unknown };
  return isObject(creditCalculation) ? (readNumber(creditCalculation.totalCredits) ?? null) : null;
}
