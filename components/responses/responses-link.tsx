"use client";

import { Button } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import Link from "next/link";
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
    <Button
      component={Link}
      href={href}
      prefetch={false}
      variant="default"
      leftSection={<IconListCheck size={16} aria-hidden />}
    >
      Responses
    </Button>
  );
}
