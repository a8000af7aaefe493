"use client";

import { Modal, type ModalProps } from "@mantine/core";
import { useFocusBack } from "./use-focus-back";

/** A dialog that is on the page only while it is open. When it goes, the focus is again where it was opened. */
export function Dialog(props: Omit<ModalProps, "opened">) {
  useFocusBack();
  return <Modal opened {...props} />;
}
