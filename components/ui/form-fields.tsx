"use client";

import {
  MultiSelect,
  type MultiSelectProps,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { type Control, Controller, type FieldPath, type FieldValues } from "react-hook-form";
import { DateTimeInput, type DateTimeProps } from "./date-time-input";
import { NumberEntry, type NumberEntryProps } from "./number-entry";

/** Mantine's inputs joined to react-hook-form: value, error and focus go by the field's name. */
type Bound<Values extends FieldValues, Props> = { control: Control<Values>; name: FieldPath<Values> } & Props;

export function TextField<V extends FieldValues>({ control, name, ...props }: Bound<V, TextInputProps>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => <TextInput {...props} {...field} error={fieldState.error?.message} />}
    />
  );
}

type NumberFieldProps = Omit<NumberEntryProps, "value" | "onChange">;

/** An empty field is `""`; text that is no number stays text, which drafts keep and the form's schema refuses. */
export function NumberField<V extends FieldValues>({ control, name, ...props }: Bound<V, NumberFieldProps>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ...field }, fieldState }) => (
        <NumberEntry
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

export function SelectField<V extends FieldValues>({ control, name, ...props }: Bound<V, SelectProps>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          allowDeselect={false}
          {...props}
          {...field}
          value={field.value || null}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

export function MultiSelectField<V extends FieldValues>({ control, name, ...props }: Bound<V, MultiSelectProps>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => <MultiSelect {...props} {...field} error={fieldState.error?.message} />}
    />
  );
}

export function SwitchField<V extends FieldValues>({ control, name, ...props }: Bound<V, SwitchProps>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, ...field }, fieldState }) => (
        <Switch {...props} {...field} checked={value === true} error={fieldState.error?.message} />
      )}
    />
  );
}

type DateTimeFieldProps = Omit<DateTimeProps, "value" | "onChange">;

export function DateTimeField<V extends FieldValues>({ control, name, ...props }: Bound<V, DateTimeFieldProps>) {
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
