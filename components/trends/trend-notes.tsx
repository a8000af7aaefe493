"use client";

import { onPress } from "@/components/ui/on-press";
import { NotesButton, type NotesProps } from "./notes-button";

/** The notes on a project's dates, and a new one. */
export const TrendNotes = onPress<NotesProps>(
  async () => (await import("./notes-popover")).NotesPopover,
  ({ read, onPress: press }) => <NotesButton count={read.data?.length ?? 0} onClick={press} />,
);
