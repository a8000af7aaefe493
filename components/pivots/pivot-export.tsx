"use client";

import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { DeckMenu } from "@/components/charts/deck-menu";
import { useProjectName } from "@/components/pickers/use-known-projects";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { saveFile } from "@/components/ui/save-file";
import { SaveMenu } from "@/components/ui/save-menu";
import { useFormat } from "@/components/ui/use-format";
import { whenNeeded } from "@/lib/http/when-needed";
import { questionsOfTable } from "@/lib/pivots/cell";
import type { PivotGrid } from "@/lib/pivots/prepare-pivot";
import type { PivotChart, Prepared } from "@/lib/pivots/prepare-pivot-chart";
import { sizeOnSlide, slideRefusal } from "@/lib/pivots/slide-size";
import { readLook } from "@/lib/tables/slide-templates";
import { usualLook } from "@/lib/tables/usual-look";
import { type BegunBook, BookProgress } from "./book-progress";
import type { TableForm } from "./table-file";
import type { PivotShown } from "./use-pivot";

const loadFile = whenNeeded(() => import("./table-file"));

const BookDialog = onDemand(async () => (await import("./book-dialog")).BookDialog, DialogFrame);

type Form = TableForm | "book";
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
  const [begun, setBegun] = useState<BegunBook | null>(null);
  const save = async (form: Form) => {
    if (form === "book") return book.open();
    const [{ tableFile }, look] = await Promise.all([loadFile(), form === "pptx" ? readLook(id ?? "") : usualLook]);
    const file = await tableFile(form, { shown, chart, project, format }, look);
    if (file) saveFile(file, form === "long" ? "table-long.csv" : `table.${form}`);
  };
  const refused =
    !grid || !made || grid.isEmpty ? "There is nothing to export yet." : isOld ? "The table is not read yet." : null;
  const slides = async () => {
    const { tableSlide } = await loadFile();
    const content = tableSlide({ shown, chart, project, format });
    if (!content || !shown.shown) return [];
    const { asked } = shown.shown;
    const ofValues = asked.measures.flatMap(({ questionId }) => questionId ?? []);
    return [{ content, questions: [...questionsOfTable(asked), ...ofValues] }];
  };
  const slideRefused = refused ?? (grid && slideRefusal(sizeOf(grid, chart)));
  return (
    <>
      <DeckMenu project={id} slides={slides} refused={slideRefused} />
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
      {begun && <BookProgress book={begun} onClose={() => setBegun(null)} />}
      {shown.shown && opened && (
        <BookDialog
          onClose={book.close}
          onStarted={setBegun}
          shown={shown.shown}
          fields={shown.fields}
          questions={shown.questions}
        />
      )}
    </>
  );
}

/** A slide has the chart; without one the table. */
const sizeOf = ({ head, rows, corner, leaves }: PivotGrid, chart: PivotChart | null) =>
  chart ? sizeOnSlide(chart) : { rows: head.length + rows.length, columns: corner.length + leaves.length };
