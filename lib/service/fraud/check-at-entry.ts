import "server-only";
import type { FailureReason } from "@/lib/contracts/terms/fraud";
import type { SurveyEntrant } from "@/lib/stores/postgres/activation-entrants";
import type { Connection } from "@/lib/stores/postgres/client";
import { findFraudAccount } from "@/lib/stores/postgres/fraud";
import { checkOutside, checkSession, type Entrant } from "./check-session";
import { publicAddress } from "./public-address";

type AtEntry = SurveyEntrant & { accountId: string; account: number; surveyNumber: string; countryCode: string };

/**
 * For fielding: the verdict on somebody who enters a survey, kept with their session. They are said to be in the survey's
 * country. `01`: they pass.
 */
export async function failureAtEntry(transaction: Connection, entering: AtEntry): Promise<FailureReason> {
  const { accountId, account, surveyNumber, sessionId, panelId, address, agent, countryCode } = entering;
  const browser = {
    agent,
    platform: null,
    sendsMobile: null,
    touchPoints: null,
    isDriven: null,
    hasDeveloperTools: null,
  };
  const entrant: Entrant = {
    account: { id: accountId, number: account },
    ...{ surveyNumber, sessionId, panelId, browser, saidCountry: countryCode, address: publicAddress(address) },
    ...{ cookie: null, hashedEmail: null, platformId: null },
  };
  const [ofAccount, outside] = await Promise.all([findFraudAccount(transaction, account), checkOutside(entrant)]);
  const { failureReason } = await checkSession(transaction, entrant, { ofAccount, outside });
  return failureReason;
}
