"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { refusedProps } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import classes from "./checks.module.css";

const ReplyKeyDialog = onDemand(async () => (await import("./reply-key-dialog")).ReplyKeyDialog, DialogFrame);

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
      {isOpen && <ReplyKeyDialog account={account} replaces={createdAt !== null} onClose={() => setOpen(false)} />}
    </section>
  );
}
