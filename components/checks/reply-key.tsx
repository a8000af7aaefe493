"use client";

import { useClipboard } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
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
    <Dialog
      onClose={onClose}
      title={replaces ? "Replace the key for encrypted replies" : "Create a key for encrypted replies"}
      // A slip would lose the key before it is copied.
      closeOnClickOutside={false}
      closeOnEscape={!isPending && !created}
      closeButtonProps={{ "aria-label": "Close", disabled: isPending }}
    >
      {created ? (
        <CreatedKey text={created.key} onClose={onClose} />
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
    </Dialog>
  );
}

function CreatedKey({ text, onClose }: { text: string; onClose: () => void }) {
  const { copy, copied } = useClipboard({ timeout: 2000 });
  return (
    <>
      <p>Copy the key now. It is not shown again.</p>
      <input className={classes.key} readOnly value={text} aria-label="Key" onFocus={({ target }) => target.select()} />
      <div className={classes.buttons}>
        <Button onClick={() => copy(text)}>{copied ? "Copied" : "Copy key"}</Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}
