"use client";

import { notifications } from "@mantine/notifications";
import { useWatch } from "react-hook-form";
import { saveFile } from "@/components/ui/save-file";
import { writeQuotaFile } from "@/lib/surveys/quotas/quota-file";
import { quotaCsv, quotaXlsx } from "@/lib/surveys/quotas/save-quota-file";
import { useEditor } from "../../editor/editor-context";
import { useReadQuestions } from "../../editor/use-read-questions";
import { useQuotaList } from "../use-quota-list";

/** Lets the browser save the quotas as they stand in the editor, with the revision of the survey they are edited from. */
export function useExport(): (form: "csv" | "xlsx") => Promise<void> {
  const { control, latest, revision } = useEditor();
  const readQuestions = useReadQuestions();
  const { quotas } = useQuotaList();
  const name = useWatch({ control, name: "name" });
  return async (form) => {
    try {
      const rows = writeQuotaFile({ quotas, survey: latest, revision }, await readQuestions());
      const file = form === "csv" ? quotaCsv(rows) : await quotaXlsx(rows);
      saveFile(file, `${fileName(name)} quotas.${form}`);
    } catch (error) {
      notifications.show({ color: "red", message: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** Without what file systems refuse. */
const fileName = (name: string) =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 100) || "Survey";
