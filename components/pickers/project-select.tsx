"use client";

import { LoadError } from "@/components/ui/load-error";
import { SelectInput } from "@/components/ui/select-input";
import classes from "./project-select.module.css";
import { useProjectChoices } from "./use-project-choices";
import { useRememberedProject } from "./use-remembered-project";

type Props = { value: string | null; onChange: (id: string) => void };

/** Chooses one project by name or number, however many there are. */
export function ProjectSelect({ value, onChange }: Props) {
  const { select, isKnown, loading } = useProjectChoices(value);
  const { isLoaded, error, refetch } = loading;
  useRememberedProject(isKnown ? value : null);
  if (error && !isLoaded) return <LoadError what="The projects" error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.project}>
      <SelectInput
        label="Project"
        placeholder={isLoaded ? "Find by name or number" : "Being loaded"}
        value={value}
        onChange={(id) => id && id !== value && onChange(id)}
        {...select}
        // Until its name is known a project is not shown by its id.
        data={isLoaded ? select.data : []}
      />
    </div>
  );
}
