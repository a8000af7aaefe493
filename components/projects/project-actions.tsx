import { Button } from "@mantine/core";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import { Refusable } from "@/components/ui/refusable";

const READS_ONLY = "Your role reads projects. Managers and admins create and change them.";
/** Why a role creates and changes no projects; null: it does. */
export const mayNotWrite = (allowed: boolean) => (allowed ? null : READS_ONLY);

/** Shown to everybody; who may not create projects sees why. */
export function NewProjectButton({ allowed, onClick }: { allowed: boolean; onClick: () => void }) {
  return (
    <Refusable reason={mayNotWrite(allowed)}>
      {(refused) => (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick} {...refused}>
          New project
        </Button>
      )}
    </Refusable>
  );
}

/** On the project's own page. */
export function EditProject({ allowed, onClick }: { allowed: boolean; onClick: () => void }) {
  return (
    <Refusable reason={mayNotWrite(allowed)}>
      {(refused) => (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
          onClick={onClick}
          {...refused}
        >
          Edit project
        </Button>
      )}
    </Refusable>
  );
}
