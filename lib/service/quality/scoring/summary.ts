import { type PointScore, qualityChecks, type RespondentScores } from "@/lib/contracts/terms/quality";
import { meanScore } from "./scored";

/** The scores of a respondent from those of their data points: each check's mean, and the mean of the checks. */
export function summarize(points: PointScore[]): RespondentScores {
  const present = qualityChecks.filter((check) => points.some(({ qualityCheck }) => qualityCheck === check));
  const checks = present.map((check) => ({
    qualityCheck: check,
    score: meanScore(points.filter(({ qualityCheck }) => qualityCheck === check).map(({ score }) => score)),
  }));
  return { points, checks, serviceScore: meanScore(checks.map(({ score }) => score)) };
}
