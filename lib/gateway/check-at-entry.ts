import "server-only";
import { readVerdict } from "@/lib/contracts/interfaces/fraud-replies";
import { AT_ENTRY } from "@/lib/contracts/terms/checks";
import { type EntryFailure, UNANSWERED, UNEXPLAINED } from "@/lib/contracts/terms/fielding";
import { NO_FAILURE } from "@/lib/contracts/terms/fraud";
import { AppError, UNEXPECTED } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import type { CheckElsewhere } from "@/lib/service/fielding/enter-checked";
import type { PendingEntrant } from "@/lib/service/fielding/field-batch";
import { publicAddress } from "@/lib/service/fraud/public-address";
import { saveCheckReply } from "@/lib/stores/postgres/check-replies";
import { whenUnansweredOf } from "@/lib/stores/postgres/check-settings";
import { db } from "@/lib/stores/postgres/client";
import { saveUnansweredCheck } from "@/lib/stores/postgres/unanswered-checks";
import { BUILT_IN } from "@/lib/stores/postgres/users";
import { connectionOf, type SignedIn } from "./call";
import { addressOf, serviceOf } from "./connections";
import { notUnderstood, ReplyLost, ServiceDown, tooSlow } from "./errors";
import { type For, search } from "./fraud";
import { before } from "./join";

/** How respondents of our own surveys are checked by another service; null: our own fraud checks do that. */
export const checkElsewhere = (): CheckElsewhere | null =>
  addressOf(connectionOf({ connection: BUILT_IN }), "fraud") === null ? null : check;

/**
 * Asks the other service about an entrant for as long as respondents wait, and keeps what it said. Where it does not
 * answer, that is kept, and the account's decision holds; where the check is not required, everybody enters.
 */
async function check(entrant: PendingEntrant): Promise<EntryFailure | null> {
  const { accountId, surveyId: surveyNumber, sessionId } = entrant;
  const place = { connection: BUILT_IN, accountId, surveyNumber, sessionId };
  try {
    const reply = await ask(entrant);
    const read = readVerdict(reply, sessionId);
    if (!read) throw notUnderstood(serviceName(), "it says nothing of the session");
    await saveCheckReply(db(), { ...place, kind: "search", questionId: "", read, reply, who: AT_ENTRY });
    if (!read.fails) return null;
    return read.failure_reason === null || read.failure_reason === NO_FAILURE ? UNEXPLAINED : read.failure_reason;
  } catch (error) {
    const problem = problemOf(error);
    // What the service did is a sentence; anything else is ours, and has to be found.
    const cause = error instanceof AppError ? { problem } : { err: error };
    logger.warn({ ...cause, survey: surveyNumber, session: sessionId }, "a check at entry was not answered");
    const respondent = entrant.isRequired ? await whenUnansweredOf(db(), place) : "let in";
    await saveUnansweredCheck(db(), { ...place, problem, respondent });
    return respondent === "turn away" ? UNANSWERED : null;
  }
}

/** What happened, without what to do about it: nobody can do it over. */
function problemOf(error: unknown): string {
  if (error instanceof ReplyLost || error instanceof ServiceDown) return error.reason;
  return error instanceof AppError ? error.message : UNEXPECTED;
}

const serviceName = () => serviceOf(connectionOf({ connection: BUILT_IN }), "fraud");

function ask(entrant: PendingEntrant) {
  const { accountId, surveyId, sessionId, panelId, address, agent, countryCode } = entrant;
  const deadline = Date.now() + connectionOf({ connection: BUILT_IN }).fraud.entryTimeoutMs;
  const asking = search(
    forAccount(accountId),
    {
      ...{ sy_nr: surveyId, sn_ud: sessionId, rt_sr_pd: panelId, rt_cy_ce: countryCode, rt_hd_el: undefined },
      ...{ rt_ip_address: publicAddress(address) ?? undefined, rt_user_agent: agent || undefined },
    },
    { deadline },
  );
  // Whatever else a call waits for: a respondent waits no longer.
  return before(deadline, asking, () => tooSlow(serviceName()));
}

/** Nobody is signed in where respondents enter: the survey's account is called for with its own keys. */
function forAccount(accountId: string): For {
  const account = { id: accountId, name: "the survey's account" };
  const viewer: SignedIn = {
    ...{ connection: BUILT_IN, email: AT_ENTRY, name: AT_ENTRY, role: "admin", accounts: [account], token: "" },
  };
  return { account, context: { viewer, requestId: crypto.randomUUID(), origin: "system" } };
}
