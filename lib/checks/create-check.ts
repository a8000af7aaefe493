import "server-only";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/checks";
import type { SignedInContext } from "@/lib/gateway/call";
import * as gateway from "@/lib/gateway/fraud";
import { AppError } from "@/lib/http/problem";
import { whenUnansweredOf } from "@/lib/stores/postgres/check-settings";
import { db } from "@/lib/stores/postgres/client";
import { knownOf } from "./find-check";
import { keepReply } from "./keep-reply";
import { whoseSurvey } from "./whose";

/**
 * Checks a respondent, and an answer of theirs, and says all that is known then. Where the service does not answer, the
 * account's own decision says what becomes of the respondent, and what was known before is told.
 */
export async function createCheck(
  context: SignedInContext,
  { account_id, answer, ...query }: BodyOf<typeof contract.createCheck>,
): Promise<contract.CheckedRespondent> {
  const { sy_nr: surveyNumber, sn_ud: sessionId } = query;
  const { of, surveyName } = await whoseSurvey(context, { number: surveyNumber, accountId: account_id });
  const session = { surveyNumber, sessionId };
  try {
    const reply = await gateway.search(of, query);
    await keepReply(of, { ...session, kind: "search", questionId: "", reply });
    if (answer) {
      const reviewed = await gateway.review(of, { ...answer, sy_nr: surveyNumber, sn_ud: sessionId });
      await keepReply(of, { ...session, kind: "review", questionId: answer.q_id, reply: reviewed });
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unavailable") throw error;
    const place = { connection: context.viewer.connection, accountId: of.account.id };
    const unanswered = { problem: error.message, respondent: await whenUnansweredOf(db(), place) };
    return { ...(await knownOf(of, { ...session, surveyName })), unanswered };
  }
  return knownOf(of, { ...session, surveyName });
}
