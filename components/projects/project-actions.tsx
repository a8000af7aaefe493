import { IconPencil, IconPlus } from "@tabler/icons-react";
import { Button } from "@/components/ui/button";
import { refusedProps } from "@/components/ui/refusable";

const READS_ONLY = "Your role reads projects. Managers and admins create and change them.";
/** Why a role creates and changes no projects; null: it does. */
export const mayNotWrite = (allowed: boolean) => (allowed ? null : READS_ONLY);

type Props = { allowed: boolean; onClick: () => void };

/** Shown to everybody; who may not create projects sees why. */
export const NewProjectButton = ({ allowed, onClick }: Props) => (
  <Button look="primary" onClick={onClick} {...refusedProps(mayNotWrite(allowed))}>
    <IconPlus size={16} aria-hidden />
    New project
  </Button>
);

/** On the project's own page. */
export const EditProject = ({ allowed, onClick }: Props) => (
  <Button onClick={onClick} {...refusedProps(mayNotWrite(allowed))}>
    <IconPencil size={16} stroke={1.6} aria-hidden />
    Edit project
  </Button>
);
