"use client";

import { Alert, Button, Code, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import {
  byAuthentication,
  type KeyedService,
  type KeyKind,
  keyedServices,
  keyKindsOf,
  services,
} from "@/lib/contracts/interface-list";
import type { ApiKey } from "@/lib/contracts/ours/api-keys";
import { AppError } from "@/lib/http/problem";
import { keyedNames, keyKindHints, keyKindNames } from "@/lib/settings/keyed-names";
import { createKey } from "@/lib/settings/queries";

type Account = { id: string; name: string };
type Props = { accounts: Account[]; onClose: () => void; onCreated: () => void };

/** Asks what a new key is for, creates it, and shows it this once. */
export function KeyDialog({ accounts, onClose, onCreated }: Props) {
  const creation = useMutation({ mutationFn: createKey, onSettled: onCreated, gcTime: 0 });
  const { data: created, isPending } = creation;
  return (
    <Dialog
      onClose={onClose}
      title="New key"
      size="lg"
      // A slip would lose the key before it is copied, or before it is created.
      closeOnClickOutside={false}
      closeOnEscape={!isPending && !created}
      closeButtonProps={{ "aria-label": "Close", disabled: isPending }}
    >
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
    </Dialog>
  );
}

type FormProps = Pick<Props, "accounts" | "onClose"> & {
  error: Error | null;
  isPending: boolean;
  onCreate: (asked: Parameters<typeof createKey>[0]) => void;
};

const MAX_NAME = 100;

function KeyForm({ accounts, error, isPending, onCreate, onClose }: FormProps) {
  const [name, setName] = useState("");
  const [of, setOf] = useState<KeyedService>(keyedServices[0] ?? "activation");
  const [kind, setKind] = useState<KeyKind | null>(null);
  const [account, setAccount] = useState<string | null>(null);
  const kinds = keyKindsOf(services[of].authentication);
  const chosenKind = kinds.find((each) => each === kind) ?? kinds[0];
  const fields = error instanceof AppError ? (error.fields ?? {}) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCreate({
      name,
      interface: of,
      ...(kinds.length > 1 && { kind: chosenKind }),
      ...(account !== null && { account_id: account }),
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
          data={keyedServices.map((value) => ({ value, label: keyedNames[value] }))}
          value={of}
          onChange={(chosen) => setOf(keyedServices.find((each) => each === chosen) ?? of)}
        />
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
        {error && !fields.name && !fields.kind && !fields.account_id && (
          <Alert color="red" variant="light" role="alert" title="The key was not created">
            {error.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Where clients put the key of an interface. */
const placeOf = ({ interface: of, kind }: Pick<ApiKey, "interface" | "kind">): ReactNode =>
  byAuthentication<ReactNode>(services[of].authentication, {
    token: () => null,
    key: ({ header }) => (
      <>
        as the header <Code>{header}</Code>
      </>
    ),
    "path keys": ({ parts }) => (
      <>
        as <Code>{`{${Object.keys(parts).find((part) => parts[part] === kind)}}`}</Code> in the path
      </>
    ),
  });

type Created = Awaited<ReturnType<typeof createKey>>;

function CreatedKey({ created, onClose }: { created: Created; onClose: () => void }) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 });
  const field = useRef<HTMLInputElement>(null);
  // The button that had the focus is gone.
  useEffect(() => field.current?.focus(), []);
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        The key “{created.name}” is created. Copy it now: it is shown only once.
      </Text>
      <TextInput
        ref={field}
        label="Key"
        value={created.key}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        error={error && "Your browser did not allow copying. Select the text and copy it."}
      />
      <Text size="sm">
        Clients send it {placeOf(created)} of each request to{" "}
        <Code>{`${window.location.origin}/service/${created.interface}`}</Code>. It works for {created.account.name}{" "}
        from now on.
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <Button onClick={() => copy(created.key)}>{copied ? "Copied" : "Copy key"}</Button>
      </Group>
    </Stack>
  );
}
