"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconNote } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import type { TrendNote } from "@/lib/contracts/ours/trends";
import type { Role } from "@/lib/contracts/rules/permissions";

export type NotesProps = {
  projectId: string;
  /** As they were read; without data they are being read, or could not be. */
  read: { data: TrendNote[] | undefined; error: Error | null; refetch: () => unknown };
  role: Role;
  /** Where a new one begins. */
  day: string | null;
};

type NotesButtonProps = ButtonProps & ComponentProps<"button"> & { count: number };

export const NotesButton = ({ count, ...props }: NotesButtonProps) => (
  <Button size="xs" variant="default" leftSection={<IconNote size={14} aria-hidden />} {...props}>
    Notes{count > 0 ? ` (${count})` : ""}
  </Button>
);
