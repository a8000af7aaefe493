import "server-only";
import type { SignedInContext } from "@/lib/gateway/call";
import { type For, isBuiltIn } from "@/lib/gateway/fraud";
import { ownAccount } from "@/lib/gateway/own-account";
import { ownSurvey } from "@/lib/gateway/own-survey";
import { AppError } from "@/lib/http/problem";

type Asked = { number: string; accountId: string | undefined };

const orNone = (error: unknown) => {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
};

/**
 * Whose records are asked for: those of the survey's account, whichever is chosen. Our own service keeps what each account
 * says under any other number apart; with a key of another service the survey is proven to be the viewer's first.
 * `surveyName` null: no survey has this number.
 */
export async function whoseSurvey(
  context: SignedInContext,
  { number, accountId }: Asked,
): Promise<{ of: For; surveyName: string | null }> {
  const chosen = accountId === undefined ? null : await ownAccount(context, accountId);
  const finding = ownSurvey(context, "fraud", { number });
  const survey = await (isBuiltIn(context) ? finding.catch(orNone) : finding);
  if (survey) return { of: { context, account: survey.account }, surveyName: survey.name };
  return { of: { context, account: chosen ?? (await ownAccount(context)) }, surveyName: null };
}
