"use client";

import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { saveFile } from "@/components/ui/save-file";
import { SaveMenu } from "@/components/ui/save-menu";
import { useShownList } from "@/components/ui/shown-list";
import type { ExportFormat, ExportTableName } from "@/lib/contracts/ours/exports";
import { exportList } from "@/lib/exports/queries";
import { tableForms } from "@/lib/tables/table-forms";

/** Parts of rows that are for hands, not for files. */
const NO_DATA = new Set(["edit", "open", "actions"]);

/** Exports the list around it, whole, as it is narrowed, ordered and with the columns that it shows. */
export function ExportMenu({ table }: { table: ExportTableName }) {
  const list = useShownList();
  const queries = useQueryClient();
  const start = async (format: ExportFormat) => {
    if (!list) return;
    const columns = list.columns.filter((id) => !NO_DATA.has(id));
    const answer = await exportList({ table, format, columns, query: list.query });
    if ("file" in answer) saveFile(answer.file, answer.name);
    else {
      notifications.show({ message: `${answer.title}: started. The file will be under “Jobs” above.` });
      await queries.invalidateQueries({ queryKey: ["jobs"] });
    }
  };
  return (
    <SaveMenu forms={tableForms} onSave={start} refused={list === null ? "The list is still being read." : null} />
  );
}
