"use client";

import { Button } from "@/components/ui/button";
import { useFormat } from "@/components/ui/use-format";
import type { ListedRow } from "@/lib/surveys/follow-copy";
import type { FollowedCopy } from "./use-followed-copy";

type Props = Pick<FollowedCopy<ListedRow>, "copy" | "waiting" | "takeIn"> & { noun: "survey" | "project" };

/** Beside how old a list's copy is: reads it anew, or shows what a newer one changes in rows that somebody holds on to. */
export function CopyRefresh({ copy, waiting, takeIn, noun }: Props) {
  const format = useFormat();
  if (!copy) return null;
  const changed = `${format.count(waiting)} changed ${waiting === 1 ? noun : `${noun}s`}`;
  return (
    <span role="status">
      {waiting > 0 ? (
        <Button isSmall look="light" onClick={takeIn}>
          Show {changed}
        </Button>
      ) : (
        // Not disabled while it works: the focus would be lost, and a second press does no harm.
        <Button isSmall look="subtle" aria-busy={copy.is_being_read} onClick={copy.refresh}>
          {copy.is_being_read ? "Refreshing…" : "Refresh"}
        </Button>
      )}
    </span>
  );
}
