"use client";

import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { usePageActions } from "@/components/ui/page-actions";
import { saveFile } from "@/components/ui/save-file";
import { useShownList } from "@/components/ui/shown-list";
import type { ExportFormat, ExportTableName } from "@/lib/contracts/exports";
import { exportList } from "@/lib/jobs/export-query";

/** Parts of rows that are for hands, not for files. */
const NO_DATA = new Set(["edit", "open", "actions"]);

const formats: { format: ExportFormat; label: string }[] = [
  { format: "csv", label: "CSV as shown" },
  { format: "csv-full", label: "CSV with full values" },
  { format: "xlsx", label: "XLSX" },
];

/** Exports the list around it, whole, as it is narrowed, ordered and with the columns that it shows. */
export function ExportMenu({ table }: { table: ExportTableName }) {
  const list = useShownList();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const start = async (format: ExportFormat) => {
    if (!list) return;
    setBusy(true);
    try {
      const columns = list.columns.filter((id) => !NO_DATA.has(id));
      const answer = await exportList({ table, format, columns, query: list.query });
      if ("file" in answer) saveFile(answer.file, answer.name);
      else {
        notifications.show({ message: `${answer.title}: started. The file will be under “Work” above.` });
        await queries.invalidateQueries({ queryKey: ["jobs"] });
      }
    } catch (error) {
      notifications.show({ color: "red", message: error instanceof Error ? error.message : String(error) });
    }
    setBusy(false);
  };
  usePageActions(
    formats.map(({ format, label }) => ({
      id: `export-${format}`,
      label: `Export ${label}`,
      keywords: "download file excel",
      run: () => void start(format),
      refused: list === null ? "The list is still being read." : null,
    })),
  );
  return (
    <Menu position="bottom-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={busy}
          disabled={list === null}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => void start(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
