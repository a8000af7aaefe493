import { Trail } from "@/components/ui/trail";

/** From a list of a survey back to the survey. */
export const SurveyTrail = ({ surveyId, name }: { surveyId: string; name: string | null }) => (
  <Trail href={`/surveys/${encodeURIComponent(surveyId)}`}>{name || "The survey"}</Trail>
);
