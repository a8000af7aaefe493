"use client";

import { IconCopyPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { Refusable } from "@/components/ui/refusable";
import { FORBIDDEN } from "@/lib/contracts/rules/permissions";
import { asEdited, waitsFor } from "@/lib/soft-launches/in-editor";
import { softLaunchQuery } from "@/lib/soft-launches/queries";
import { draftOf, quotasProblem } from "@/lib/surveys/draft";
import { definitionsQuery, surveyQuery } from "@/lib/surveys/queries";

const CopiesDialog = onDemand(async () => (await import("./copies-dialog")).CopiesDialog, DialogFrame);

const LAUNCH_UNREAD = "Whether this survey has a soft launch could not be read. Load the page again.";
const BEING_WRITTEN = "A change of this survey's soft launch is being written. Copy it in a moment.";

type Props = { id: string; allowed: boolean; isBuiltIn: boolean };

/** Copies a survey as it is saved, with its full targets, to the countries chosen then. */
export function CopySurveyButton({ id, allowed, isBuiltIn }: Props) {
  const [opened, setOpened] = useQueryState("copy", parseAsBoolean.withDefault(false));
  const { data: loaded, refetch } = useQuery(surveyQuery(id));
  const { data: launch, error: launchError } = useQuery(softLaunchQuery(id));
  const { data: definitions } = useQuery(definitionsQuery());
  const waits = Boolean(loaded && launch && waitsFor(loaded.survey, launch));
  // The soft launch is looked at every few seconds; where it shows another survey, that is read again too.
  useEffect(() => {
    if (waits && launch) void refetch();
  }, [waits, launch, refetch]);
  const unread = loaded ? quotasProblem(loaded.survey) : null;
  const unknown = launchError && launch === undefined ? LAUNCH_UNREAD : waits ? BEING_WRITTEN : null;
  const reason = allowed ? (unread ?? unknown) : FORBIDDEN;
  // Under a soft launch what stands at the survey is a share: no copy is made of that.
  const source =
    opened && reason === null && loaded && launch !== undefined ? draftOf(asEdited(loaded, launch).survey) : null;
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
          <Button onClick={() => void setOpened(true)} {...refused}>
            <IconCopyPlus size={16} aria-hidden /> Copy…
          </Button>
        )}
      </Refusable>
      {source && definitions && (
        <CopiesDialog
          survey={source}
          definitions={definitions}
          isBuiltIn={isBuiltIn}
          onClose={() => void setOpened(null)}
        />
      )}
    </>
  );
}
