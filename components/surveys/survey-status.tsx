import { Badge } from "@mantine/core";

const colors: Record<string, string> = { Live: "green", Paused: "yellow", Draft: "gray", Complete: "indigo" };

/** A survey's status; one that we don't know is shown as the service spells it. */
export function SurveyStatusBadge({ status }: { status: string | null | undefined }) {
  return (
    <Badge
      color={colors[status ?? ""] ?? "gray"}
      variant="light"
      tt="none"
      size="sm"
      radius="sm"
      autoContrast
      miw="max-content" // beside a long name, and in a narrow column, it would be cut
    >
      {status ?? "Unknown"}
    </Badge>
  );
}
