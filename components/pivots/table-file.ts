import { pngOf } from "@/components/charts/png";
import { basesWords } from "@/lib/pivots/chart-bases";
import { tickText } from "@/lib/pivots/chart-figures";
import { clientLine } from "@/lib/pivots/client-line";
import { drawPivotChart } from "@/lib/pivots/draw-pivot-chart";
import { fileTableOf, footOf, longColumns, longRows, spanTableOf } from "@/lib/pivots/pivot-file";
import { slideShows } from "@/lib/pivots/pivot-slide";
import { type PivotChart, tableTitle } from "@/lib/pivots/prepare-pivot-chart";
import { figureText } from "@/lib/tables/column";
import type { Format } from "@/lib/tables/format";
import { presentationBlob, type SlideContent, type SlideLook } from "@/lib/tables/slides";
import { spanTableBlob } from "@/lib/tables/span-table";
import { tableBlob } from "@/lib/tables/table-blob";
import type { PivotShown } from "./use-pivot";

export type TableForm = "csv" | "xlsx" | "long" | "png" | "svg" | "pptx";
type Source = { shown: PivotShown; chart: PivotChart | null; project: string; format: Format };

/** A table as a file, or its chart as a picture or slide; null: there is none yet. `look`: of the account's slides. */
export async function tableFile(form: TableForm, source: Source, look: SlideLook) {
  const { grid, made, shown, remarks, data } = source.shown;
  const { chart, project, format } = source;
  if (!grid || !made || !shown) return null;
  if (form === "pptx") {
    const slide = tableSlide(source);
    return slide && presentationBlob({ title: slide.title, about: data.join(" "), slides: [slide], look });
  }
  if (form === "png" || form === "svg") return chart && pictureBlob(form, source, chart);
  if (form === "long") {
    const rows = longRows(made, shown.state.values);
    return tableBlob(longColumns(made, { project, data: data.join(" ") }), rows, {
      form: "csv-full",
      format,
      sheet: "Table",
    });
  }
  const { title, subtitle, footnote } = source.shown.state;
  const isWorkbook = form === "xlsx";
  // In a workbook the state of the data, with its versions, stands in the file's properties.
  const [dataState] = data;
  const under = footOf(grid, remarks, form).filter((remark) => !isWorkbook || remark !== dataState);
  const line = isWorkbook ? lineOf(source) : null;
  const foot = [...(line === null ? [] : [line]), ...(footnote === null ? [] : [footnote]), ...under];
  const named = title ?? tableTitle(made, shown.state);
  const table = fileTableOf(grid, { project, title: named, subtitle: subtitle ?? "", foot });
  return spanTableBlob(table, { form, format, sheet: "Table", properties: { title: named, about: data.join(" ") } });
}

/** What a table is of, in one line; null: there is none yet. */
function lineOf({ shown: { made, shown, names }, project, format }: Source): string | null {
  if (!made || !shown || !names) return null;
  const { weight, filter } = names;
  const { count, day } = format;
  return `${clientLine({ read: shown, made, project, weight, filter, count, day })}.`;
}

/** What a reader is told under a chart or table: one line, the person's footnote, and what is not drawn. */
function wordsUnder(source: Source): string[] {
  const { chart, format } = source;
  const { state, grid } = source.shown;
  const line = lineOf(source);
  if (line === null) return [];
  const bases = chart && basesWords(chart, format);
  return [
    line,
    ...(state.footnote === null ? [] : [state.footnote]),
    ...(bases ? [bases] : []),
    ...(chart ? chart.notes : (grid?.notes ?? [])),
  ];
}

/** The chart as a slide, or without one the table; null: there is none yet. */
export function tableSlide(source: Source): SlideContent | null {
  const { grid, made, shown, remarks, state } = source.shown;
  const { chart, format } = source;
  if (!grid || !made || !shown) return null;
  return {
    title: state.title ?? chart?.title ?? tableTitle(made, shown.state),
    subtitle: state.subtitle ?? "",
    remarks: wordsUnder(source),
    notes: remarks,
    shows: slideShows(chart ? { chart } : { table: spanTableOf(grid, []) }, format),
  };
}

function pictureBlob(form: "png" | "svg", source: Source, chart: PivotChart) {
  const { state, remarks } = source.shown;
  const { format } = source;
  const drawn = drawPivotChart({
    chart,
    title: state.title ?? chart.title,
    subtitle: state.subtitle ?? "",
    remarks: wordsUnder(source).filter((each) => !chart.notes.includes(each)),
    about: remarks,
    figure: (value) => figureText(chart.form, value, format),
    tick: (value) => tickText(format, chart, value),
  });
  return form === "png" ? pngOf(drawn) : new Blob([drawn.svg], { type: "image/svg+xml" });
}
