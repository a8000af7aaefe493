"use client";

import { Alert, Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { NumberInput } from "@/components/ui/number-input";
import { OneTimeDialog } from "@/components/ui/one-time-dialog";
import { type KeyKind, type KeyScope, keyKindsFor, keyScopes } from "@/lib/contracts/interface-list";
import { type Role, roles } from "@/lib/contracts/rules/permissions";
import { AppError } from "@/lib/http/problem";
import { keyedNames, keyKindHints, keyKindNames, scopeHints } from "@/lib/settings/keyed-names";
import { createKey } from "@/lib/settings/queries";
import { roleMays, roleNames } from "@/lib/settings/role-words";
import { CreatedKey } from "./created-key";

type Account = { id: string; name: string };
type Props = { accounts: Account[]; onClose: () => void; onCreated: () => void };

/** Asks what a new key is for, creates it, and shows it this once. */
export function KeyDialog({ accounts, onClose, onCreated }: Props) {
  const creation = useMutation({ mutationFn: createKey, onSettled: onCreated, gcTime: 0 });
  const { data: created, isPending } = creation;
  return (
    <OneTimeDialog onClose={onClose} title="New key" size="lg" isPending={isPending} isShown={created !== undefined}>
      {created ? (
        <CreatedKey created={created} onClose={onClose} />
      ) : (
        <KeyForm
          accounts={accounts}
          error={creation.error}
          isPending={isPending}
          onCreate={creation.mutate}
          onClose={onClose}
        />
      )}
    </OneTimeDialog>
  );
}

type FormProps = Pick<Props, "accounts" | "onClose"> & {
  error: Error | null;
  isPending: boolean;
  onCreate: (asked: Parameters<typeof createKey>[0]) => void;
};

const MAX_NAME = 100;

/** Days, as a select's value; empty: never. */
const lifetimes = [
  { value: "", label: "Never" },
  { value: "30", label: "After 30 days" },
  { value: "90", label: "After 90 days" },
  { value: "365", label: "After a year" },
];

function KeyForm({ accounts, error, isPending, onCreate, onClose }: FormProps) {
  const [name, setName] = useState("");
  const [of, setOf] = useState<KeyScope>(keyScopes[0] ?? "activation");
  const [kind, setKind] = useState<KeyKind | null>(null);
  const [account, setAccount] = useState<string | null>(null);
  const [role, setRole] = useState<Role>("analyst");
  const [days, setDays] = useState("");
  const [perMinute, setPerMinute] = useState<number | null>(null);
  const kinds = keyKindsFor(of);
  const chosenKind = kinds.find((each) => each === kind) ?? kinds[0];
  const fields = error instanceof AppError ? (error.fields ?? {}) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCreate({
      name,
      interface: of,
      ...(kinds.length > 1 && { kind: chosenKind }),
      ...(account !== null && { account_id: account }),
      ...(of === "demand" && { role }),
      ...(days !== "" && { expires_in_days: Number(days) }),
      ...(perMinute !== null && { calls_per_minute: perMinute }),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="The client that will use it."
          value={name}
          maxLength={MAX_NAME}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fields.name}
          required
          data-autofocus
        />
        <Select
          label="For"
          allowDeselect={false}
          data={keyScopes.map((value) => ({ value, label: keyedNames[value] }))}
          value={of}
          onChange={(chosen) => setOf(keyScopes.find((each) => each === chosen) ?? of)}
          description={scopeHints[of]}
        />
        {of === "demand" && (
          <Select
            label="Role"
            description={`May ${roleMays[role]}.`}
            allowDeselect={false}
            data={roles.map((value) => ({ value, label: roleNames[value] }))}
            value={role}
            onChange={(chosen) => setRole(roles.find((each) => each === chosen) ?? role)}
            error={fields.role}
          />
        )}
        {kinds.length > 1 && chosenKind && (
          <Select
            label="Kind"
            description={keyKindHints[chosenKind]}
            allowDeselect={false}
            data={kinds.map((value) => ({ value, label: keyKindNames[value] }))}
            value={chosenKind}
            onChange={(value) => setKind(kinds.find((each) => each === value) ?? null)}
            error={fields.kind}
          />
        )}
        {accounts.length > 1 && (
          <Select
            label="Account"
            description="The key gives access to this account only."
            placeholder="Choose an account"
            data={accounts.map(({ id, name: label }) => ({ value: id, label }))}
            value={account}
            onChange={setAccount}
            error={fields.account_id}
            required
          />
        )}
        <Select
          label="Expires"
          allowDeselect={false}
          data={lifetimes}
          value={days}
          onChange={(chosen) => setDays(chosen ?? "")}
          error={fields.expires_in_days}
        />
        <NumberInput
          label="Calls per minute"
          description="Optional: at most so many, beside the limits of each operation."
          min={1}
          max={100_000}
          decimals={0}
          value={perMinute}
          onChange={setPerMinute}
          error={fields.calls_per_minute}
        />
        {error && !fields.name && !fields.kind && !fields.account_id && (
          <Alert color="red" variant="light" role="alert" title="The key was not created">
            {error.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={Number.isNaN(perMinute)}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
