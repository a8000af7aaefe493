import type { MultiSelectProps, SelectProps } from "@mantine/core";
import { MultiSelect as MantineMultiSelect, Select as MantineSelect } from "@mantine/core";
import { useTyped } from "./use-typed";

/** What a field in use chooses by (`WhenUsed`): large, and not needed for reading. */
type Typed = { typed: string };

export function Select({ typed, ...props }: SelectProps & Typed) {
  return <MantineSelect {...props} {...useTyped(props.searchable ? typed : "", props)} />;
}

export function MultiSelect({ typed, ...props }: MultiSelectProps & Typed) {
  return <MantineMultiSelect {...props} {...useTyped(props.searchable ? typed : "", props)} />;
}
