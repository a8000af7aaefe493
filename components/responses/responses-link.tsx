"use client";

import { Button } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import Link from "next/link";

/** From a survey to its responses. */
export function ResponsesLink({ surveyId }: { surveyId: string }) {
  return (
    <Button
      component={Link}
      href={`/surveys/${encodeURIComponent(surveyId)}/responses`}
      prefetch={false}
      variant="default"
      leftSection={<IconListCheck size={16} aria-hidden />}
    >
      Responses
    </Button>
  );
}
