import Link from "next/link";
import type { Column } from "@/components/ui/data-table";
import { ProgressBar } from "@/components/ui/progress-bar";
import { screenColumns } from "@/components/ui/screen-columns";
import { tip, tipWhenCut } from "@/components/ui/tip";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { surveyProgress } from "@/lib/surveys/progress";
import { completesOf, marketOf, outOfFieldText, startsOfTarget, surveyTable } from "@/lib/surveys/survey-table";
import type { Format } from "@/lib/tables/format";
import { UNKNOWN } from "@/lib/tables/format";
import classes from "./survey-columns.module.css";
import { SurveyStatusBadge } from "./survey-status";

type Names = ReadonlyMap<string, string>;

/** Columns of the surveys list. `projectNames`: project id to name. */
export const surveyColumns = (format: Format, projectNames: Names): Column<Survey>[] =>
  screenColumns(surveyTable(projectNames), format, {
    name: {
      sortKey: "name",
      card: "title",
      fixed: "first",
      grows: true,
      cell: (survey) => <SurveyTitle survey={survey} projectNames={projectNames} />,
    },
    status: {
      sortKey: "status",
      width: 76,
      card: "corner",
      cell: ({ status }) => <SurveyStatusBadge status={status} />,
    },
    completes: {
      figures: true,
      sortKey: "survey_completes",
      width: 120,
      cell: (survey, text) => <SurveyCompletes survey={survey} text={text} format={format} />,
    },
    price: {
      sortKey: "offered_price_per_complete",
      cell: (survey, text) => <PriceAgainstFloor survey={survey} text={text} format={format} />,
    },
    incidence_rate: {
      figures: true,
      sortKey: "incidence_rate",
      cell: ({ field_details: details, incidence_rate: expected }) => (
        <Measured actual={details?.actual_incidence_rate} expected={expected} unit="%" format={format} />
      ),
    },
    length_of_interview: {
      figures: true,
      sortKey: "length_of_interview",
      cell: ({ field_details: details, length_of_interview: expected }) => (
        <Measured actual={details?.actual_length_of_interview} expected={expected} unit=" min" format={format} />
      ),
    },
    out_of_field_date: {
      sortKey: "out_of_field_date",
      cell: (survey, text) => (
        <span {...tip(`${text}\n${survey.out_of_field_timezone ?? "The time zone is not known."}`)}>
          {outOfFieldText(survey, format, "brief")}
        </span>
      ),
    },
    last_complete: {
      sortKey: "last_complete_at",
      cell: ({ field_details: details }, text) => <span {...tip(text)}>{format.brief(details?.last_complete_at)}</span>,
    },
  });

/** A survey's name, and beside it where it belongs: market and project. */
function SurveyTitle({ survey, projectNames }: { survey: Survey; projectNames: Names }) {
  const name = survey.name || survey.id;
  const project = projectNames.get(survey.project_id ?? "") ?? survey.project_id;
  const place = [marketOf(survey), project].filter(Boolean).join(" · ");
  return (
    <span className={classes.title} {...tipWhenCut}>
      <Link href={`/surveys/${encodeURIComponent(survey.id)}`} prefetch={false}>
        {name}
      </Link>
      <small>{place}</small>
    </span>
  );
}

type CellProps = { survey: Survey; text: string; format: Format };

function SurveyCompletes({ survey, text, format }: CellProps) {
  const { percent } = surveyProgress(survey);
  const starts = startsOfTarget(survey, format);
  return (
    <span className={classes.progress}>
      {starts === null ? (
        text
      ) : (
        <>
          {format.count(completesOf(survey))} <small>{starts}</small>
        </>
      )}
      <ProgressBar percent={percent ?? 0} label={`${format.percent(percent)} of the target`} />
    </span>
  );
}

function PriceAgainstFloor({ survey, text, format }: CellProps) {
  const { offered_price_per_complete: price, minimum_price_per_complete: floor } = survey;
  if (price == null || floor == null || price >= floor) return text;
  return (
    <span
      className={classes.low}
      {...tip(`Below the recommended minimum of ${format.usd(floor)}: raise it to attract respondents.`)}
    >
      <i role="img" aria-label="Below the recommended minimum" />
      {text}
    </span>
  );
}

type Figure = number | null | undefined;
type MeasuredProps = { actual: Figure; expected: Figure; unit: string; format: Format };

/** What was measured, beside what was expected. */
function Measured({ actual, expected, unit, format }: MeasuredProps) {
  const expectation = expected == null ? UNKNOWN : `${format.tenths(expected)}${unit}`;
  if (actual == null) return <small>{expectation}</small>;
  // One text each: between two, the server writes a comment.
  return (
    <span {...tip(`Measured ${format.tenths(actual)}${unit}, expected ${expectation}`)}>
      {`${format.tenths(actual)} `}
      <small>{`/ ${expectation}`}</small>
    </span>
  );
}
