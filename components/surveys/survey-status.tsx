import { Badge, type Tone } from "@/components/ui/badge";

const tones: Record<string, Tone> = { Live: "green", Paused: "yellow", Draft: "gray", Complete: "indigo" };

/** A survey's status; one that we don't know is shown as the service spells it. */
export function SurveyStatusBadge({ status }: { status: string | null | undefined }) {
  return <Badge tone={tones[status ?? ""] ?? "gray"}>{status ?? "Unknown"}</Badge>;
}
