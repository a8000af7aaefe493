import { pngOf } from "@/components/charts/png";
import { acrossTitles } from "@/lib/pivots/banner";
import { basesWords } from "@/lib/pivots/chart-bases";
import { tickText } from "@/lib/pivots/chart-figures";
import { drawPivotChart } from "@/lib/pivots/draw-pivot-chart";
import { fileTableOf, footOf, longColumns, longRows, projectLine, spanTableOf } from "@/lib/pivots/pivot-file";
import { slideBlob } from "@/lib/pivots/pivot-slide";
import type { Made } from "@/lib/pivots/prepare-pivot";
import { type PivotChart, titleOf } from "@/lib/pivots/prepare-pivot-chart";
import type { PivotValue } from "@/lib/pivots/values";
import { figureText } from "@/lib/tables/column";
import type { Format } from "@/lib/tables/format";
import { spanTableBlob } from "@/lib/tables/span-table";
import { tableBlob } from "@/lib/tables/table-blob";
import type { PivotShown } from "./use-pivot";

export type TableForm = "csv" | "xlsx" | "long" | "png" | "svg" | "pptx";
type Source = { shown: PivotShown; chart: PivotChart | null; project: string; format: Format };

/** A table as a file, or its chart as a picture or slide; null: there is none yet. */
export async function tableFile(
  form: TableForm,
  { shown: { grid, made, shown, remarks, data }, chart, project, format }: Source,
) {
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
