import { Button, Tooltip } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import Link from "next/link";

/** Shown to everybody; who may not create surveys sees why. */
export function NewSurveyButton({ allowed }: { allowed: boolean }) {
  const icon = <IconPlus size={16} aria-hidden />;
  if (!allowed) {
    return (
      <Tooltip label="Your role reads surveys. Managers and admins create them.">
        <Button leftSection={icon} data-disabled onClick={(event) => event.preventDefault()} aria-disabled>
          New survey
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button component={Link} href="/surveys/new" prefetch={false} leftSection={icon}>
      New survey
    </Button>
  );
}
