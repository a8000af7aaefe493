"use client";

import { Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { OneTimeDialog } from "@/components/ui/one-time-dialog";
import { OneTimeText } from "@/components/ui/one-time-text";
import { refusedProps } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import { createReplyKey, settingsQuery } from "@/lib/checks/queries";
import classes from "./checks.module.css";

type Props = { account: string | undefined; refused: string | null; createdAt: string | null };

/** The key that replies are encrypted with: created, shown once, and replaced. */
export function ReplyKey({ account, refused, createdAt }: Props) {
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const label = createdAt === null ? "Create key…" : "Replace key…";
  return (
    <section aria-label="Encrypted replies" className={classes.part}>
      <h2>Encrypted replies</h2>
      <p className={classes.note}>
        {createdAt === null
          ? "There is no key: replies cannot be asked for encrypted."
          : `Replies are encrypted with the key of ${format.instant(createdAt)} where they are asked for so.`}
      </p>
      <div className={classes.buttons}>
        <Button onClick={() => refused === null && setOpen(true)} {...refusedProps(refused)}>
          {label}
        </Button>
      </div>
      {isOpen && <KeyDialog account={account} replaces={createdAt !== null} onClose={() => setOpen(false)} />}
    </section>
  );
}

type DialogProps = { account: string | undefined; replaces: boolean; onClose: () => void };

function KeyDialog({ account, replaces, onClose }: DialogProps) {
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
