"use client";

import { Button } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
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
        <Button
          component={Link}
          href={href}
          prefetch={false}
          variant="default"
          leftSection={<IconRoute size={16} aria-hidden />}
          {...shown}
        >
          Sessions
        </Button>
      )}
    </Refusable>
  );
}
