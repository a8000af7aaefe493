"use client";

import { Alert, Button, Group, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { OneTimeDialog } from "@/components/ui/one-time-dialog";
import { type Role, roles } from "@/lib/contracts/rules/permissions";
import { AppError } from "@/lib/http/problem";
import { inviteUser } from "@/lib/settings/queries";
import { roleMays, roleNames } from "@/lib/settings/role-words";
import { DeliveredLink } from "./delivered-link";

type Account = { id: string; name: string };
type Props = { accounts: Account[]; onClose: () => void };

/** Adds a person to an account, and says how their link reaches them. */
export function InviteDialog({ accounts, onClose }: Props) {
  const queries = useQueryClient();
  const inviting = useMutation({
    mutationFn: inviteUser,
    onSettled: () => queries.invalidateQueries({ queryKey: ["settings", "people"] }),
    gcTime: 0,
  });
  const { data: delivery, isPending } = inviting;
  return (
    <OneTimeDialog onClose={onClose} title="Invite person" isPending={isPending} isShown={delivery !== undefined}>
      {delivery ? (
        <DeliveredLink delivery={delivery} onClose={onClose} />
      ) : (
        <InviteForm
          accounts={accounts}
          error={inviting.error}
          isPending={isPending}
          onInvite={inviting.mutate}
          onClose={onClose}
        />
      )}
    </OneTimeDialog>
  );
}

type FormProps = Props & {
  error: Error | null;
  isPending: boolean;
  onInvite: (asked: Parameters<typeof inviteUser>[0]) => void;
};

function InviteForm({ accounts, error, isPending, onInvite, onClose }: FormProps) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("analyst");
  const [account, setAccount] = useState<string | null>(null);
  const fields = error instanceof AppError ? (error.fields ?? {}) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onInvite({ email, name, role, ...(account !== null && { account_id: account }) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="E-mail"
          type="email"
          value={email}
          maxLength={320}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={fields.email}
          required
          data-autofocus
        />
        <TextInput
          label="Name"
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fields.name}
          required
        />
        <Radio.Group
          label="Role"
          value={role}
          onChange={(chosen) => setRole(roles.find((each) => each === chosen) ?? role)}
        >
          <Stack gap="sm" mt="xs">
            {roles.map((each) => (
              <Radio key={each} value={each} label={roleNames[each]} description={`May ${roleMays[each]}.`} />
            ))}
          </Stack>
        </Radio.Group>
        {accounts.length > 1 && (
          <Select
            label="Account"
            placeholder="Choose an account"
            data={accounts.map(({ id, name: label }) => ({ value: id, label }))}
            value={account}
            onChange={setAccount}
            error={fields.account_id}
            required
          />
        )}
        {error && !fields.email && !fields.name && !fields.account_id && (
          <Alert color="red" variant="light" role="alert" title="The person was not invited">
            {error.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Invite person
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
