import "server-only";
import { activationAccount } from "@/lib/stores/postgres/activation-accounts";
import { knownNumbers } from "@/lib/stores/postgres/activation-changes";
import { db } from "@/lib/stores/postgres/client";
import { linksOf } from "@/lib/stores/postgres/survey-links";
import { surveysCalled } from "@/lib/stores/postgres/survey-names";
import { type Account, connectionOf, type SignedInContext } from "./call";
import { remoteSurveys } from "./remote-surveys-called";

/** A survey number of the duplicate check, and the survey that it stands for where one is known. */
export type CalledSurvey = { survey_number: string; name: string | null; survey_id: string | null };

/**
 * What the duplicate check knows by these texts: surveys of the account by id or whole name, linked numbers, and,
 * of our own duplicate check, numbers that sessions were recorded under. A number that proves to be nobody's of these
 * is unknown, whoever else has it.
 */
export async function surveysByText(
  context: SignedInContext,
  account: Account,
  texts: string[],
): Promise<CalledSurvey[]> {
  const { name: connection, demand, activation } = connectionOf(context.viewer);
  const links = activation.url === null ? [] : await linksOf(db(), connection, texts);
  const asked = [...new Set([...texts, ...links.map(({ surveyId }) => surveyId)])];
  const surveys =
    demand.url === null
      ? await surveysCalled(db(), account.id, asked)
      : await remoteSurveys(context, account, { texts, linked: links.map(({ surveyId }) => surveyId) });
  const all =
    activation.url === null
      ? []
      : await linksOf(
          db(),
          connection,
          surveys.map(({ id }) => id),
        );
  const numberOf = new Map(all.map(({ surveyId, surveyNumber }) => [surveyId, surveyNumber]));
  const called = surveys.map(({ id, name }) => ({ survey_number: numberOf.get(id) ?? id, name, survey_id: id }));
  if (activation.url !== null) return called;
  const number = await activationAccount(db(), { connection, accountId: account.id });
  const present = new Set(called.map(({ survey_number }) => survey_number));
  const recorded = (await knownNumbers(db(), number, texts)).filter((text) => text !== "" && !present.has(text));
  return [...called, ...recorded.map((text) => ({ survey_number: text, name: null, survey_id: null }))];
}
