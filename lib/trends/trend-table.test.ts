import { readSheet } from "read-excel-file/node";
import { expect, test } from "vitest";
import { prepareTrend, trendRows } from "@/lib/charts/prepare-trend";
import { prepareSeries } from "@/lib/charts/series";
import { getTrend } from "@/lib/contracts/interfaces/analysis";
import type { Trend } from "@/lib/contracts/interfaces/analysis-replies";
import type { BucketType } from "@/lib/contracts/terms/analysis";
import { fileCells, fileColumns } from "@/lib/tables/column";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { tableBlob } from "@/lib/tables/table-blob";
import { trendColumns } from "./trend-table";

const NEW_YORK = "America/New_York";

type Form = "csv" | "csv-full" | "xlsx";

function trendOf(timeZone: string, type: BucketType, exclusions: string) {
  const point = { x: "2024-02-28T05:00:00.000Z", mean: "3.50", min: 1, max: 5 };
  const { responses } = getTrend.reply.parse({ projectId: "p", responses: { q: [point] } }) as Trend;
  const series = prepareSeries("q", responses.q ?? []);
  const { questions } = prepareTrend({ questions: [{ id: "q", title: "Q", series }], rolling: 1, zoom: null });
  const buckets = { kind: "time" as const, type, timeZone };
  const about = {
    project: "P",
    buckets,
    filter: "All responses",
    weight: null,
    exclusions,
    names: null,
    band: "range" as const,
  };
  return { columns: trendColumns(questions, about), questions };
}

function fileOf(form: Form, timeZone: string, type: BucketType = "daily", exclusions = "") {
  const trend = trendOf(timeZone, type, exclusions);
  const columns = fileColumns(trend.columns, null, form);
  const format = formatFor({ ...usualSettings, timeZone });
  const [cells = []] = trendRows(trend.questions).map((row) => fileCells(columns, row, { form, format }));
  return Object.fromEntries(columns.map(({ header }, place) => [header, cells[place]]));
}

test("a column of instants is named by the clock that they stand in", () => {
  expect(fileOf("csv-full", NEW_YORK)).toMatchObject({
    "Bucket (UTC)": "2024-02-28T05:00:00.000Z",
    "Time zone": NEW_YORK,
  });
  expect(fileOf("csv", NEW_YORK)).toMatchObject({ [`Bucket (${NEW_YORK})`]: "Wed, 28 Feb 2024" });
  // A workbook's writer puts instants into the zone that its header names.
  expect(fileOf("xlsx", NEW_YORK)).toMatchObject({ [`Bucket (${NEW_YORK})`]: "2024-02-28T05:00:00.000Z" });
  for (const form of ["csv", "csv-full", "xlsx"] as const) {
    const headers = Object.keys(fileOf(form, "UTC")).filter((header) => header.startsWith("Bucket"));
    expect(headers).toEqual(["Bucket (UTC)"]);
  }
});

test("hours that a zone's clock may show twice stand in a workbook with their instants", () => {
  const instants = { [`Bucket (${NEW_YORK})`]: "2024-02-28T05:00:00.000Z", "Bucket (UTC)": "2024-02-28 05:00:00" };
  expect(fileOf("xlsx", NEW_YORK, "hourly")).toMatchObject(instants);
  expect(fileOf("xlsx", NEW_YORK)).not.toHaveProperty(["Bucket (UTC)"]);
  expect(Object.keys(fileOf("xlsx", "UTC", "hourly")).filter((header) => header.startsWith("Bucket"))).toEqual([
    "Bucket (UTC)",
  ]);
});

test("hours are date cells in a workbook, on the clock of the zone and on that of UTC", async () => {
  const { columns, questions } = trendOf(NEW_YORK, "hourly", "");
  const format = formatFor({ ...usualSettings, timeZone: NEW_YORK });
  const file = await tableBlob(columns, trendRows(questions), { form: "xlsx", format, sheet: "Trend" });
  const [head = [], row = []] = await readSheet(Buffer.from(await file.arrayBuffer()));
  const cellOf = (header: string) => row[head.indexOf(header)];
  expect(cellOf(`Bucket (${NEW_YORK})`)).toEqual(new Date("2024-02-28T00:00:00Z"));
  expect(Math.abs(Number(cellOf("Bucket (UTC)")) - Date.parse("2024-02-28T05:00:00Z"))).toBeLessThan(1000);
});

test("a file of full values says in every row who is excluded for quality, where somebody is", () => {
  const says = "88 responses in the project; 12 excluded for quality.";
  expect(fileOf("csv-full", "UTC", "daily", says)).toMatchObject({ Exclusions: says });
  expect(fileOf("csv-full", "UTC")).not.toHaveProperty("Exclusions");
  // Above the columns of the others it stands once.
  for (const form of ["csv", "xlsx"] as const) {
    expect(fileOf(form, "UTC", "daily", says)).not.toHaveProperty("Exclusions");
  }
});
