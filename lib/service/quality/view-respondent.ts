import type { RespondentResult } from "@/lib/contracts/interfaces/quality";
import {
  categoryName,
  NO_CATEGORY,
  NOT_SCORED,
  type PointScore,
  type QualityVersion,
} from "@/lib/contracts/terms/quality";
import type { QualityRespondent } from "@/lib/stores/postgres/quality";

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

/** Those of the rules, or that a person decided. */
function reasonsOf({ isExcluded, ruleReasons, decidedBy }: QualityRespondent): string[] {
  if (!isExcluded) return [];
  return ruleReasons.length > 0 ? ruleReasons : [`Excluded by ${decidedBy ?? "a person"}.`];
}

function viewPoint(version: QualityVersion, { qualityCheck, dataPointId, score, category, reason }: PointScore) {
  const name = score === NOT_SCORED ? NO_CATEGORY : category && categoryName(version, category);
  return { qualityCheck, dataPointId, score, ...(name && { category: name }), reason };
}
