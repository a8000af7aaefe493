"use client";

import { IconRocket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { usePageActions } from "@/components/ui/page-actions";
import { Refusable } from "@/components/ui/refusable";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { SoftLaunch } from "@/lib/contracts/ours/soft-launches";
import { FORBIDDEN } from "@/lib/contracts/rules/permissions";
import { isUnderWay } from "@/lib/soft-launches/launch";
import { softLaunchQuery } from "@/lib/soft-launches/queries";
import { hasStatus } from "@/lib/soft-launches/targets";
import { surveyQuery } from "@/lib/surveys/queries";
import { useLaunchDialog } from "./use-launch-dialog";

/** Opens the start of a soft launch. */
export function SoftLaunchButton({ id, readOnly }: { id: string; readOnly: boolean }) {
  const [, setDialog] = useLaunchDialog();
  const { data: launch } = useQuery(softLaunchQuery(id));
  const { data: read } = useQuery(surveyQuery(id));
  const reason = !read || readOnly ? FORBIDDEN : whyNot(launch ?? null, read.survey);
  usePageActions([
    {
      id: "soft-launch",
      label: "Soft launch of this survey",
      keywords: "start share live",
      run: () => void setDialog("start"),
      refused: reason,
    },
  ]);
  if (!read) return null;
  return (
    <Refusable reason={reason}>
      {(refused) => (
        <Button onClick={() => void setDialog("start")} {...refused}>
          <IconRocket size={16} aria-hidden /> Soft launch
        </Button>
      )}
    </Refusable>
  );
}

function whyNot(launch: SoftLaunch | null, survey: Survey): string | null {
  if (launch && isUnderWay(launch)) return "This survey has a soft launch already: decide about it above.";
  if (hasStatus(survey, "Draft", "Paused")) return null;
  return `A soft launch starts from a Draft or a Paused survey; this one is ${survey.status ?? "of unknown status"}.`;
}
