"use client";

import {
  Alert,
  Button,
  Card,
  Code,
  CopyButton,
  Group,
  PasswordInput,
  Select,
  Skeleton,
  Stack,
  Text,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import type { AccountHashing } from "@/lib/contracts/interfaces/fielding";
import { type HashAlgorithm, hashAlgorithms } from "@/lib/contracts/terms/fielding";
import { AppError } from "@/lib/http/problem";
import { hashingQuery, updateHashing } from "@/lib/settings/queries";
import classes from "./settings.module.css";

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

function HashingDialog({ before, onClose }: { before: AccountHashing; onClose: () => void }) {
  const queries = useQueryClient();
  const [algorithm, setAlgorithm] = useState<HashAlgorithm>(before.algorithm);
  const [key, setKey] = useState("");
  const change = useMutation({
    mutationFn: updateHashing,
    onSuccess: () => {
      notifications.show({ message: `Changed the hashing of ${before.account.name}` });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: hashingQuery().queryKey }),
    // A key is in it.
    gcTime: 0,
  });
  const fields = change.error instanceof AppError ? (change.error.fields ?? {}) : {};
  const isSame = algorithm === before.algorithm && key === "";
  return (
    <Dialog onClose={onClose} title={`Hashing of ${before.account.name}`} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSame) change.mutate({ account_id: before.account.id, algorithm, ...(key !== "" && { key }) });
        }}
      >
        <Stack gap="md">
          <Select
            label="Algorithm"
            data={hashAlgorithms.map((value) => ({ value, label: `HMAC ${value}` }))}
            allowDeselect={false}
            value={algorithm}
            onChange={(chosen) => setAlgorithm(hashAlgorithms.find((each) => each === chosen) ?? algorithm)}
            error={fields.algorithm}
          />
          <PasswordInput
            label="New key"
            description="Optional. Leave it empty to keep the present key."
            autoComplete="off"
            maxLength={500}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            error={fields.key}
          />
          <Alert color="yellow" variant="light" title="Completes that are signed as before are refused at once">
            Respondents who are in a survey now come back with the former hash, and their completes will not count.
            Change the client surveys at the same moment, or pause them first.
          </Alert>
          {change.error && !fields.algorithm && !fields.key && (
            <Alert color="red" variant="light" role="alert" title="The hashing was not changed">
              {change.error.message}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={change.isPending} data-autofocus>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending} disabled={isSame}>
              Change hashing
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
