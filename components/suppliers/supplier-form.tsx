"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Alert, Button, Group, PasswordInput, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { type Control, Controller, useForm, useWatch } from "react-hook-form";
import { SelectField, SwitchField, TextField } from "@/components/ui/form-fields";
import { useAutofocus } from "@/components/ui/use-autofocus";
import type { Supplier } from "@/lib/contracts/interfaces/fielding";
import { endLinkPlaceholders } from "@/lib/contracts/rules/end-link";
import { hashAlgorithms, outcomeNames, outcomes } from "@/lib/contracts/terms/fielding";
import { AppError, UNEXPECTED } from "@/lib/http/problem";
import { createSupplier, suppliersQuery, updateSupplier } from "@/lib/suppliers/queries";
import {
  type NewSupplier,
  newSupplierSchema,
  placeSupplierProblems,
  type SupplierChange,
  type SupplierValues,
  supplierChangeSchema,
  supplierValues,
} from "@/lib/suppliers/supplier-form";
import { LinkTest } from "./link-test";
import classes from "./suppliers.module.css";

type Account = { id: string; name: string };
export type SupplierFormProps = {
  /** Null: a new one. */
  before: Supplier | null;
  accounts: Account[];
  /** Why nothing can be changed; null: it can. */
  refused: string | null;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
};

/** Everything about a supplier: its name, where its respondents are sent, and how those links are signed. */
export function SupplierForm({ before, accounts, refused, onDirty, onCancel, onSaved }: SupplierFormProps) {
  const queries = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  useAutofocus(element);
  const schema = useMemo(() => (before ? supplierChangeSchema(before.id) : newSupplierSchema), [before]);
  const { control, handleSubmit, setError, formState } = useForm<SupplierValues, unknown, NewSupplier | SupplierChange>(
    {
      resolver: zodResolver(schema),
      defaultValues: supplierValues(before, accounts),
    },
  );
  const { errors, isSubmitting, isDirty } = formState;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const save = useMutation({
    mutationFn: (body: NewSupplier | SupplierChange) => ("id" in body ? updateSupplier(body) : createSupplier(body)),
    onSuccess: () => queries.invalidateQueries({ queryKey: suppliersQuery().queryKey }),
  });
  const submit = handleSubmit(async (body) => {
    try {
      const { name } = await save.mutateAsync(body);
      notifications.show({ color: "green", message: `${name} was ${before ? "saved" : "created"}.` });
      onSaved();
    } catch (error) {
      const { placed, rest } = placeSupplierProblems(error instanceof AppError ? error : { message: UNEXPECTED });
      for (const { name, message } of placed) setError(name, { message }, { shouldFocus: true });
      if (rest) setError("root", { message: rest });
    }
  });
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md">
        {refused && (
          <Alert color="gray" variant="light" role="note">
            {refused}
          </Alert>
        )}
        {errors.root && (
          <Alert color="red" role="alert" variant="light">
            {errors.root.message}
          </Alert>
        )}
        <fieldset disabled={refused !== null} className={classes.plain}>
          <Who control={control} before={before} accounts={accounts} />
          <EndLinks control={control} />
          <Signing control={control} hasKey={before?.hash != null} />
        </fieldset>
        <LinkTest control={control} />
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={onCancel}>
            {refused ? "Close" : "Cancel"}
          </Button>
          {refused === null && (
            <Button type="submit" loading={isSubmitting}>
              {before ? "Save supplier" : "Create supplier"}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** The form's control, whatever its values become when they are sent. */
type FormControl = Control<SupplierValues, unknown, NewSupplier | SupplierChange>;

/** A field needs the values alone. */
const plain = (control: FormControl) => control as unknown as Control<SupplierValues>;

type WhoProps = { control: FormControl; before: Supplier | null; accounts: Account[] };

function Who({ control, before, accounts }: WhoProps) {
  return (
    <>
      <TextField control={plain(control)} name="name" label="Name" required data-autofocus />
      <TextField
        control={plain(control)}
        name="code"
        label="Code"
        required
        disabled={before !== null}
        description={
          before
            ? "Stays as it is: entry links and sessions name the supplier by it."
            : "Stands in the entry links that you give this supplier, as supplier=CODE. It cannot be changed later."
        }
      />
      {accounts.length > 1 && (
        <SelectField
          control={plain(control)}
          name="account_id"
          label="Account"
          required
          data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          disabled={before !== null}
        />
      )}
    </>
  );
}

const placeholders = Object.entries(endLinkPlaceholders);

function EndLinks({ control }: { control: FormControl }) {
  return (
    <fieldset className={classes.links}>
      <legend>End links</legend>
      <p className={classes.hint}>
        Where respondents of this supplier are sent when they end. Without a link they see a page of thanks or regret.{" "}
        {placeholders.map(([name, meaning], at) => (
          <span key={name}>
            <code>{`[%${name}%]`}</code> is {meaning}
            {at === placeholders.length - 1 ? "." : ", "}
          </span>
        ))}
      </p>
      {outcomes.map((outcome) => (
        <TextField
          key={outcome}
          control={plain(control)}
          name={`end_links.${outcome}`}
          label={outcomeNames[outcome]}
          placeholder="https://"
          inputMode="url"
        />
      ))}
    </fieldset>
  );
}

function Signing({ control, hasKey }: { control: FormControl; hasKey: boolean }) {
  const isSigned = useWatch({ control, name: "isSigned" });
  return (
    <fieldset className={classes.links}>
      <legend>Hash</legend>
      <SwitchField
        control={plain(control)}
        name="isSigned"
        label="Sign end links"
        description="The supplier can then tell that a link comes from here: an HMAC of everything before it is added."
      />
      {isSigned && (
        <>
          <SelectField
            control={plain(control)}
            name="hash.algorithm"
            label="Algorithm"
            data={hashAlgorithms.map((value) => ({ value, label: value }))}
          />
          <TextField control={plain(control)} name="hash.parameter" label="Parameter" />
          <Controller
            control={control}
            name="hash.key"
            render={({ field, fieldState }) => (
              <PasswordInput
                {...field}
                label="Key"
                autoComplete="off"
                placeholder={hasKey ? "Unchanged" : ""}
                description={
                  hasKey
                    ? "The present key is never shown. Leave this empty to keep it."
                    : "The supplier knows the same key. It is not shown again."
                }
                error={fieldState.error?.message}
              />
            )}
          />
        </>
      )}
    </fieldset>
  );
}
