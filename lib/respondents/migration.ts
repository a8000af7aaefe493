import "server-only";
import * as z from "zod";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { Job } from "@/lib/contracts/ours/jobs";
import type * as contract from "@/lib/contracts/ours/respondents";
import type { QualityVersion } from "@/lib/contracts/terms/quality";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { copyNext, givesBackWhatWasSent, isNameTaken, migrationFacts, notGivenBack } from "@/lib/gateway/copy-quality";
import { type QualitySurvey, qualitySurvey, surveyState } from "@/lib/gateway/quality";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { type Kind, newJob, StepHalted } from "@/lib/jobs/kind";
import { startJob } from "@/lib/jobs/start-job";
import { NOBODY_SCORED } from "./words";

/** What copying a survey of an earlier version to a new one of v3 would change. */
export async function previewMigration(context: SignedInContext, surveyId: string): Promise<contract.QualityMigration> {
  const survey = await qualitySurvey(context, { id: surveyId });
  const state = await surveyState(survey);
  if (!state) throw nobodyScored();
  const refused = refusal(survey, state.version);
  const facts = givesBackWhatWasSent(survey) ? await migrationFacts(survey) : null;
  return {
    survey: { survey_name: survey.number, version: state.version, is_stopped: state.isStopped },
    respondents: facts?.respondents ?? 0,
    categories: facts?.categories ?? [],
    entries_without_question_id: facts?.entriesWithoutQuestionId ?? 0,
    credits: facts?.credits ?? null,
    new_survey_name: await freeName(survey),
    refused,
  };
}

const nobodyScored = () => new AppError("not_found", NOBODY_SCORED);

/** Why it cannot be copied; null: it can. */
function refusal(survey: QualitySurvey, version: QualityVersion): string | null {
  if (version === "v3") return "The survey is of v3 already.";
  return givesBackWhatWasSent(survey) ? null : notGivenBack(connectionOf(survey.context.viewer).title);
}

const LONGEST_NAME = 200;

async function freeName(survey: QualitySurvey): Promise<string | null> {
  const name = `${survey.number} v3`;
  if (name.length > LONGEST_NAME) return null;
  return (await isNameTaken(survey, name)) ? null : name;
}

/* The job */

const inputSchema = z.object({ survey_id: z.string(), new_survey_name: z.string() });
type Input = z.output<typeof inputSchema>;

/** How far it got: the place of the last respondent who was copied, and how many were. */
const beforeSchema = z.object({ place: z.number(), copied: z.number() });
type Before = z.output<typeof beforeSchema>;

/** One step, because respondents are copied in the order that they came: of two copies the first is none. */
export const copyScoredSurvey: Kind<Input, object, Before, null> = {
  kind: "copy scored survey",
  permission: "surveys:write",
  stored: { input: inputSchema, step: z.object({}), before: beforeSchema, after: z.null() },
  goesOn: true,

  step: async (context, item, begin, { input, mayGoOn }) => {
    const survey = await qualitySurvey(context, { id: input.survey_id });
    let before: Before = item.before ?? { place: 0, copied: 0 };
    for (;;) {
      const next = await copyNext(survey, { newName: input.new_survey_name, after: before.place });
      if (!next) return null;
      before = { place: next.place, copied: before.copied + next.copied };
      await begin(before, `Copied ${before.copied.toLocaleString("en")} so far.`);
      if (!(await mayGoOn())) throw new StepHalted("The job may not go on now.");
    }
  },

  // Whoever is there already is not added again, so that it goes on from what was recorded.
  settle: async (_context, { before }, ended) => {
    if (ended !== "cancelled" || !before) return "not done";
    return { left: before, words: `Cancelled after ${before.copied.toLocaleString("en")} were copied.` };
  },
};

/** Starts the copy: the old survey stays as it is. */
export async function startMigration(
  context: SignedInContext<SessionViewer>,
  { survey_id, new_survey_name: newName }: Input,
): Promise<Job> {
  const survey = await qualitySurvey(context, { id: survey_id });
  const state = await surveyState(survey);
  if (!state) throw nobodyScored();
  const refused = refusal(survey, state.version);
  if (refused !== null) throw new AppError("invalid", refused);
  if (await isNameTaken(survey, newName)) {
    throw invalid({ new_survey_name: `The quality service has a survey “${newName}” already. Choose another name.` });
  }
  const input = { survey_id, new_survey_name: newName };
  const items = [{ key: "copy", label: `Copy to “${newName}”`, input: {} }];
  return startJob(context, newJob(copyScoredSurvey, { title: `Copy ${survey.name} to v3`, input, items }));
}
