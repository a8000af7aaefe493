import type { VersionOperations } from "@/lib/contracts/interfaces/quality";
import type { BodyOf } from "@/lib/contracts/operation";
import { type PointScore, type QualityVersion, readableCategories } from "@/lib/contracts/terms/quality";
import { type Interaction, scoreBehaviour } from "./scoring/behaviour";
import { type Interview, scoreCoherence } from "./scoring/coherence";
import { type findDuplicate, scoreDuplicates } from "./scoring/duplicates";
import { type CleaningRules, defaultRules } from "./scoring/exclusion";
import { scoreGrid } from "./scoring/grid";
import { scoreOffTopic } from "./scoring/off-topic";
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
  /** By data point: the latest answers of others, in words, and their latest answers to grids. */
  others: ReadonlyMap<string, readonly string[]>;
  grids: ReadonlyMap<string, readonly (readonly number[])[]>;
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

type Compared = Comparison & { interview: Omit<Interview, "entries"> };

/** Every data point scored, in the order that they were sent. */
export function scorePoints(
  points: readonly SentPoint[],
  answers: ReadonlyMap<number, ReadAnswer>,
  compared: Compared,
): PointScore[] {
  const copies = scoreDuplicates(points.map((_, at) => compared.duplicates.get(at) ?? null));
  const about = points.flatMap((point) =>
    "surveyDescription" in point && point.surveyDescription ? [point.surveyDescription] : [],
  );
  return points.map((point, at) => {
    const answer = answers.get(at);
    const {
      score,
      category = null,
      reason,
    } = point.qualityCheck === "OES"
      ? scoreOpen(point, answer, { copy: copies[at] ?? null, about, others: compared.others })
      : scoreClosed(point, compared);
    return { qualityCheck: point.qualityCheck, dataPointId: point.dataPointId, score, category, reason };
  });
}

type OpenPoint = Extract<SentPoint, { qualityCheck: "OES" }>;
type WithOthers = { copy: Scored | null; about: readonly string[]; others: Comparison["others"] };

/** An answer that nothing by itself speaks against may be a copy, or off topic. */
function scoreOpen(point: OpenPoint, answer: ReadAnswer | undefined, { copy, about, others }: WithOthers): Scored {
  if (!answer) throw new Error("An open answer was not read.");
  if (answer.scored.category !== "VALID_ANSWER") return answer.scored;
  const { question, keywords = [], dataPointId } = point;
  const topic = { question, keywords: [...keywords, ...about], others: others.get(dataPointId) ?? [] };
  return copy ?? scoreOffTopic(answer.words.split(" "), topic) ?? answer.scored;
}

function scoreClosed(point: Exclude<SentPoint, OpenPoint>, { durations, grids, interview }: Compared): Scored {
  switch (point.qualityCheck) {
    case "TS":
      return scoreTime(point.duration, durations.get(point.dataPointId));
    case "GQS":
      return scoreGrid(point.gridAnswersPattern, grids.get(point.dataPointId));
    case "CHS":
      return scoreCoherence({ ...interview, entries: point.interviewData });
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
