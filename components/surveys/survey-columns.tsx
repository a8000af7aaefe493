import { Anchor, Box, Group, Progress, Text, Tooltip } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import Link from "next/link";
import type { Column } from "@/components/ui/data-table";
import { useFormat } from "@/components/ui/use-format";
import type { Survey } from "@/lib/contracts/survey-codec";
import { surveyProgress } from "@/lib/surveys/progress";
import {
  completesColumn,
  completesOf,
  lastCompleteColumn,
  marketOf,
  outOfFieldColumn,
  startsOfTarget,
} from "@/lib/surveys/survey-table";
import { cellText } from "@/lib/tables/column";
import type { Format } from "@/lib/tables/format";
import { UNKNOWN } from "@/lib/tables/format";
import { SurveyStatusBadge } from "./survey-status";

/** Columns of the surveys list. `projectNames`: project id to name. */
export const surveyColumns = (format: Format, projectNames: ReadonlyMap<string, string>): Column<Survey>[] => [
  {
    id: "name",
    header: "Survey",
    sortKey: "name",
    wideOnly: true,
    fixed: "first",
    cell: (survey) => <SurveyTitle survey={survey} projectNames={projectNames} />,
  },
  {
    id: "status",
    header: "Status",
    sortKey: "status",
    width: 100,
    wideOnly: true,
    cell: ({ status }) => <SurveyStatusBadge status={status} />,
  },
  {
    id: "completes",
    header: "Completes",
    figures: true,
    sortKey: "survey_completes",
    width: 150,
    cell: (survey) => <SurveyProgressBar survey={survey} />,
  },
  {
    id: "price",
    header: "Price",
    figures: true,
    sortKey: "offered_price_per_complete",
    cell: (survey) => <PriceAgainstFloor survey={survey} />,
  },
  {
    id: "incidence_rate",
    header: "IR",
    figures: true,
    sortKey: "incidence_rate",
    cell: ({ incidence_rate, field_details }) => (
      <ActualOfExpected actual={field_details?.actual_incidence_rate} expected={incidence_rate} unit="%" />
    ),
  },
  {
    id: "length_of_interview",
    header: "LOI",
    figures: true,
    sortKey: "length_of_interview",
    cell: ({ length_of_interview, field_details }) => (
      <ActualOfExpected actual={field_details?.actual_length_of_interview} expected={length_of_interview} unit=" min" />
    ),
  },
  {
    id: "out_of_field_date",
    header: "Out of field",
    sortKey: "out_of_field_date",
    cell: (survey) => (
      <Tooltip
        label={survey.out_of_field_timezone ?? "The time zone is not known."}
        disabled={!survey.out_of_field_date}
      >
        <span>
          <DayAndTime text={cellText(outOfFieldColumn, survey, format)} />
        </span>
      </Tooltip>
    ),
  },
  {
    id: "last_complete",
    header: "Last complete",
    sortKey: "last_complete_at",
    cell: (survey) => <DayAndTime text={cellText(lastCompleteColumn, survey, format)} />,
  },
];

/** Under each other, as a survey's name and project are, which have the room then. */
function DayAndTime({ text }: { text: string }) {
  const [day, time] = text.split(", ");
  return (
    <>
      {day}
      {time && (
        <Text size="xs" c="dimmed" component="span" display="block">
          {time}
        </Text>
      )}
    </>
  );
}

/** A survey's name, and under it where it belongs: project and market. */
export function SurveyTitle({ survey, projectNames }: { survey: Survey; projectNames: ReadonlyMap<string, string> }) {
  const project = projectNames.get(survey.project_id ?? "") ?? survey.project_id;
  return (
    <Box maw={320} miw={{ sm: 190 }} style={{ whiteSpace: "normal" }}>
      <SurveyLink survey={survey} />
      <Text size="xs" c="dimmed" truncate>
        {[project, marketOf(survey)].filter(Boolean).join(", ")}
      </Text>
    </Box>
  );
}

function SurveyLink({ survey }: { survey: Survey }) {
  return (
    <Anchor component={Link} href={`/surveys/${encodeURIComponent(survey.id)}`} prefetch={false} fw={500} inherit>
      {survey.name || survey.id}
    </Anchor>
  );
}

function SurveyProgressBar({ survey }: { survey: Survey }) {
  const format = useFormat();
  const { percent } = surveyProgress(survey);
  const starts = startsOfTarget(survey, format);
  return (
    <Box>
      <Text size="sm" component="span">
        {starts === null ? cellText(completesColumn, survey, format) : format.count(completesOf(survey))}
      </Text>
      {starts !== null && (
        <Text size="xs" c="dimmed" component="span" display="block">
          {starts}
        </Text>
      )}
      <Progress
        value={Math.min(100, percent ?? 0)}
        size={4}
        mt={3}
        color={percent !== null && percent >= 100 ? "green" : "indigo"}
        aria-label={`${format.percent(percent)} of the target`}
      />
    </Box>
  );
}

function PriceAgainstFloor({ survey }: { survey: Survey }) {
  const format = useFormat();
  const { offered_price_per_complete: price, minimum_price_per_complete: floor } = survey;
  if (price == null || floor == null || price >= floor) return format.usd(price);
  return (
    <Tooltip label={`Below the recommended minimum of ${format.usd(floor)}: raise it to attract respondents.`}>
      <Group gap={4} wrap="nowrap" component="span" display="inline-flex" c="var(--mantine-color-error)">
        <IconAlertTriangle size={14} aria-label="Below the recommended minimum" />
        {format.usd(price)}
      </Group>
    </Tooltip>
  );
}

function ActualOfExpected({
  actual,
  expected,
  unit,
}: {
  actual: number | null | undefined;
  expected: number | null | undefined;
  unit: string;
}) {
  const format = useFormat();
  const expectation = expected == null ? UNKNOWN : `${format.tenths(expected)}${unit}`;
  if (actual == null) {
    return (
      <Text component="span" inherit c="dimmed">
        {expectation}
      </Text>
    );
  }
  return (
    <Tooltip label={`Measured ${format.tenths(actual)}${unit}, expected ${expectation}`}>
      <span>
        {format.tenths(actual)}
        <Text component="span" inherit c="dimmed">
          {" "}
          / {expectation}
        </Text>
      </span>
    </Tooltip>
  );
}
