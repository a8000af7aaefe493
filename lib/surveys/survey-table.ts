import { readOutOfField } from "@/lib/contracts/calendar/out-of-field";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { TableColumn } from "@/lib/tables/column";
import { type Format, formatFor, UNKNOWN } from "@/lib/tables/format";
import { countsStarts, surveyProgress } from "./progress";

const VALUES = ["csv-full", "xlsx"] as const;
const FULL = ["csv-full"] as const;

/** The surveys list as data; its screen's cells hold one or several of these. `projectNames`: project id to name. */
export const surveyTable = (projectNames: ReadonlyMap<string, string>): TableColumn<Survey>[] => [
  { id: "name", header: "Survey", kind: "text", value: ({ name, id }) => name || id },
  { id: "survey_id", of: "name", forms: FULL, header: "Survey id", kind: "text", value: ({ id }) => id },
  {
    id: "project",
    of: "name",
    header: "Project",
    kind: "text",
    value: ({ project_id }) => projectNames.get(project_id ?? "") ?? project_id,
  },
  { id: "project_id", of: "name", forms: FULL, header: "Project id", kind: "text", value: (row) => row.project_id },
  { id: "market", of: "name", forms: ["csv", "xlsx"], header: "Market", kind: "text", value: marketOf },
  { id: "country", of: "name", forms: FULL, header: "Country", kind: "text", value: (row) => row.country_code },
  { id: "language", of: "name", forms: FULL, header: "Language", kind: "text", value: (row) => row.language_code },
  { id: "status", header: "Status", kind: "text", value: ({ status }) => status },
  completesColumn,
  {
    id: "survey_completes",
    of: "completes",
    forms: VALUES,
    header: "Completes",
    kind: "count",
    value: completesOf,
  },
  {
    id: "survey_starts",
    of: "completes",
    forms: VALUES,
    header: "Starts",
    kind: "count",
    value: ({ field_details }) => field_details?.survey_starts,
  },
  {
    id: "target",
    of: "completes",
    forms: VALUES,
    header: "Target",
    kind: "count",
    value: (survey) => surveyProgress(survey).target,
  },
  {
    id: "calculation_type",
    of: "completes",
    forms: VALUES,
    header: "Target counts",
    kind: "text",
    value: ({ calculation_type }) => calculation_type,
  },
  { id: "price", header: "Price", kind: "usd", value: (survey) => survey.offered_price_per_complete },
  {
    id: "price_floor",
    of: "price",
    forms: VALUES,
    header: "Recommended minimum price",
    kind: "usd",
    value: (survey) => survey.minimum_price_per_complete,
  },
  ...measured({
    id: "incidence_rate",
    header: "IR",
    kind: "percent",
    unit: "%",
    actual: ({ field_details }) => field_details?.actual_incidence_rate,
    expected: ({ incidence_rate }) => incidence_rate,
  }),
  ...measured({
    id: "length_of_interview",
    header: "LOI",
    kind: "tenths",
    unit: " min",
    actual: ({ field_details }) => field_details?.actual_length_of_interview,
    expected: ({ length_of_interview }) => length_of_interview,
  }),
  outOfFieldColumn,
  {
    id: "out_of_field_timezone",
    of: "out_of_field_date",
    header: "Out of field, time zone",
    kind: "text",
    value: (survey) => survey.out_of_field_timezone,
  },
  lastCompleteColumn,
];

/** What the list sorts by is said first: completes, also where starts count towards the target. */
const completesColumn: TableColumn<Survey> = {
  id: "completes",
  forms: ["csv"],
  header: "Completes",
  kind: "text",
  value: completesOf,
  text: (survey, format) => {
    const completes = format.count(completesOf(survey));
    const starts = startsOfTarget(survey, format);
    return starts === null ? `${completes} / ${format.count(survey.respondents)}` : `${completes} (${starts})`;
  },
};

export function completesOf({ field_details }: Survey): number | null {
  return field_details?.survey_completes ?? null;
}

/** "91 starts / 120" where starts count towards the target; null: completes do. */
export function startsOfTarget(survey: Survey, format: Format): string | null {
  if (!countsStarts(survey.calculation_type)) return null;
  const { counted, target } = surveyProgress(survey);
  return `${format.count(counted)} ${counted === 1 ? "start" : "starts"} / ${format.count(target)}`;
}

/** In the survey's own zone, not in the reader's; its offset is named, as beside every other time. */
const outOfFieldColumn: TableColumn<Survey> = {
  id: "out_of_field_date",
  header: "Out of field",
  kind: "wallClock",
  value: ({ out_of_field_date, out_of_field_timezone }) => {
    const read = readOutOfField(out_of_field_date ?? "", out_of_field_timezone ?? "");
    return "problem" in read ? out_of_field_date : read.local;
  },
  text: (survey, format) => outOfFieldText(survey, format, "instant"),
};

/** When a survey leaves the field; `brief`: without the year where it is this one. */
export function outOfFieldText(
  { out_of_field_date, out_of_field_timezone }: Survey,
  format: Format,
  length: "instant" | "brief",
): string {
  if (!out_of_field_date) return UNKNOWN;
  const read = readOutOfField(out_of_field_date, out_of_field_timezone ?? "");
  if ("problem" in read) return out_of_field_date.slice(0, 16);
  const timeZone = read.zone.iana === "Etc/UTC" ? "UTC" : read.zone.iana;
  return formatFor({ ...format.settings, timeZone })[length](read.instant.toISOString());
}

const lastCompleteColumn: TableColumn<Survey> = {
  id: "last_complete",
  header: "Last complete",
  kind: "instant",
  value: ({ field_details }) => field_details?.last_complete_at,
};

/** Country, and the language where it is not the country's own namesake. */
export function marketOf({ country_code, language_code }: Survey): string | null {
  if (!country_code) return null;
  return language_code && language_code !== country_code ? `${country_code} in ${language_code}` : country_code;
}

type Figure = number | null | undefined;
type Measured = {
  id: string;
  header: string;
  kind: "percent" | "tenths";
  unit: string;
  actual: (survey: Survey) => Figure;
  expected: (survey: Survey) => Figure;
};

/** What was measured beside what was expected: one text on the screen, two figures in a file of values. */
function measured({ id, header, kind, unit, actual, expected }: Measured): TableColumn<Survey>[] {
  const text = (survey: Survey, format: Format) => {
    const [is, should] = [actual(survey), expected(survey)];
    const expectation = should == null ? UNKNOWN : `${format.tenths(should)}${unit}`;
    return is == null ? expectation : `${format.tenths(is)} / ${expectation}`;
  };
  const inUnit = kind === "percent" ? "" : ` (${unit.trim()})`;
  const part = { of: id, forms: VALUES, kind };
  return [
    { id, forms: ["csv"], header, kind: "text", value: actual, text },
    { ...part, id: `${id}_measured`, header: `${header} measured${inUnit}`, value: actual },
    { ...part, id: `${id}_expected`, header: `${header} expected${inUnit}`, value: expected },
  ];
}
