"use client";

import { Button } from "@mantine/core";
import { IconCopyPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { parseAsBoolean, useQueryState } from "nuqs";
import { usePageActions } from "@/components/ui/page-actions";
import { Refusable } from "@/components/ui/refusable";
import { FORBIDDEN } from "@/lib/contracts/permissions";
import { draftOf, quotasProblem } from "@/lib/surveys/draft";
import { definitionsQuery, surveyQuery } from "@/lib/surveys/queries";
import { CopiesDialog } from "./copies-dialog";

/** Copies a survey as it is saved, to the countries chosen then. */
export function CopySurveyButton({ id, allowed }: { id: string; allowed: boolean }) {
  const [opened, setOpened] = useQueryState("copy", parseAsBoolean.withDefault(false));
  const { data: loaded } = useQuery(surveyQuery(id));
  const { data: definitions } = useQuery(definitionsQuery());
  const unread = loaded ? quotasProblem(loaded.survey) : null;
  const reason = allowed ? unread : FORBIDDEN;
  usePageActions([
    {
      id: "copy",
      label: "Copy this survey to other countries",
      keywords: "clone duplicate language",
      run: () => void setOpened(true),
      refused: reason,
    },
  ]);
  return (
    <>
      <Refusable reason={reason}>
        {(refused) => (
          <Button
            variant="default"
            leftSection={<IconCopyPlus size={16} aria-hidden />}
            onClick={() => void setOpened(true)}
            {...refused}
          >
            Copy…
          </Button>
        )}
      </Refusable>
      {opened && reason === null && loaded && definitions && (
        <CopiesDialog survey={draftOf(loaded.survey)} definitions={definitions} onClose={() => void setOpened(null)} />
      )}
    </>
  );
}
