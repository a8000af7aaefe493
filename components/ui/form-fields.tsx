"use client";

import type { ComponentProps } from "react";
import { type Control, Controller, type FieldPath, type FieldValues } from "react-hook-form";
import { DateTimeInput, type DateTimeProps } from "./date-time-input";
import { type FieldTexts, FormField } from "./form-field";
import { NumberInput, type NumberInputProps } from "./number-input";
import { MultiSelectInput, type MultiSelectInputProps, SelectInput, type SelectInputProps } from "./select-input";
import { SwitchInput } from "./switch-input";

/** Inputs joined to react-hook-form: value, error and focus go by the field's name. */
type Bound<Values extends FieldValues, Props> = { control: Control<Values>; name: FieldPath<Values> } & Omit<
  Props,
  "value" | "onChange" | "name" | "error"
>;

type TextFieldProps = FieldTexts & Omit<ComponentProps<"input">, keyof FieldTexts | "type" | "ref">;

export function TextField<V extends FieldValues>({ control, name, ...props }: Bound<V, TextFieldProps>) {
  const { label, required, description, isDescribedBelow, ...input } = props;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <FormField {...{ label, required, description, isDescribedBelow }} error={fieldState.error?.message}>
          {(attributes) => <input {...input} {...field} {...attributes} />}
        </FormField>
      )}
    />
  );
}

/** An empty field is `""`; text that is no number stays text, which drafts keep and the form's schema refuses. */
export function NumberField<V extends FieldValues>({ control, name, ...props }: Bound<V, NumberInputProps>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ...field }, fieldState }) => (
        <NumberInput
          min={0}
          {...props}
          {...field}
          value={value === "" ? null : value}
          onChange={(next, text) => onChange(Number.isNaN(next) ? text : (next ?? ""))}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

export function SelectField<V extends FieldValues>({ control, name, ...props }: Bound<V, SelectInputProps>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <SelectInput {...props} {...field} value={field.value || null} error={fieldState.error?.message} />
      )}
    />
  );
}

export function MultiSelectField<V extends FieldValues>({ control, name, ...props }: Bound<V, MultiSelectInputProps>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => <MultiSelectInput {...props} {...field} error={fieldState.error?.message} />}
    />
  );
}

export function SwitchField<V extends FieldValues>({
  control,
  name,
  ...props
}: Bound<V, Omit<ComponentProps<typeof SwitchInput>, "checked">>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, ...field }, fieldState }) => (
        <SwitchInput {...props} {...field} checked={value === true} error={fieldState.error?.message} />
      )}
    />
  );
}

export function DateTimeField<V extends FieldValues>({ control, name, ...props }: Bound<V, DateTimeProps>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DateTimeInput
          {...props}
          {...field}
          value={field.value || null}
          onChange={(value) => field.onChange(value ?? "")}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
