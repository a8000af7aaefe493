"use client";

import { Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { OneTimeDialog } from "@/components/ui/one-time-dialog";
import { OneTimeText } from "@/components/ui/one-time-text";
import { createReplyKey, settingsQuery } from "@/lib/checks/queries";
import classes from "./checks.module.css";

type Props = { account: string | undefined; replaces: boolean; onClose: () => void };

/** Creates the key and shows it once. */
export function ReplyKeyDialog({ account, replaces, onClose }: Props) {
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: () => createReplyKey(account),
    onSettled: () => queries.invalidateQueries({ queryKey: settingsQuery(account).queryKey }),
    gcTime: 0,
  });
  const { data: created, isPending } = creation;
  return (
    <OneTimeDialog
      onClose={onClose}
      title={replaces ? "Replace the key for encrypted replies" : "Create a key for encrypted replies"}
      isPending={isPending}
      isShown={created !== undefined}
    >
      {created ? (
        <Stack gap="md">
          <p>Copy the key now. It is not shown again.</p>
          <OneTimeText label="Key" text={created.key} onClose={onClose} />
        </Stack>
      ) : (
        <>
          <p>
            The key is shown once.
            {replaces && " From then on replies are encrypted with it, and the present key can no longer read them."}
          </p>
          {creation.error && (
            <p role="alert" className={classes.problem}>
              {creation.error.message}
            </p>
          )}
          <div className={classes.buttons}>
            <Button onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button isBusy={isPending} onClick={() => creation.mutate()}>
              {replaces ? "Replace key" : "Create key"}
            </Button>
          </div>
        </>
      )}
    </OneTimeDialog>
  );
}
