import { IconPlus } from "@tabler/icons-react";
import { LinkButton } from "@/components/ui/button";
import { refusedProps } from "@/components/ui/refusable";

/** Why a role creates no surveys; null: it does. */
export const mayNotCreate = (allowed: boolean) =>
  allowed ? null : "Your role reads surveys. Managers and admins create them.";

/** Where a survey is made, in a project when one is given. */
export const newSurveyHref = (project?: string) =>
  project === undefined ? "/surveys/new" : `/surveys/new?${new URLSearchParams({ project })}`;

/** Shown to everybody; who may not create surveys sees why. */
export function NewSurveyButton({ allowed, project }: { allowed: boolean; project?: string | undefined }) {
  return (
    <LinkButton look="primary" href={newSurveyHref(project)} {...refusedProps(mayNotCreate(allowed))}>
      <IconPlus size={16} aria-hidden />
      New survey
    </LinkButton>
  );
}
