import { Badge, type Tone } from "@/components/ui/badge";
import type { RespondentRow } from "@/lib/contracts/ours/respondents";
import { bandOf, type ReviewDecision, type ScoreBand } from "@/lib/contracts/terms/respondents";
import { bandNames, decisionName, scoreText } from "@/lib/respondents/words";

const bandTones: Record<ScoreBand, Tone> = { bad: "red", poor: "orange", fair: "yellow", good: "green" };

/** A score with its band. */
export function ScoreBadge({ row }: { row: Pick<RespondentRow, "is_pending" | "service_score"> }) {
  const band = row.is_pending ? null : bandOf(row.service_score);
  if (band === null) return <Badge>{scoreText(row)}</Badge>;
  return (
    <Badge tone={bandTones[band]}>
      {row.service_score} · {bandNames[band]}
    </Badge>
  );
}

const decisionTones: Record<ReviewDecision, Tone> = { exclude: "red", keep: "green", flag: "indigo" };

export const DecisionBadge = ({ review }: { review: { decision: ReviewDecision } | null }) => (
  <Badge tone={review ? decisionTones[review.decision] : "gray"}>{decisionName(review)}</Badge>
);
