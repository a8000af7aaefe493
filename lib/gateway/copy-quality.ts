import "server-only";
import { MOST_SENT, versionOperations } from "@/lib/contracts/interfaces/quality";
import type { ReadRespondent } from "@/lib/contracts/interfaces/quality-replies";
import type { AnswerCategory, QualityVersion } from "@/lib/contracts/terms/quality";
import { AppError } from "@/lib/http/problem";
import * as service from "@/lib/service/quality/copy-survey";
import { countUnnamed, type KeptRespondent, renamedAnswers, respondentInV3 } from "@/lib/service/quality/migrate";
import { audited } from "./audited";
import { call, connectionOf } from "./call";
import { ReplyLost } from "./errors";
import { inItsVersion, isBuiltIn, named, type QualitySurvey, respondentsById, surveyState, thingOf } from "./quality";
import { categoryOf } from "./quality-scores";

/**
 * Copying a survey to a new one of v3, in both steps of versions. It takes what was sent of respondents, which our own
 * service keeps, and another installation of this product gives back.
 */
export const givesBackWhatWasSent = ({ context }: QualitySurvey): boolean =>
  isBuiltIn(context) || connectionOf(context.viewer).quality.extended;

/** What a copy would rename and add; null: the service does not know the survey. */
export async function migrationFacts(survey: QualitySurvey): Promise<service.MigrationFacts | null> {
  if (isBuiltIn(survey.context)) return service.migrationFacts(named(survey));
  const answers = new Map<AnswerCategory, number>();
  let [respondents, entriesWithoutQuestionId] = [0, 0];
  let version: QualityVersion = "v3";
  for (let page = 1; ; page += 1) {
    const found = await pageWithSent(survey, page);
    version = found.version;
    for (const { kept, read } of found.respondents) {
      respondents += 1;
      entriesWithoutQuestionId += countUnnamed(kept.dataPoints);
      for (const { category: name } of read.respondentQuality?.dataPointsSummary ?? []) {
        const category = categoryOf(version, name);
        if (category) answers.set(category, (answers.get(category) ?? 0) + 1);
      }
    }
    if (found.respondents.length < MOST_SENT) break;
  }
  return { respondents, entriesWithoutQuestionId, credits: null, categories: renamedAnswers(version, answers) };
}

/** The survey of the same account that has this name at the service. */
const inAccountOf = (survey: QualitySurvey, name: string): QualitySurvey => ({ ...survey, number: name });

/** Whether the account's quality service has a survey of this name. */
export const isNameTaken = async (survey: QualitySurvey, name: string): Promise<boolean> =>
  (await surveyState(inAccountOf(survey, name))) !== null;

/**
 * Adds the next respondents of a survey to the copy, in the order that they came; those whom it has already stay. Answers
 * the place of the last one; null: all are there.
 */
export async function copyNext(
  survey: QualitySurvey,
  { newName, after }: { newName: string; after: number },
): Promise<{ place: number; copied: number } | null> {
  const copies = await copiesAfter(survey, newName, after);
  const last = copies.at(-1);
  if (!last) return null;
  const sent = { name: newName, respondents: copies.map(({ body }) => body.respondentId) };
  const write = { of: "quality", action: "copyRespondents", ...thingOf(survey), sent } as const;
  return audited(survey.context, { ...write, leaves: () => ({ id: survey.id, ...sent }) }, async () => {
    for (const { body } of copies) await addOnce(inAccountOf(survey, newName), body);
    return { place: last.place, copied: copies.length };
  });
}

async function copiesAfter(survey: QualitySurvey, newName: string, after: number): Promise<service.CopiedRespondent[]> {
  if (isBuiltIn(survey.context)) return service.copiesAfter(named(survey), { newName, after, limit: MOST_SENT });
  // Another service has no places but those of its list.
  const { version, respondents } = await pageWithSent(survey, Math.floor(after / MOST_SENT) + 1);
  const left = respondents.slice(after % MOST_SENT);
  return left.map(({ kept }, at) => ({ place: after + at + 1, body: respondentInV3(version, newName, kept) }));
}

/** A respondent who came with an earlier try is there already: the refusal of a repeated one says so, or a lost reply. */
async function addOnce(copy: QualitySurvey, body: service.CopiedRespondent["body"]): Promise<void> {
  const { context, account } = copy;
  try {
    await call(context, versionOperations.v3.addRespondent, { account, body });
  } catch (error) {
    const mayBeThere = error instanceof ReplyLost || (error instanceof AppError && error.code === "invalid");
    if (!mayBeThere) throw error;
    const { byId } = await respondentsById(copy, [body.respondentId]);
    if (!byId.has(body.respondentId)) throw error;
  }
}

type SentPage = { version: QualityVersion; respondents: { kept: KeptRespondent; read: ReadRespondent }[] };

/** A page of another service's list with what was sent of each. */
const pageWithSent = (survey: QualitySurvey, page: number): Promise<SentPage> =>
  inItsVersion(survey, async (version) => {
    const body = { surveyName: survey.number, page, page_size: MOST_SENT, includeSent: true };
    const { account, context } = survey;
    const { data } = await call(context, versionOperations[version].getAllRespondents, { account, body });
    return {
      version,
      respondents: data.results.respondents.map((read) => ({ kept: keptOf(survey, version, read), read })),
    };
  });

function keptOf(
  survey: QualitySurvey,
  version: QualityVersion,
  { respondentId, sent }: ReadRespondent,
): KeptRespondent {
  // Another installation stored it as the same contract read it.
  const body = { surveyName: survey.number, respondentId, ...sent };
  const read = versionOperations[version].addRespondent.body.safeParse(body);
  if (!read.success) throw new AppError("unavailable", notGivenBack(connectionOf(survey.context.viewer).title));
  const { dataPoints, cleaningSettings, activateCleaning = false, respondentAttributes = null } = read.data;
  return { respondentId, dataPoints, cleaningSettings, activateCleaning, respondentAttributes };
}

export const notGivenBack = (title: string) =>
  `${title} does not give back what was sent of respondents, so that they cannot be sent to a new survey. Send them again from where they came from.`;
