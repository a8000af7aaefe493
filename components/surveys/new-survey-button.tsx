import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import Link from "next/link";
import { Refusable } from "@/components/ui/refusable";

/** Why a role creates no surveys; null: it does. */
export const mayNotCreate = (allowed: boolean) =>
  allowed ? null : "Your role reads surveys. Managers and admins create them.";

/** Where a survey is made, in a project when one is given. */
export const newSurveyHref = (project?: string) =>
  project === undefined ? "/surveys/new" : `/surveys/new?${new URLSearchParams({ project })}`;

/** Shown to everybody; who may not create surveys sees why. */
export function NewSurveyButton({ allowed, project }: { allowed: boolean; project?: string | undefined }) {
  return (
    <Refusable reason={mayNotCreate(allowed)}>
      {(props) => (
        <Button
          component={Link}
          href={newSurveyHref(project)}
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
