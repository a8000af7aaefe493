"use client";

import type { ExportFormat } from "@/lib/contracts/ours/exports";
import { whenNeeded } from "@/lib/http/when-needed";
import type { TableColumn } from "@/lib/tables/column";
import { tableForms } from "@/lib/tables/table-forms";
import { saveFile } from "./save-file";
import { SaveMenu } from "./save-menu";
import { useFormat } from "./use-format";

const loadBlob = whenNeeded(() => import("@/lib/tables/table-blob"));

type Props<Row> = {
  /** Of the file, and of the sheet in it: 31 characters at most. */
  name: string;
  columns: TableColumn<Row>[];
  isSmall?: boolean;
  /** A file of full values may take more of each row than the others. */
  rows: (form: ExportFormat) => Promise<readonly Row[]> | readonly Row[];
};

/**
 * A table as a file that the browser writes: what may hold personal values is kept by no export on the server, where
 * it would outlive the time after which they are removed.
 */
export function TableFile<Row>({ name, columns, rows, isSmall = false }: Props<Row>) {
  const format = useFormat();
  const save = async (form: ExportFormat) => {
    const { tableBlob } = await loadBlob();
    const file = await tableBlob(columns, await rows(form), { form, format, sheet: name });
    saveFile(file, `${name}.${form === "xlsx" ? "xlsx" : "csv"}`);
  };
  return <SaveMenu forms={tableForms} onSave={save} isSmall={isSmall} />;
}
