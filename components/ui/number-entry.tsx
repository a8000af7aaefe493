"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { type NumberTextProps, useNumberText } from "./use-number-text";

export type NumberEntryProps = Omit<TextInputProps, "defaultValue" | keyof NumberTextProps> & NumberTextProps;

/** A number typed as text, in Mantine's input. */
export function NumberEntry(props: NumberEntryProps) {
  const { input, problem } = useNumberText(props);
  return <TextInput {...input} error={problem ?? props.error} />;
}
