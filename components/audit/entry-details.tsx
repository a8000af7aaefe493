"use client";

import { Skeleton, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { LoadError } from "@/components/ui/load-error";
import { SideDrawer } from "@/components/ui/side-drawer";
import { useFormat } from "@/components/ui/use-format";
import { auditEntryQuery } from "@/lib/audit/queries";
import { originNames } from "@/lib/audit/words";
import type { AuditEntry, EntryChange } from "@/lib/contracts/ours/audit";
import { describeChangesOf } from "@/lib/exports/describe-changes";
import { EntryTitle, OutcomeBadge } from "./audit-columns";
import { useEntryNames } from "./use-entry-names";

type Accounts = readonly { id: string; name: string }[];
type Props = { wanted: number; listed: readonly AuditEntry[]; accounts: Accounts; onClose: () => void };

/** Everything that one entry says, over the list; the address says which. */
export function EntryDetails({ wanted, listed, accounts, onClose }: Props) {
  return (
    <SideDrawer onClose={onClose} size="min(40rem, 100vw)" title="Audit entry">
      <Loaded id={wanted} listed={listed.find(({ id }) => id === wanted)} accounts={accounts} />
    </SideDrawer>
  );
}

function Loaded({ id, listed, accounts }: { id: number; listed: AuditEntry | undefined; accounts: Accounts }) {
  const { data: read, error, refetch } = useQuery({ ...auditEntryQuery(id), enabled: !listed });
  const entry = listed ?? read;
  if (entry) return <Entry entry={entry} accounts={accounts} />;
  if (error) return <LoadError what="The entry" error={error} onRetry={() => void refetch()} />;
  return (
    <Stack aria-busy>
      <Skeleton height={24} />
      <Skeleton height={160} />
    </Stack>
  );
}

function Entry({ entry, accounts }: { entry: AuditEntry; accounts: Accounts }) {
  const format = useFormat();
  const entries = useMemo(() => [entry], [entry]);
  const names = useEntryNames(entries, entries, accounts)(entry);
  const facts: [string, ReactNode][] = [
    ["What", <EntryTitle key="what" entry={entry} names={names} />],
    ["Outcome", <OutcomeBadge key="outcome" outcome={entry.outcome} />],
    ["Why", entry.detail],
    ["When", format.instant(entry.at)],
    ["Who", entry.who],
    ["From", originNames[entry.origin]],
    ["Id", entry.thing_id],
    ["Request id", entry.request_id],
    ["Entry", String(entry.id)],
  ];
  return (
    <Stack gap="md">
      <Table withRowBorders={false} verticalSpacing={4} aria-label="The entry">
        <Table.Tbody>
          {facts
            .filter(([, value]) => value !== null)
            .map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" w={110} fw={400} c="dimmed" style={{ verticalAlign: "top" }}>
                  {label}
                </Table.Th>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <BeforeAndAfter entry={entry} changes={describeChangesOf(entry, names)} />
    </Stack>
  );
}

function BeforeAndAfter({ entry, changes }: { entry: AuditEntry; changes: EntryChange[] }) {
  if (changes.length === 0) {
    const nothing =
      entry.before || entry.after ? "Nothing that people decide was changed." : "No values were recorded.";
    return (
      <Text size="sm" c="dimmed">
        {nothing}
      </Text>
    );
  }
  const sent = entry.outcome === "done" ? "After" : "Asked for";
  return (
    <Table aria-label="Before and after" layout="fixed" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          {entry.before && <Table.Th>Before</Table.Th>}
          <Table.Th>{sent}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody style={{ overflowWrap: "anywhere" }}>
        {changes.map(({ key, label, before, after }) => (
          <Table.Tr key={key}>
            <Table.Td>{label}</Table.Td>
            {entry.before && <Table.Td>{before ?? "–"}</Table.Td>}
            <Table.Td>{after ?? "–"}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
