"use client";

import { useDisclosure } from "@mantine/hooks";
import { pngOf } from "@/components/charts/png";
import { useProjectName } from "@/components/pickers/use-known-projects";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { saveFile } from "@/components/ui/save-file";
import { SaveMenu } from "@/components/ui/save-menu";
import { useFormat } from "@/components/ui/use-format";
import { acrossTitles } from "@/lib/pivots/banner";
import { basesWords } from "@/lib/pivots/chart-bases";
import { tickText } from "@/lib/pivots/chart-figures";
import { drawPivotChart } from "@/lib/pivots/draw-pivot-chart";
import { fileTableOf, footOf, longColumns, longRows, projectLine, spanTableOf } from "@/lib/pivots/pivot-file";
import { sizeOnSlide, slideBlob, slideRefusal } from "@/lib/pivots/pivot-slide";
import type { Made, PivotGrid } from "@/lib/pivots/prepare-pivot";
import { type PivotChart, type Prepared, titleOf } from "@/lib/pivots/prepare-pivot-chart";
import type { PivotValue } from "@/lib/pivots/values";
import { figureText } from "@/lib/tables/column";
import type { Format } from "@/lib/tables/format";
import { spanTableBlob } from "@/lib/tables/span-table";
import { tableBlob } from "@/lib/tables/table-blob";
import type { PivotShown } from "./use-pivot";

const BookDialog = onDemand(async () => (await import("./book-dialog")).BookDialog, DialogFrame);

type Form = "csv" | "xlsx" | "long" | "book" | "png" | "svg" | "pptx";
type Props = { shown: PivotShown; chart: Prepared | null };

/** The table as a file: as the screen shows it, or every figure with its full name; its chart as a picture or slide. */
export function PivotExport({ shown, chart: prepared }: Props) {
  const { grid, made, isOld } = shown;
  const format = useFormat();
  const { project: id } = shown.state;
  const project = useProjectName(id) ?? id ?? "";
  const chart = prepared?.chart ?? null;
  const noPicture = chart
    ? null
    : (prepared?.refusal ??
      "There is no picture of a table alone. Choose bars or another chart under “Show as” first.");
  const [opened, book] = useDisclosure(false);
  const save = async (form: Form) => {
    if (form === "book") return book.open();
    const file = await fileOf(form, { shown, chart, project, format });
    if (file) saveFile(file, form === "long" ? "pivot-long.csv" : `pivot.${form}`);
  };
  const refused =
    !grid || !made || grid.isEmpty ? "There is nothing to export yet." : isOld ? "The table is not read yet." : null;
  return (
    <>
      <SaveMenu<Form>
        forms={[
          { form: "csv", label: "CSV as shown" },
          { form: "xlsx", label: "XLSX" },
          { form: "long", label: "CSV, a row for each figure" },
          { form: "book", label: "Book of tables" },
          { form: "png", label: "PNG picture", refused: noPicture },
          { form: "svg", label: "SVG picture", refused: noPicture },
          { form: "pptx", label: "PPTX slide", refused: grid && slideRefusal(sizeOf(grid, chart)) },
        ]}
        onSave={save}
        refused={refused}
        keywords="download file excel powerpoint table picture chart"
      />
      {shown.shown && opened && <BookDialog onClose={book.close} shown={shown.shown} fields={shown.fields} />}
    </>
  );
}

type FileForm = Exclude<Form, "book">;
type Source = { shown: PivotShown; chart: PivotChart | null; project: string; format: Format };

async function fileOf(form: FileForm, { shown: { grid, made, shown, remarks, data }, chart, project, format }: Source) {
  if (!grid || !made || !shown) return null;
  // A chart has no letters, arrows and grey figures that would be explained.
  const explained = remarks.filter((remark) => !grid.notes.includes(remark));
  const bases = chart && basesWords(chart, format);
  const named = `${projectLine(project)}.`;
  const ofChart = [named, ...(bases ? [bases] : []), ...explained];
  if (form === "pptx") {
    const title = chart?.title ?? tableTitle(made, shown.state);
    const shows = chart ? { chart } : { table: spanTableOf(grid, []) };
    return slideBlob({ title, remarks: chart ? [...chart.notes, ...ofChart] : [named, ...remarks], shows, format });
  }
  if (form === "png" || form === "svg") return chart && pictureBlob(form, { chart, remarks: ofChart, format });
  if (form === "long") {
    const rows = longRows(made, shown.state.values);
    return tableBlob(longColumns(made, { project, data: data.join(" ") }), rows, {
      form: "csv-full",
      format,
      sheet: "Pivot",
    });
  }
  const table = fileTableOf(grid, { project, foot: footOf(grid, remarks, form) });
  return spanTableBlob(table, { form, format, sheet: "Pivot" });
}

/** A slide has the chart; without one the table. */
const sizeOf = ({ head, rows, corner, leaves }: PivotGrid, chart: PivotChart | null) =>
  chart ? sizeOnSlide(chart) : { rows: head.length + rows.length, columns: corner.length + leaves.length };

const tableTitle = (made: Made, { values }: { values: readonly PivotValue[] }) =>
  titleOf({
    value: values.map(made.titles.value).join(", "),
    along: made.titles.rows.join(" › "),
    across: acrossTitles(made).join(" › "),
  });

type Pictured = { chart: PivotChart; remarks: readonly string[]; format: Format };

function pictureBlob(form: "png" | "svg", { chart, remarks, format }: Pictured) {
  const drawn = drawPivotChart({
    chart,
    remarks,
    figure: (value) => figureText(chart.form, value, format),
    tick: (value) => tickText(format, chart, value),
  });
  return form === "png" ? pngOf(drawn) : new Blob([drawn.svg], { type: "image/svg+xml" });
}
