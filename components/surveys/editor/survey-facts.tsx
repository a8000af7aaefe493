import { Card, Group, SimpleGrid, Text } from "@mantine/core";
import { formatCount, formatInstant, formatTenths, formatUsd, UNKNOWN } from "@/components/ui/format";
import type { Survey } from "@/lib/contracts/survey-codec";

/** How fielding stands, in figures. */
export function SurveyFacts({ survey }: { survey: Survey }) {
  const details = survey.field_details;
  const minutes = details?.actual_length_of_interview;
  const incidence = details?.actual_incidence_rate;
  const facts = [
    { label: "Completes", value: `${formatCount(details?.survey_completes)} of ${formatCount(survey.respondents)}` },
    { label: "Starts", value: formatCount(details?.survey_starts) },
    { label: "Measured incidence", value: incidence == null ? UNKNOWN : `${formatTenths(incidence)}%` },
    { label: "Measured length", value: minutes == null ? UNKNOWN : `${formatTenths(minutes)} min` },
    { label: "Spent", value: formatUsd(details?.total_cost) },
    { label: "Last complete", value: formatInstant(details?.last_complete_at) },
  ];
  const terminations = [
    ["Standard", details?.standard_terminations],
    ["Quality", details?.quality_terminations],
    ["Security", details?.security_terminations],
    ["Over quota", details?.overquota_terminations],
  ] as const;
  return (
    <Card withBorder padding="md" component="section" aria-label="Fielding">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Text fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Group gap="md" mt="sm">
        <Text size="sm" c="dimmed">
          Terminations:
        </Text>
        {terminations.map(([label, count]) => (
          <Text key={label} size="sm">
            {label} {formatCount(count)}
          </Text>
        ))}
      </Group>
    </Card>
  );
}
