"use client";

import { Button, Card, Code, CopyButton, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import type { AccountHashing } from "@/lib/contracts/interfaces/fielding";
import { hashingQuery } from "@/lib/settings/queries";
import classes from "./settings.module.css";

const HashingDialog = onDemand(async () => (await import("./hashing-dialog")).HashingDialog, DialogFrame);

/** By what the completes of each account are signed, for admins. */
export function HashingSection() {
  const { data, error, refetch } = useQuery(hashingQuery());
  const [changing, setChanging] = useState<AccountHashing | null>(null);
  if (error && !data) return <LoadError what="Hashing" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={140} maw={720} radius="md" />;
  return (
    <Stack gap="md" maw={720}>
      <Text size="sm">
        Where a survey asks for a hash, its complete redirect must end in <Code>&hash=</Code> and an HMAC of everything
        before it, in lower-case hex. Whoever programs the client survey needs the algorithm and key of its account.
      </Text>
      <Stack component="ul" gap="sm" className={classes.list ?? ""} aria-label="Accounts">
        {data.accounts.map((hashing) => (
          <HashingCard key={hashing.account.id} hashing={hashing} onChange={() => setChanging(hashing)} />
        ))}
      </Stack>
      {changing && <HashingDialog before={changing} onClose={() => setChanging(null)} />}
    </Stack>
  );
}

const HIDDEN = "••••••••••••";

function HashingCard({ hashing, onChange }: { hashing: AccountHashing; onChange: () => void }) {
  const { account, algorithm, key } = hashing;
  const [isShown, setShown] = useState(false);
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="xs">
        <Group justify="space-between" gap="sm">
          <Text fw={600}>{account.name}</Text>
          <Button variant="default" size="xs" onClick={onChange} aria-label={`Change hashing of ${account.name}`}>
            Change hashing…
          </Button>
        </Group>
        <Text size="sm">
          <Text span c="dimmed" inherit>
            Algorithm
          </Text>{" "}
          HMAC {algorithm}
        </Text>
        <Group gap="xs">
          <Text span size="sm" c="dimmed">
            Key
          </Text>
          <Code style={{ overflowWrap: "anywhere" }} aria-label={`Key of ${account.name}`}>
            {isShown ? key : HIDDEN}
          </Code>
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => setShown(!isShown)}
            aria-label={`${isShown ? "Hide" : "Show"} key of ${account.name}`}
          >
            {isShown ? "Hide key" : "Show key"}
          </Button>
          <CopyButton value={key}>
            {({ copied, copy }) => (
              <Button variant="subtle" size="compact-xs" onClick={copy} aria-label={`Copy key of ${account.name}`}>
                {copied ? "Copied" : "Copy key"}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Card>
  );
}
