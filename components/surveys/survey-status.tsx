import { Badge, type Tone } from "@/components/ui/badge";
import { type SurveyStatus, surveyStatuses } from "@/lib/contracts/interfaces/survey-fields";

const tones: Record<SurveyStatus, Tone> = { Live: "green", Paused: "yellow", Draft: "gray", Complete: "indigo" };

/** A survey's status; one that we don't know is shown as the service spells it. */
export function SurveyStatusBadge({ status }: { status: string | null | undefined }) {
  const known = surveyStatuses.find((each) => each === status);
  return <Badge tone={known ? tones[known] : "gray"}>{status ?? "Unknown"}</Badge>;
}
