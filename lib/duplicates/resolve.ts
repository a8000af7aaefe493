import "server-only";
import { MOST_NUMBERS } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { NamedSurvey, ResolvedSurveys } from "@/lib/contracts/ours/duplicates";
import type { Account, SignedInContext } from "@/lib/gateway/call";
import { ownAccount } from "@/lib/gateway/own-account";
import { surveysByText } from "@/lib/gateway/surveys-called";
import { AppError } from "@/lib/http/problem";
import { findAmong, sortByNumber } from "./find-called";
import { candidatesIn, readPasted } from "./read-pasted";

/** Each of so many surveys may stand there as a line, a part and some words. */
const MOST_CANDIDATES = 8 * MOST_NUMBERS;
const TOO_MANY = `Name at most ${MOST_NUMBERS.toLocaleString("en")} surveys at once. Send the rest as a second job.`;

/** Survey numbers of what somebody pasted. */
export async function resolveSurveys(
  context: SignedInContext,
  { account_id, text }: { account_id?: string | undefined; text: string },
): Promise<ResolvedSurveys> {
  const account = await ownAccount(context, account_id);
  const candidates = candidatesIn(text);
  if (candidates.length > MOST_CANDIDATES) throw new AppError("invalid", TOO_MANY, { fields: { text: TOO_MANY } });
  const resolved = readPasted(text, findAmong(await surveysByText(context, account, candidates)));
  if (resolved.surveys.length > MOST_NUMBERS) throw new AppError("invalid", TOO_MANY, { fields: { text: TOO_MANY } });
  return resolved;
}

/** Of these survey numbers those that the account has, with their surveys' names, and those that it has not. */
export async function knownSurveys(
  context: SignedInContext,
  account: Account,
  numbers: string[],
): Promise<{ surveys: NamedSurvey[]; unknown: string[] }> {
  return sortByNumber(numbers, await surveysByText(context, account, numbers));
}
