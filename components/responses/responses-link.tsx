"use client";

import { IconListCheck } from "@tabler/icons-react";
import { LinkButton } from "@/components/ui/button";
import { usePageActions } from "@/components/ui/page-actions";
import { useGo } from "@/components/ui/use-go";

/** From a survey to its responses. */
export function ResponsesLink({ surveyId }: { surveyId: string }) {
  const go = useGo();
  const href = `/surveys/${encodeURIComponent(surveyId)}/responses`;
  usePageActions([
    {
      id: "responses",
      label: "Responses of this survey",
      keywords: "reconcile reject accept",
      run: () => go(href),
    },
  ]);
  return (
    <LinkButton href={href}>
      <IconListCheck size={16} aria-hidden /> Responses
    </LinkButton>
  );
}
