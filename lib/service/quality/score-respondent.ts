import type { VersionOperations } from "@/lib/contracts/interfaces/quality";
import type { BodyOf } from "@/lib/contracts/operation";
import { type PointScore, type QualityVersion, readableCategories } from "@/lib/contracts/terms/quality";
import { type Interaction, scoreBehaviour } from "./scoring/behaviour";
import { scoreCoherence } from "./scoring/coherence";
import { type findDuplicate, scoreDuplicates } from "./scoring/duplicates";
import { type CleaningRules, defaultRules } from "./scoring/exclusion";
import { scoreGrid } from "./scoring/grid";
import { type ReadAnswer, readAnswer } from "./scoring/open-answer";
import type { Scored } from "./scoring/scored";
import { type ComparedDurations, scoreTime } from "./scoring/time";

export type SentRespondent = BodyOf<VersionOperations["addRespondent"]>;
export type SentPoint = SentRespondent["dataPoints"][number];

/** What is compared with respondents who came before, by their answers and durations. */
export type Comparison = {
  durations: ReadonlyMap<string, ComparedDurations>;
  /** By place of the data point; only those that are compared. */
  duplicates: ReadonlyMap<number, ReturnType<typeof findDuplicate>>;
};

/** The open answers of a respondent, by place of their data point. */
export function readAnswers(points: readonly SentPoint[]): Map<number, ReadAnswer> {
  const typing = new Map<string, Interaction[]>();
  for (const point of points) if (point.qualityCheck === "BAS") typing.set(point.dataPointId, point.interactionData);
  return new Map(
    points.flatMap((point, at): [number, ReadAnswer][] =>
      point.qualityCheck === "OES" ? [[at, readAnswer(point, typing.get(point.dataPointId))]] : [],
    ),
  );
}

/** Every data point scored, in the order that they were sent. */
export function scorePoints(
  points: readonly SentPoint[],
  answers: ReadonlyMap<number, ReadAnswer>,
  { durations, duplicates, year }: Comparison & { year: number },
): PointScore[] {
  const copies = scoreDuplicates(points.map((_, at) => duplicates.get(at) ?? null));
  return points.map((point, at) => {
    const compared = { copy: copies[at] ?? null, durations, year };
    const { score, category = null, reason } = scoreOne(point, answers.get(at)?.scored, compared);
    return { qualityCheck: point.qualityCheck, dataPointId: point.dataPointId, score, category, reason };
  });
}

function scoreOne(
  point: SentPoint,
  alone: Scored | undefined,
  { copy, durations, year }: { copy: Scored | null; durations: Comparison["durations"]; year: number },
): Scored {
  switch (point.qualityCheck) {
    case "OES": {
      if (!alone) throw new Error("An open answer was not read.");
      return alone.category === "VALID_ANSWER" && copy ? copy : alone;
    }
    case "TS":
      return scoreTime(point.duration, durations.get(point.dataPointId));
    case "GQS":
      return scoreGrid(point.gridAnswersPattern);
    case "CHS":
      return scoreCoherence(point.interviewData, year);
    case "BAS":
      return scoreBehaviour(point.interactionData);
  }
}

/** The rules that a respondent is excluded by; null: by none. Categories of a version in v3's names. */
export function rulesOf(
  version: QualityVersion,
  body: Pick<SentRespondent, "activateCleaning" | "cleaningSettings">,
): CleaningRules | null {
  if (!body.activateCleaning) return null;
  if (!body.cleaningSettings) return defaultRules;
  const { OES, ...rest } = body.cleaningSettings;
  if (!OES) return rest;
  const { categories = {}, ...rule } = OES;
  // `activate: false` of the check is about its own score and its categories.
  if (rule.activate === false) return rest;
  const names = readableCategories(version);
  const entries = Object.entries(categories).map(([name, settings]) => [names.get(name), settings]);
  return { ...rest, OES: rule, categories: Object.fromEntries(entries) };
}
