"use client";

import type { ModalProps } from "@mantine/core";
import { Dialog } from "./dialog";

type Props = Pick<ModalProps, "title" | "size" | "children" | "onClose"> & {
  isPending: boolean;
  /** Whether the dialog shows the text, which is shown only once. */
  isShown: boolean;
};

/** A dialog that creates a text which is shown once: neither a click beside it nor Escape loses the text. */
export function OneTimeDialog({ isPending, isShown, ...dialog }: Props) {
  return (
    <Dialog
      {...dialog}
      closeOnClickOutside={false}
      closeOnEscape={!isPending && !isShown}
      closeButtonProps={{ "aria-label": "Close", disabled: isPending }}
    />
  );
}
