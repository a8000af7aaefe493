import "server-only";
import type { SurveyLink } from "@/lib/contracts/ours/duplicates";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { surveysById } from "@/lib/gateway/surveys-by-id";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { deleteLink, listLinks, putLink } from "@/lib/stores/postgres/survey-links";

/** Numbers differ from ids only where the duplicate check is another service than the surveys'. */
const needsLinks = ({ viewer }: SignedInContext) => connectionOf(viewer).activation.url !== null;

/** The links of the viewer's connection, of surveys that he sees; null where there are none to make. */
export async function listSurveyLinks(context: SignedInContext): Promise<{ links: SurveyLink[] | null }> {
  if (!needsLinks(context)) return { links: null };
  const rows = await listLinks(db(), context.viewer.connection);
  const ids = rows.map(({ surveyId }) => surveyId);
  const named = await surveysById(context, ids, { fields: ["name"] });
  const names = new Map(named.map(({ id, name }) => [id, name ?? null]));
  const links = rows
    .filter(({ surveyId }) => names.has(surveyId))
    .map(({ surveyId, surveyNumber, who, at }) => ({
      survey_id: surveyId,
      survey_name: names.get(surveyId) ?? null,
      survey_number: surveyNumber,
      who,
      at: at.toISOString(),
    }));
  return { links };
}

/** Sets or forgets the number that a survey of the viewer's is known by. */
export async function linkSurvey(
  context: SignedInContext,
  { survey_id, survey_number: surveyNumber }: { survey_id: string; survey_number: string | null },
): Promise<{ links: SurveyLink[] | null }> {
  const { connection, email: who } = context.viewer;
  if (!needsLinks(context)) {
    throw new AppError("invalid", "Here survey numbers are the surveys' own ids: there is nothing to link.");
  }
  const [found] = await surveysById(context, [survey_id], { fields: ["name"] });
  if (!found) throw new AppError("not_found", "Survey could not be found.");
  await db().transaction(async (transaction) => {
    if (surveyNumber === null) await deleteLink(transaction, connection, survey_id);
    else if (!(await putLink(transaction, { connection, surveyId: survey_id, surveyNumber, who }))) {
      throw new AppError("invalid", "Another survey has this number. Forget that link first.");
    }
    await addAudit(transaction, context, {
      accountId: null,
      action: "linkSurvey",
      thing: "surveys",
      thingId: survey_id,
      after: { survey_number: surveyNumber },
      outcome: "done",
    });
  });
  return listSurveyLinks(context);
}
