import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { DataTable } from "@/components/ui/data-table";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { pack } from "@/lib/http/packed";
import { listedSurvey } from "@/lib/surveys/listed-survey";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { surveyColumns } from "./survey-columns";

const PROJECT = "0199b7a2-5d5e-7c3a-9d52-3f1b6c8e4a70";

/** With all that a row of the list shows. */
const surveys = Array.from(
  { length: 50 },
  (_, at): Survey =>
    listedSurvey({
      id: `0199b7a2-6a11-7c3a-9d52-3f1b6c8e${1000 + at}`,
      name: `Brand tracker, wave ${at + 1}`,
      project_id: PROJECT,
      status: "Live",
      respondents: 1000,
      country_code: "US",
      language_code: "US",
      length_of_interview: 12,
      incidence_rate: 35,
      calculation_type: "Completes",
      offered_price_per_complete: 3.25,
      minimum_price_per_complete: 2.8,
      out_of_field_date: "2026-03-31 21:59:00",
      out_of_field_timezone: "(UTC) Coordinated Universal Time",
      field_details: {
        survey_starts: 812 + at,
        survey_completes: 301 + at,
        actual_length_of_interview: 11.4,
        actual_incidence_rate: 37.1,
        last_complete_at: "2026-03-01T18:06:12.345Z",
        standard_terminations: 400,
        total_cost: 978.25,
      },
    }),
);

const bytesPerRow = (text: string) => Buffer.byteLength(text) / surveys.length;

/** The page is to open with 120 kB for fifty rows, of which the frame, filters and scripts are about forty. */
const MARKUP_BYTES = 1190;
const DATA_BYTES = 320;

test("the markup of fifty surveys stays small", () => {
  const html = renderToString(
    <DataTable
      label="Surveys"
      columns={surveyColumns(formatFor(usualSettings), new Map([[PROJECT, "Beverages 2026"]]))}
      rows={surveys}
      rowId={({ id }) => id}
      selection={{ ids: new Set(), set: () => {} }}
      empty=""
    />,
  );
  expect(html.match(/Brand tracker, wave/g)).toHaveLength(surveys.length);
  expect(bytesPerRow(html)).toBeLessThan(MARKUP_BYTES);
});

test("so does what the browser is sent of them beside the markup", () => {
  const inScript = JSON.stringify(JSON.stringify(pack(surveys)));
  expect(inScript).toContain("Brand tracker, wave 50");
  expect(bytesPerRow(inScript)).toBeLessThan(DATA_BYTES);
});
