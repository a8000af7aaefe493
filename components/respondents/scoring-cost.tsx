import { useQuery } from "@tanstack/react-query";
import { useFormat } from "@/components/ui/use-format";
import { costOfOneText, costText } from "@/lib/respondents/feed-form";
import { scoringFeedOptions } from "@/lib/respondents/queries";
import { surveyQuery } from "@/lib/surveys/queries";

type Props = { surveyId: string; of: "all responses" | "one response" };

/** It is asked of the quality service each time: often enough for a price. */
const FRESH_MS = 300_000;

/** What scoring costs in credits, as the quality service calculates it, before any are spent. */
export function ScoringCost({ surveyId, of }: Props) {
  const { count } = useFormat();
  const survey = useQuery(surveyQuery(surveyId));
  const projectId = survey.data?.survey.project_id ?? null;
  const feed = useQuery({
    ...scoringFeedOptions(projectId ?? ""),
    enabled: projectId !== null,
    staleTime: FRESH_MS,
  });
  if (survey.isPending || feed.isLoading) return "Asking what scoring costs…";
  if (!feed.data || feed.data.responses === 0) return BY_POINTS;
  return of === "all responses" ? costText(feed.data, count) : costOfOneText(feed.data, count);
}

const BY_POINTS = "Each scored respondent costs credits, depending on their data points.";
