"use client";

import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { saveFile } from "@/components/ui/save-file";
import { surveyRevision } from "@/lib/contracts/revision";
import { surveyQuery } from "@/lib/surveys/queries";
import { writeQuotaFile } from "@/lib/surveys/quotas/quota-file";
import { quotaCsv, quotaXlsx } from "@/lib/surveys/quotas/save-quota-file";
import { useEditor } from "../../editor/editor-context";
import { useQuotaList } from "../use-quota-list";

/** Lets the browser save the quotas as they stand in the editor, with the revision of the survey they are edited from. */
export function useExport(): (form: "csv" | "xlsx") => Promise<void> {
  const { control, present, latest, questions } = useEditor();
  const { quotas } = useQuotaList();
  const queries = useQueryClient();
  const name = useWatch({ control, name: "name" });
  return async (form) => {
    try {
      const loaded = present && queries.getQueryData(surveyQuery(present.id).queryKey);
      // The editor may stand on an older state than the newest that was read.
      const revision =
        loaded && loaded.survey === present ? loaded.revision : present && (await surveyRevision(present));
      const rows = writeQuotaFile({ quotas, survey: latest, revision }, questions);
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
