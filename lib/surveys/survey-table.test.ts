import { expect, test } from "vitest";
import type { FieldDetails, Survey } from "@/lib/contracts/interfaces/survey-codec";
import { cellText, fileCells, fileColumns } from "@/lib/tables/column";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { listedSurvey } from "./listed-survey";
import { surveyTable } from "./survey-table";
import { survey } from "./test-surveys";

const format = formatFor(usualSettings);
const table = surveyTable(new Map());
const field_details = { survey_starts: 91, survey_completes: 40 } as FieldDetails;

function shown(id: string, row: Survey): string {
  const column = table.find((item) => item.id === id);
  if (!column) throw new Error(`The list has no column ${id}.`);
  return cellText(column, row, format);
}

function exported(row: Survey, form: "csv" | "csv-full" | "xlsx", column: string) {
  const columns = fileColumns(table, [column], form);
  const cells = fileCells(columns, row, { form, format });
  return Object.fromEntries(columns.map(({ header }, at) => [header, cells[at]]));
}

test("says completes first, by which it sorts, and what counts towards the target where that is another thing", () => {
  const byStarts = survey({ field_details, calculation_type: "Survey Starts" });
  expect(shown("completes", survey({ field_details }))).toBe("40 / 100");
  expect(shown("completes", byStarts)).toBe("40 (91 starts / 100)");
  expect(shown("completes", survey({ calculation_type: "Survey Starts" }))).toBe("– (– starts / 100)");
  expect(exported(byStarts, "csv", "completes")).toEqual({ Completes: "40 (91 starts / 100)" });
  for (const form of ["csv-full", "xlsx"] as const) {
    expect(exported(byStarts, form, "completes"), form).toEqual({
      Completes: 40,
      Starts: 91,
      Target: 100,
      "Target counts": "Survey Starts",
    });
  }
});

test.each([
  ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "24 Nov 2026, 04:00 GMT+1"],
  ["(UTC) Coordinated Universal Time", "24 Nov 2026, 04:00 UTC"],
  ["(UTC-11:00) Coordinated Universal Time-11", "24 Nov 2026, 04:00 GMT-11"],
  ["Somewhere", "2026-11-24 04:00"],
  [null, "2026-11-24 04:00"],
])("shows when a survey leaves the field in its own zone, named: %s", (out_of_field_timezone, text) => {
  const row = survey({ out_of_field_date: "2026-11-24 04:00:00", out_of_field_timezone });
  expect(shown("out_of_field_date", row)).toBe(text);
});

test("shows an out-of-field date that is unknown as that", () => {
  expect(shown("out_of_field_date", survey({ out_of_field_date: null }))).toBe("–");
});

test("a survey's dates are date cells in a workbook, on the clock that the survey names", () => {
  const row = survey({ out_of_field_date: "2026-11-24", out_of_field_timezone: "(UTC) Coordinated Universal Time" });
  const dates = surveyTable(new Map()).filter(({ id }) => id === "out_of_field_date" || id === "last_complete");
  expect(dates.map(({ kind }) => kind)).toEqual(["wallClock", "instant"]);
  expect(dates[0]?.value(row)).toBe("2026-11-24 23:59:59");
});

test("a page sends of a survey's figures only those that are known and shown, and shows the same", () => {
  const details: FieldDetails = {
    ...{ survey_starts: 91, survey_completes: 40, quality_terminations: 7, total_cost: 80 },
    ...{ actual_incidence_rate: 44, actual_length_of_interview: null, last_complete_at: null },
  };
  const whole = survey({ field_details: details });
  const sent = listedSurvey(whole);
  expect(sent.field_details).toEqual({ survey_starts: 91, survey_completes: 40, actual_incidence_rate: 44 });
  for (const { id } of table) expect(shown(id, sent), id).toBe(shown(id, whole));
  expect(listedSurvey(survey({ field_details: null })).field_details).toBeNull();
});
