import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import Link from "next/link";
import { Refusable } from "@/components/ui/refusable";

/** Shown to everybody; who may not create surveys sees why. */
export function NewSurveyButton({ allowed, project }: { allowed: boolean; project?: string | undefined }) {
  const reason = allowed ? null : "Your role reads surveys. Managers and admins create them.";
  return (
    <Refusable reason={reason}>
      {(props) => (
        <Button
          component={Link}
          href={project === undefined ? "/surveys/new" : `/surveys/new?${new URLSearchParams({ project })}`}
          prefetch={false}
          leftSection={<IconPlus size={16} aria-hidden />}
          {...props}
        >
          New survey
        </Button>
      )}
    </Refusable>
  );
}
