"use client";

import { IconRoute } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { LinkButton } from "@/components/ui/button";
import { usePageActions } from "@/components/ui/page-actions";
import { Refusable } from "@/components/ui/refusable";

/** From a survey to its sessions. `refused`: why its connection has none here. */
export function SessionsLink({ surveyId, refused }: { surveyId: string; refused: string | null }) {
  const router = useRouter();
  const href = `/surveys/${encodeURIComponent(surveyId)}/sessions`;
  usePageActions([
    {
      id: "field-sessions",
      label: "Sessions of this survey",
      keywords: "respondents turned away terminations reasons suppliers tests",
      run: () => router.push(href),
      refused,
    },
  ]);
  return (
    <Refusable reason={refused}>
      {(shown) => (
        <LinkButton href={href} {...shown}>
          <IconRoute size={16} aria-hidden /> Sessions
        </LinkButton>
      )}
    </Refusable>
  );
}
