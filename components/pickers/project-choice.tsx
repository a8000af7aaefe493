"use client";

import { Select } from "@mantine/core";
import { type ProjectFieldProps, projectLook } from "./project-look";

/** The list of projects, open under a field that was just reached. */
export const ProjectChoice = ({ value, onChange, isLoaded, choices }: ProjectFieldProps) => (
  <Select
    {...projectLook(isLoaded)}
    value={value}
    onChange={(id) => id && id !== value && onChange(id)}
    allowDeselect={false}
    autoFocus
    defaultDropdownOpened
    {...choices}
    // Until its name is known a project is not shown by its id.
    data={isLoaded ? choices.data : []}
  />
);
