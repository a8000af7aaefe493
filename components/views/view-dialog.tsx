"use client";

import { Alert, Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { View } from "@/lib/contracts/ours/views";
import { MAX_VIEW_NAME, type ViewList } from "@/lib/contracts/terms/views";
import { createView, updateView } from "@/lib/views/queries";

type Props = {
  list: ViewList;
  query: string;
  accounts: { id: string; name: string }[];
  /** Views whose names are taken already. */
  others: readonly View[];
  /** The view to rename or share; absent: a new one. */
  view?: View;
  onClose: () => void;
  onSaved: (view: View) => void;
};

const ALONE = "";

/** Names a view and says who sees it. */
export function ViewDialog({ list, query, accounts, others, view, onClose, onSaved }: Props) {
  const [name, setName] = useState(view?.name ?? "");
  const [account, setAccount] = useState(view?.account_id ?? ALONE);
  const [tried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: () => {
      const account_id = account === ALONE ? null : account;
      if (!view) return createView({ list, name, query, account_id });
      return updateView({ id: view.id, name, ...(view.is_mine && { account_id }) });
    },
    onSuccess: onSaved,
  });
  const missing = name.trim() === "" ? "Name is required." : null;
  const isTaken = others.some(
    (other) => other.id !== view?.id && other.name.toLowerCase() === name.trim().toLowerCase(),
  );
  return (
    <Dialog onClose={onClose} title={view ? "Rename or share this view" : "Save as a new view"}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!missing && !saving.isPending) saving.mutate();
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Name"
            value={name}
            maxLength={MAX_VIEW_NAME}
            onChange={(event) => setName(event.currentTarget.value)}
            error={tried ? missing : null}
            data-autofocus
          />
          {isTaken && (
            <Text size="sm" role="status">
              There is a view of this name already. You can save another one.
            </Text>
          )}
          <Radio.Group
            label="Who sees it"
            value={account}
            onChange={setAccount}
            {...(view && !view.is_mine && { description: "Only its maker decides with whom it is shared." })}
          >
            <Stack gap={8} mt={8}>
              <Radio value={ALONE} label="Only you" disabled={view !== undefined && !view.is_mine} />
              {accounts.map(({ id, name: title }) => (
                <Radio
                  key={id}
                  value={id}
                  label={`Everybody in ${title}`}
                  disabled={view !== undefined && !view.is_mine}
                />
              ))}
            </Stack>
          </Radio.Group>
          {saving.error && (
            <Alert role="alert" color="red" variant="light">
              {saving.error.message}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
