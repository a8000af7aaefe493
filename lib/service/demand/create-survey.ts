import "server-only";
import type { createSurvey as operation } from "@/lib/contracts/interfaces/demand";
import type { NewSurvey } from "@/lib/contracts/interfaces/survey";
import type { SurveyStatus } from "@/lib/contracts/interfaces/survey-fields";
import { minimumPrice } from "@/lib/contracts/rules/price";
import { liveProblems, placeProblems, spellAsDefined } from "@/lib/contracts/rules/survey-rules";
import { invalid } from "@/lib/http/read-request";
import { addAudit } from "@/lib/stores/postgres/audit";
import type { Connection } from "@/lib/stores/postgres/client";
import { lockProject } from "@/lib/stores/postgres/projects";
import * as store from "@/lib/stores/postgres/surveys";
import { idempotently } from "../idempotently";
import type { Answer, Call } from "../service";
import { definitions, linkProblems, outOfField, qualificationProblems } from "./survey-checks";
import { replyShape, surveyTag, viewSurvey, writeSurvey } from "./survey-view";

/** `POST /surveys`: one survey with its quotas, all or nothing. */
export async function createSurvey(call: Call<typeof operation>): Promise<Answer> {
  return idempotently("createSurvey", call, async (transaction) => {
    // Not before: a repeated create gets the first one's reply also when the date it names has passed since.
    const prepared = prepareSurvey(call.body, Date.now());
    const { viewer, raw, headers } = call;
    const accountId = await accountOfProject(transaction, call);
    const survey = await store.insertSurvey(transaction, { ...prepared.survey, accountId }, prepared.quotas);
    const written = await store.lockSurvey(transaction, [accountId], survey.id);
    if (!written) throw new Error("The survey just written is there.");
    const view = viewSurvey(written.survey, written.counts, written.quotas);
    const thing = { accountId, action: "createSurvey", thing: "surveys", thingId: view.id } as const;
    await addAudit(transaction, call, { ...thing, after: view, outcome: "done" });
    const shape = replyShape(headers, raw, viewer, accountId);
    return { body: writeSurvey(view, shape), headers: { etag: await surveyTag(view) } };
  });
}

async function accountOfProject(transaction: Connection, { viewer, body }: Call<typeof operation>): Promise<string> {
  const accountIds = viewer.accounts.map(({ id }) => id);
  const project = await lockProject(transaction, accountIds, body.project_id);
  if (project) return project.accountId;
  throw invalid({ project_id: "Project could not be found. Choose one of your account's projects." });
}

/** Checks a new survey and gives the rows to insert; throws with a sentence for each field that is wrong. */
function prepareSurvey(input: NewSurvey, now: number) {
  const { survey, problems } = spellAsDefined({ ...input, status: input.status ?? "Draft" }, definitions);
  const field = outOfField(survey.out_of_field_date, survey.out_of_field_timezone);
  const wrong = {
    ...problems,
    ...placeProblems(survey, definitions),
    ...field.problems,
    ...linkProblems(survey.entry_link),
    ...qualificationProblems(survey.respondent_attributes),
  };
  if (!field.columns || Object.keys(wrong).length > 0) throw invalid(wrong);
  const status = survey.status as SurveyStatus;
  if (status === "Live") {
    const unready = liveProblems(
      {
        respondents: survey.respondents,
        counted: 0,
        quotas: survey.respondent_attributes.map(({ quota }) => ({ quota, counted: 0 })),
        outOfFieldAt: field.columns.outOfFieldAt.getTime(),
        entryLink: survey.entry_link,
      },
      now,
    );
    if (Object.keys(unready).length > 0) throw invalid(unready);
  }
  return {
    survey: {
      projectId: survey.project_id,
      name: survey.name,
      status,
      respondents: survey.respondents,
      countryCode: survey.country_code,
      languageCode: survey.language_code,
      lengthOfInterview: survey.length_of_interview,
      incidenceRate: survey.incidence_rate,
      collectsPii: survey.collects_pii,
      hashingEnabled: survey.hashing_enabled,
      ...field.columns,
      deviceCompatibilities: survey.device_compatibilities,
      calculationType: survey.calculation_type as store.SurveyRow["calculationType"],
      trafficControlLimitType: survey.traffic_control_limit_type,
      entryLink: survey.entry_link,
      offeredPricePerComplete:
        survey.offered_price_per_complete ?? minimumPrice(survey.length_of_interview, survey.incidence_rate),
      wentLiveAt: status === "Live" ? new Date(now) : null,
    },
    quotas: survey.respondent_attributes.map((quota, position) => ({
      position,
      name: quota.quota_name,
      quota: quota.quota,
      qualifications: quota.qualifications,
    })),
  };
}
