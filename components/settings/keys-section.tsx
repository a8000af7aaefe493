"use client";

import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { confirm } from "@/components/ui/confirm";
import { type Column, DataTable } from "@/components/ui/data-table";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import { RowButton } from "@/components/ui/row-button";
import { useFormat } from "@/components/ui/use-format";
import { keyKindsFor } from "@/lib/contracts/interface-list";
import type { ApiKey } from "@/lib/contracts/ours/api-keys";
import { keyedNames, keyKindNames } from "@/lib/settings/keyed-names";
import { keysQuery, revokeKey } from "@/lib/settings/queries";
import { roleNames } from "@/lib/settings/role-words";
import type { Format } from "@/lib/tables/format";

const RotateKeyDialog = onDemand(async () => (await import("./rotate-key-dialog")).RotateKeyDialog, DialogFrame);
const KeyDialog = onDemand(async () => (await import("./key-dialog")).KeyDialog, DialogFrame);

type Account = { id: string; name: string };

/** Keys of the viewer's accounts, for admins: create one, see it once, revoke it. */
export function KeysSection({ accounts }: { accounts: Account[] }) {
  const queries = useQueryClient();
  const format = useFormat();
  const [isCreating, setCreating] = useState(false);
  const [rotated, setRotated] = useState<ApiKey | null>(null);
  const { data, error, refetch } = useQuery(keysQuery());
  const again = () => queries.invalidateQueries({ queryKey: keysQuery().queryKey });
  const { mutate: revoke, ...revoking } = useMutation({
    mutationFn: ({ id }: ApiKey) => revokeKey(id),
    onSuccess: (_, { name }) => notifications.show({ message: `Revoked the key “${name}”` }),
    onSettled: again,
  });
  const revokingId = revoking.isPending ? revoking.variables.id : null;
  const hasSeveral = accounts.length > 1;
  const columns = useMemo(
    () =>
      columnsOf(format, {
        hasSeveral,
        revokingId,
        onRotate: setRotated,
        onRevoke: (key) => confirmRevoke(key, format, () => revoke(key)),
      }),
    [format, hasSeveral, revokingId, revoke],
  );
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Text size="sm" maw={640}>
          A key lets another client, such as a survey platform or a script, call this product's own services for your
          account. Give each client its own key, so that you can revoke one without the others.
        </Text>
        <Button onClick={() => setCreating(true)}>Create key</Button>
      </Group>
      {revoking.error && (
        <Alert color="red" variant="light" role="alert" title="The key was not revoked">
          {revoking.error.message}
        </Alert>
      )}
      {error && !data ? (
        <LoadError what="Your keys" error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label="Keys"
          columns={columns}
          rows={data?.keys}
          rowId={({ id }) => id}
          empty={<Text>No keys yet. Create one for your first client.</Text>}
          skeletonRows={3}
        />
      )}
      {rotated && <RotateKeyDialog of={rotated} onClose={() => setRotated(null)} onRotated={again} />}
      {isCreating && <KeyDialog accounts={accounts} onClose={() => setCreating(false)} onCreated={again} />}
    </Stack>
  );
}

function confirmRevoke({ name, begins, last_used_at }: ApiKey, { instant }: Format, onConfirm: () => void) {
  confirm({
    title: `Revoke the key “${name}”?`,
    children: (
      <Text size="sm">
        Calls with <Code>{begins}…</Code> are refused at once, and the key cannot be restored. It was{" "}
        {last_used_at === null ? "never used" : `last used ${instant(last_used_at)}`}.
      </Text>
    ),
    labels: { confirm: "Revoke key", cancel: "Keep" },
    onConfirm,
  });
}

/** What a key is for, with its kind where its interface has several. */
const purposeOf = ({ interface: of, kind, role }: ApiKey): string => {
  if (role !== null) return `${keyedNames[of]} · ${roleNames[role]}`;
  return keyKindsFor(of).length > 1 ? `${keyedNames[of]} · ${keyKindNames[kind]}` : keyedNames[of];
};

const hasExpired = ({ expires_at }: ApiKey): boolean => expires_at !== null && Date.parse(expires_at) <= Date.now();

type RowActions = Record<"onRotate" | "onRevoke", (key: ApiKey) => void>;
type ColumnOptions = RowActions & { hasSeveral: boolean; revokingId: string | null };

const columnsOf = (
  { instant, count }: Format,
  { hasSeveral, revokingId, onRotate, onRevoke }: ColumnOptions,
): Column<ApiKey>[] => [
  { id: "name", header: "Name", cell: ({ name }) => <b>{name}</b>, wraps: true, card: "title" },
  { id: "begins", header: "Begins with", cell: ({ begins }) => <code>{begins}…</code> },
  { id: "interface", header: "For", cell: purposeOf },
  ...(hasSeveral ? [{ id: "account", header: "Account", cell: ({ account }: ApiKey) => account.name }] : []),
  {
    id: "created",
    header: "Created",
    wraps: true,
    cell: ({ created_at, who }) => (
      <>
        {instant(created_at)} <small>by {who}</small>
      </>
    ),
  },
  {
    id: "used",
    header: "Last used",
    cell: ({ last_used_at }) => (last_used_at === null ? "Never" : instant(last_used_at)),
  },
  {
    id: "expires",
    header: "Expires",
    cell: (key) => {
      if (key.expires_at === null) return "Never";
      return hasExpired(key) ? `Expired ${instant(key.expires_at)}` : instant(key.expires_at);
    },
  },
  {
    id: "limit",
    header: "Limit",
    cell: ({ calls_per_minute }) =>
      calls_per_minute === null ? "Per operation" : `${count(calls_per_minute)} a minute`,
  },
  {
    id: "revoke",
    header: "Change",
    cell: (key) => (
      <>
        <RowButton disabled={hasExpired(key)} aria-label={`Rotate the key ${key.name}`} onClick={() => onRotate(key)}>
          Rotate
        </RowButton>{" "}
        <RowButton
          disabled={key.id === revokingId}
          aria-label={`Revoke the key ${key.name}`}
          onClick={() => onRevoke(key)}
        >
          Revoke
        </RowButton>
      </>
    ),
  },
];
