"use client";

import { IconUserCheck } from "@tabler/icons-react";
import { LinkButton } from "@/components/ui/button";
import { usePageActions } from "@/components/ui/page-actions";
import { useGo } from "@/components/ui/use-go";
import { respondentsHref, reviewHref } from "./hrefs";

/** From a survey to its respondents and their quality. */
export function RespondentsLink({ surveyId }: { surveyId: string }) {
  const go = useGo();
  const href = respondentsHref(surveyId);
  usePageActions([
    {
      id: "respondents",
      label: "Respondents of this survey",
      keywords: "quality scores suspicious exclude",
      run: () => go(href),
    },
    {
      id: "respondents-review",
      label: "Review respondents of this survey",
      keywords: "quality queue exclude keep flag",
      run: () => go(reviewHref(surveyId)),
    },
  ]);
  return (
    <LinkButton href={href}>
      <IconUserCheck size={16} aria-hidden /> Respondents
    </LinkButton>
  );
}
