import { createHash } from "node:crypto";
import {
  type AnswerCategory,
  answerCategories,
  categoryName,
  type QualityVersion,
  readableCategories,
} from "@/lib/contracts/terms/quality";
import type { SentPoint, SentRespondent } from "./score-respondent";

/** What was sent of a respondent, as a service keeps it. */
export type KeptRespondent = {
  respondentId: string;
  dataPoints: readonly SentPoint[];
  cleaningSettings: SentRespondent["cleaningSettings"];
  activateCleaning: boolean;
  respondentAttributes: Record<string, string> | null;
};

/** Respondents of v1 and v2 as v3 takes them, one step of versions after the other. */
type Settings = NonNullable<SentRespondent["cleaningSettings"]>;

/** v1 to v2: every interview entry has a question id; the same text gets the same one, for all respondents. */
export const pointsInV2 = (points: readonly SentPoint[]): SentPoint[] =>
  points.map((point) =>
    point.qualityCheck === "CHS"
      ? { ...point, interviewData: point.interviewData.map((entry) => ({ ...entry, questionId: questionIdOf(entry) })) }
      : point,
  );

function questionIdOf({ questionId, question }: { questionId?: string | undefined; question: string }): string {
  if (questionId !== undefined) return questionId;
  const text = question.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase();
  return `q-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

/** v2 to v3: the categories that settings name are renamed. */
export function settingsInV3(version: QualityVersion, settings: Settings): Settings {
  const { OES } = settings;
  if (!OES?.categories) return settings;
  const names = readableCategories(version);
  const categories = Object.entries(OES.categories).map(([name, rule]) => [names.get(name) ?? name, rule]);
  return { ...settings, OES: { ...OES, categories: Object.fromEntries(categories) } };
}

/** The categories that are named otherwise in v3: this version's name, and v3's. */
export const renamedCategories = (version: QualityVersion) =>
  answerCategories
    .map((category) => ({ category, from: categoryName(version, category), to: category }))
    .filter(({ from, to }) => from !== to);

export type RenamedAnswers = { from: string; to: AnswerCategory; answers: number }[];

/** The renamed categories that answers of a survey have, with how many. */
export const renamedAnswers = (version: QualityVersion, answers: ReadonlyMap<AnswerCategory, number>): RenamedAnswers =>
  renamedCategories(version).flatMap(({ category, from, to }) => {
    const count = answers.get(category) ?? 0;
    return count > 0 ? [{ from, to, answers: count }] : [];
  });

/** Interview entries without a question id. */
export const countUnnamed = (points: readonly SentPoint[]): number =>
  points
    .flatMap((point) => (point.qualityCheck === "CHS" ? point.interviewData : []))
    .filter(({ questionId }) => questionId === undefined).length;

/** A respondent of a survey of v1 or v2 as `addRespondent` of v3 takes them, for the survey `newName`. */
export function respondentInV3(
  version: QualityVersion,
  newName: string,
  { respondentId, dataPoints, cleaningSettings, activateCleaning, respondentAttributes }: KeptRespondent,
): SentRespondent {
  return {
    ...{ surveyName: newName, respondentId, dataPoints: pointsInV2(dataPoints) },
    ...(cleaningSettings && { cleaningSettings: settingsInV3(version, cleaningSettings) }),
    ...{ activateCleaning, synchronousResponse: false },
    ...(respondentAttributes && { respondentAttributes }),
  };
}
