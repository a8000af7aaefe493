"use client";

import { TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { LoadError } from "@/components/ui/load-error";
import { onPress } from "@/components/ui/on-press";
import { type ProjectFieldProps, projectLook } from "./project-look";
import { useProjectChoices } from "./use-project-choices";
import { useRememberedProject } from "./use-remembered-project";

type Props = Pick<ProjectFieldProps, "value" | "onChange">;

/** The list to choose from is loaded when the field is first reached. */
const ProjectField = onPress<ProjectFieldProps>(
  async () => (await import("./project-choice")).ProjectChoice,
  ({ value, isLoaded, choices, onPress: press }) => (
    <TextInput
      {...projectLook(isLoaded)}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      readOnly
      value={choices.data.find((choice) => choice.value === value)?.label ?? ""}
      rightSection={<IconSelector size={16} aria-hidden />}
      onMouseDown={(event) => {
        // What was pressed is gone by then if the list was loaded ahead: the focus belongs to what comes in its place.
        event.preventDefault();
        press?.();
      }}
      onFocus={press}
    />
  ),
);

/** Chooses one project by name or number, however many there are. */
export function ProjectSelect({ value, onChange }: Props) {
  const { select, isKnown, loading } = useProjectChoices(value);
  const { isLoaded, error, refetch } = loading;
  useRememberedProject(isKnown ? value : null);
  if (error && !isLoaded) return <LoadError what="The projects" error={error} onRetry={() => void refetch()} />;
  return <ProjectField {...{ value, onChange, isLoaded }} choices={select} />;
}
