import "server-only";
import type { SignedInContext } from "@/lib/gateway/call";
import { type For, isBuiltIn } from "@/lib/gateway/fraud";
import { ownAccount } from "@/lib/gateway/own-account";
import { ownSurvey } from "@/lib/gateway/own-survey";
import { db } from "@/lib/stores/postgres/client";
import { surveysCalled } from "@/lib/stores/postgres/survey-names";

type Asked = { number: string; accountId: string | undefined };

/**
 * Whose records are asked for. Our own service keeps those of each account apart, whatever a survey is called; with a
 * key of another one the survey is proven to be the viewer's first. `surveyName` null: no survey has this number.
 */
export async function whoseSurvey(
  context: SignedInContext,
  { number, accountId }: Asked,
): Promise<{ of: For; surveyName: string | null }> {
  if (!isBuiltIn(context)) {
    const { account, name } = await ownSurvey(context, "fraud", { number });
    return { of: { context, account }, surveyName: name };
  }
  const account = await ownAccount(context, accountId);
  const surveys = await surveysCalled(db(), account.id, [number]);
  return { of: { context, account }, surveyName: surveys.find(({ id }) => id === number)?.name ?? null };
}
