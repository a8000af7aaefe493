import type { ListedRespondent, RespondentResult } from "@/lib/contracts/interfaces/quality";
import {
  categoryName,
  NO_CATEGORY,
  NOT_SCORED,
  type PointScore,
  type QualityVersion,
} from "@/lib/contracts/terms/quality";
import type { QualityRespondent, StoredRespondent } from "@/lib/stores/postgres/quality";
import type { KeptRespondent } from "./migrate";
import { sentPoints, sentSettings } from "./sent-parts";

/** A respondent as a version answers it. */
export function viewRespondent(version: QualityVersion, row: QualityRespondent): RespondentResult {
  const { respondentId, scores } = row;
  if (!scores) return { respondentId, status: "PROCESSING" };
  const { points, checks, serviceScore } = scores;
  return {
    respondentId,
    status: "COMPLETED",
    respondentQuality: {
      isExcluded: row.isExcluded,
      reasonsForExclusion: reasonsOf(row),
      serviceScore,
      dataPointsSummary: points.map((point) => viewPoint(version, point)),
      qualityScoreSummary: checks.map((check) => ({
        ...check,
        ...(check.score === NOT_SCORED && { reason: "No data point could be scored" }),
      })),
    },
  };
}

/** The same with what was sent of them. */
export function viewWithSent(version: QualityVersion, row: StoredRespondent): ListedRespondent {
  const { respondentId: _, cleaningSettings, respondentAttributes, ...sent } = keptOf(version, row);
  return {
    ...viewRespondent(version, row),
    sent: {
      ...{ ...sent, dataPoints: [...sent.dataPoints] },
      ...(cleaningSettings && { cleaningSettings }),
      ...(respondentAttributes && { respondentAttributes }),
    },
  };
}

/** What was sent of a respondent of a survey of this version. */
export const keptOf = (version: QualityVersion, row: StoredRespondent): KeptRespondent => ({
  respondentId: row.respondentId,
  dataPoints: sentPoints(version, row),
  cleaningSettings: sentSettings(version, row),
  activateCleaning: row.cleans,
  respondentAttributes: row.attributes,
});

/** Those of the rules, or that a person decided. */
function reasonsOf({ isExcluded, ruleReasons, decidedBy }: QualityRespondent): string[] {
  if (!isExcluded) return [];
  return ruleReasons.length > 0 ? ruleReasons : [`Excluded by ${decidedBy ?? "a person"}.`];
}

function viewPoint(version: QualityVersion, { qualityCheck, dataPointId, score, category, reason }: PointScore) {
  const name = score === NOT_SCORED ? NO_CATEGORY : category && categoryName(version, category);
  return { qualityCheck, dataPointId, score, ...(name && { category: name }), reason };
}
