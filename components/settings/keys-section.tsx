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
import { interfaces, keyKindsOf } from "@/lib/contracts/interface-list";
import type { ApiKey } from "@/lib/contracts/ours/api-keys";
import { keyedNames, keyKindNames } from "@/lib/settings/keyed-names";
import { endKey, keysQuery } from "@/lib/settings/queries";
import type { Format } from "@/lib/tables/format";

const KeyDialog = onDemand(async () => (await import("./key-dialog")).KeyDialog, DialogFrame);

type Account = { id: string; name: string };

/** Keys of the viewer's accounts, for admins: made, shown once, ended. */
export function KeysSection({ accounts }: { accounts: Account[] }) {
  const queries = useQueryClient();
  const format = useFormat();
  const [isMaking, setMaking] = useState(false);
  const { data, error, refetch } = useQuery(keysQuery());
  const again = () => queries.invalidateQueries({ queryKey: keysQuery().queryKey });
  const { mutate: end, ...ending } = useMutation({
    mutationFn: ({ id }: ApiKey) => endKey(id),
    onSuccess: (_, { name }) => notifications.show({ message: `The key “${name}” has ended.` }),
    onSettled: again,
  });
  const ended = ending.isPending ? ending.variables.id : null;
  const hasSeveral = accounts.length > 1;
  const columns = useMemo(
    () => columnsOf(format, { hasSeveral, ended, onEnd: (key) => confirmEnd(key, format, () => end(key)) }),
    [format, hasSeveral, ended, end],
  );
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Text size="sm" maw={640}>
          With a key, another client calls this product's own services as your account: a survey platform, a script.
          Give each client its own, so that one can be ended without the others.
        </Text>
        <Button onClick={() => setMaking(true)}>Make a key</Button>
      </Group>
      {ending.error && (
        <Alert color="red" variant="light" role="alert" title="The key was not ended">
          {ending.error.message}
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
          empty={<Text>There is no key yet. Make one for the first client that shall call.</Text>}
          skeletonRows={3}
        />
      )}
      {isMaking && <KeyDialog accounts={accounts} onClose={() => setMaking(false)} onMade={again} />}
    </Stack>
  );
}

function confirmEnd({ name, begins, last_used_at }: ApiKey, { instant }: Format, onConfirm: () => void) {
  confirm({
    title: `End the key “${name}”?`,
    children: (
      <Text size="sm">
        Whoever calls with <Code>{begins}…</Code> is refused at once, and the key cannot be brought back. It was{" "}
        {last_used_at === null ? "never used" : `last used ${instant(last_used_at)}`}.
      </Text>
    ),
    labels: { confirm: "End the key", cancel: "Keep" },
    onConfirm,
  });
}

/** What a key is for, with its kind where its interface has several. */
const purposeOf = ({ interface: of, kind }: ApiKey): string =>
  keyKindsOf(interfaces[of].authentication).length > 1 ? `${keyedNames[of]} · ${keyKindNames[kind]}` : keyedNames[of];

type Ways = { hasSeveral: boolean; ended: string | null; onEnd: (key: ApiKey) => void };

const columnsOf = ({ instant }: Format, { hasSeveral, ended, onEnd }: Ways): Column<ApiKey>[] => [
  { id: "name", header: "Name", cell: ({ name }) => <b>{name}</b>, wraps: true, card: "title" },
  { id: "begins", header: "Begins with", cell: ({ begins }) => <code>{begins}…</code> },
  { id: "interface", header: "For", cell: purposeOf },
  ...(hasSeveral ? [{ id: "account", header: "Account", cell: ({ account }: ApiKey) => account.name }] : []),
  {
    id: "made",
    header: "Made",
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
    id: "end",
    header: "End",
    cell: (key) => (
      <RowButton disabled={key.id === ended} aria-label={`End the key ${key.name}`} onClick={() => onEnd(key)}>
        End
      </RowButton>
    ),
  },
];
