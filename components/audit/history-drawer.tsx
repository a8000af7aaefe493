"use client";

import { Anchor, Card, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";
import { LoadError } from "@/components/ui/load-error";
import { SideDrawer } from "@/components/ui/side-drawer";
import { useFormat } from "@/components/ui/use-format";
import { historyHref } from "@/lib/audit/list-state";
import { historyQuery } from "@/lib/audit/queries";
import { nameOfThing } from "@/lib/audit/things";
import { describeAction } from "@/lib/audit/words";
import type { AuditEntry } from "@/lib/contracts/ours/audit";
import { ChangesInShort, hasChangesInShort, OutcomeBadge } from "./audit-columns";
import { useEntryNames } from "./use-entry-names";

type Props = { thing: string; id: string; accounts: readonly { id: string; name: string }[]; onClose: () => void };

/** Who did what to one thing, newest first. */
export function HistoryDrawer({ onClose, ...about }: Props) {
  return (
    <SideDrawer onClose={onClose} size="min(30rem, 100vw)" title={`History of this ${nameOfThing(about.thing)}`}>
      <History {...about} />
    </SideDrawer>
  );
}

function History({ thing, id, accounts }: Omit<Props, "onClose">) {
  const format = useFormat();
  const { data, error, refetch } = useQuery(historyQuery(thing, id));
  const entries = data?.entries ?? NOTHING;
  const described = useMemo(() => entries.filter(hasChangesInShort), [entries]);
  const namesOf = useEntryNames(entries, described, accounts);
  if (error && !data) return <LoadError what="The history" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Stack gap="sm">
      {data.entries.length === 0 && <Text c="dimmed">Nothing has been done to it since it came here.</Text>}
      {data.entries.length > 0 && (
        <Stack component="ul" aria-label="History" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
          {data.entries.map((entry) => (
            <Card key={entry.id} component="li" withBorder padding="sm">
              <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
                <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
                  {describeAction(entry)} by {entry.who}
                </Text>
                <OutcomeBadge outcome={entry.outcome} />
              </Group>
              <Text size="xs" c="dimmed" mb={4}>
                {format.instant(entry.at)}
              </Text>
              <ChangesInShort entry={entry} names={namesOf(entry)} />
            </Card>
          ))}
        </Stack>
      )}
      <Anchor component={Link} href={historyHref(thing, id)} prefetch={false} size="sm">
        All of it, with filters and details
      </Anchor>
    </Stack>
  );
}

const NOTHING: AuditEntry[] = [];

function Waiting() {
  return (
    <Stack gap="xs" aria-busy>
      {[1, 2, 3].map((key) => (
        <Skeleton key={key} height={84} />
      ))}
    </Stack>
  );
}
