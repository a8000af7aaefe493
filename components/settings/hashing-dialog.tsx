"use client";

import { Alert, Button, Group, PasswordInput, Select, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { AccountHashing } from "@/lib/contracts/interfaces/fielding";
import { type HashAlgorithm, hashAlgorithms } from "@/lib/contracts/terms/fielding";
import { AppError } from "@/lib/http/problem";
import { hashingQuery, updateHashing } from "@/lib/settings/queries";

/** Chooses an account's algorithm and key, and says what that does to completes under way. */
export function HashingDialog({ before, onClose }: { before: AccountHashing; onClose: () => void }) {
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
