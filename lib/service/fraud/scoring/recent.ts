import { type CheckResult, type FailureReason, failureNames } from "@/lib/contracts/terms/fraud";
import { counted, found, notChecked, nothingFound } from "./checked";
import { isPersonal, type Sharing } from "./duplicate";

const DAY_MS = 86_400_000;
const REMEMBERED_DAYS = 30;
const LEAST_IN_A_DAY = 10;
/** What nobody is by mistake. */
const abuses: ReadonlySet<FailureReason> = new Set(["03", "08", "09", "10", "14"]);

/**
 * Recent abuse: ten other sessions of the same cookie, e-mail or panel id within a day over all surveys, or one within 30
 * days that failed as a crawler, an automated browser, an emulator or a known fraudster.
 *
 * Source: our rules. Limits: of an identifier the hundred newest sessions are looked at; a shared computer may come to
 * ten in a day; a clock that was set back makes sessions look newer than they are.
 */
export function scoreRecent(
  sharing: readonly Sharing[],
  verdicts: ReadonlyMap<number, FailureReason>,
  { now, hasIdentifier }: { now: number; hasIdentifier: boolean },
): CheckResult {
  if (!hasIdentifier) return notChecked;
  const personal = sharing.filter(({ shared }) => shared.some(isPersonal));
  const within = (days: number) => personal.filter(({ recordedAt }) => recordedAt.getTime() > now - days * DAY_MS);
  const reasons = within(REMEMBERED_DAYS).map(({ record }) => (record === null ? undefined : verdicts.get(record)));
  const abuse = reasons.find((reason) => reason !== undefined && abuses.has(reason));
  const inADay = within(1).length;
  if (inADay >= LEAST_IN_A_DAY) {
    return found(Math.min(90, 50 + inADay), `${counted(inADay, "other session")} of the same person within a day`);
  }
  if (abuse)
    return found(65, `A session of the same person failed within ${REMEMBERED_DAYS} days: ${failureNames[abuse]}`);
  return nothingFound;
}
