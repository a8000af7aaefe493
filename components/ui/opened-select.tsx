"use client";

import { MultiSelect, Select } from "@mantine/core";
import type { ControlProps, FieldTexts } from "./form-field";
import type { MultiSelectInputProps, Reached, SelectInputProps } from "./select-input";
import { useTyped } from "./use-typed";

type Used<Props> = Omit<Props, keyof FieldTexts | "onReach"> & {
  label: string;
  control: ControlProps;
  reached: Reached;
  /** What was typed before the control was there. */
  typed: string;
};

/** Properties that the control takes from the field around it, and from how the person reached it. */
const inField = (label: string, { id, required, "aria-invalid": isInvalid }: ControlProps, reached: Reached) => ({
  id,
  "aria-label": label,
  ...(required && { required }),
  error: isInvalid === true,
  autoFocus: true,
  defaultDropdownOpened: reached === "pressed",
});

/** The name that Mantine gives to field and list alike is the list's alone: the field has its label. */
const namedByLabel = { "aria-label": undefined };

/** A select in use. */
export function UsedSelect({ control, reached, typed, label, data, ...props }: Used<SelectInputProps>) {
  const searching = useTyped(typed, props);
  return (
    <Select
      allowDeselect={false}
      // Typing searches for another choice instead of adding letters to the present one.
      onFocus={(event) => event.currentTarget.select()}
      {...props}
      {...searching}
      {...inField(label, control, reached)}
      attributes={{ input: { ...namedByLabel, "aria-describedby": control["aria-describedby"] } }}
      data={[...data]}
    />
  );
}

type UsedMany = Used<MultiSelectInputProps> & {
  /** Description and error in words: this control takes them by no id. */
  described: string;
};

/** The same for several choices. */
export function UsedMultiSelect({ control, reached, typed, label, described, data, ...props }: UsedMany) {
  const searching = useTyped(typed, props);
  return (
    <MultiSelect
      {...props}
      {...searching}
      {...inField(label, control, reached)}
      {...(described && { "aria-description": described })}
      attributes={{ inputField: namedByLabel }}
      data={[...data]}
    />
  );
}
