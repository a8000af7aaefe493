"use client";

import type { Ref } from "react";
import { type FieldTexts, FormField } from "./form-field";
import { type NumberTextProps, useNumberText } from "./use-number-text";

export type NumberInputProps = FieldTexts &
  NumberTextProps & { name?: string; disabled?: boolean | undefined; ref?: Ref<HTMLInputElement> | undefined };

/** A number typed as text, with its label. */
export function NumberInput({ label, required, description, isDescribedBelow, error, ...props }: NumberInputProps) {
  const { input, problem } = useNumberText(props);
  return (
    <FormField {...{ label, required, description, isDescribedBelow }} error={problem ?? error}>
      {(control) => <input {...input} {...control} />}
    </FormField>
  );
}
