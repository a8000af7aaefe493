"use client";

import { saveFile } from "@/components/ui/save-file";
import { SaveMenu } from "@/components/ui/save-menu";
import { useFormat } from "@/components/ui/use-format";
import { longColumns, longRows, spanTableOf } from "@/lib/pivots/pivot-file";
import { spanTableBlob } from "@/lib/tables/span-table";
import { tableBlob } from "@/lib/tables/table-blob";
import type { PivotShown } from "./use-pivot";

const forms = [
  { form: "csv", label: "CSV as shown" },
  { form: "xlsx", label: "XLSX" },
  { form: "long", label: "CSV, a row for each figure" },
] as const;

/** The table as a file: as the screen shows it, or every figure with its full name. */
export function PivotExport({ shown: { grid, made, shown, remarks, isOld } }: { shown: PivotShown }) {
  const format = useFormat();
  const save = async (form: (typeof forms)[number]["form"]) => {
    if (!grid || !made || !shown) return;
    if (form === "long") {
      const rows = longRows(made, shown.state.values);
      const file = await tableBlob(longColumns(made.titles), rows, { form: "csv-full", format, sheet: "Pivot" });
      return saveFile(file, "pivot-long.csv");
    }
    const file = await spanTableBlob(spanTableOf(grid, remarks), { form, format, sheet: "Pivot" });
    saveFile(file, `pivot.${form}`);
  };
  const refused =
    !grid || grid.isEmpty ? "There is nothing to export yet." : isOld ? "The table is not read yet." : null;
  return <SaveMenu forms={forms} onSave={save} refused={refused} keywords="download file excel table" />;
}
