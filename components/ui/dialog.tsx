"use client";

import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { beforeOverlay, OVERLAY } from "./before-overlay";

/** A dialog that is on the page only while it is open. When it goes, the focus is again where it was opened. */
export function Dialog(props: Omit<ModalProps, "opened">) {
  useFocusBack();
  return <Modal opened {...props} />;
}

/** Mantine notes where the focus was only when a dialog that is there already opens. */
function useFocusBack() {
  const [before] = useState(opener);
  useEffect(() => {
    // A dialog in whose place this one came has given the focus back by now, and this one has not taken it yet.
    const from = before?.isConnected ? before : opener();
    const isOfOverlay = from?.closest(OVERLAY) != null;
    return () => {
      if (document.activeElement !== document.body) return;
      (isOfOverlay ? beforeOverlay() : from)?.focus({ preventScroll: true });
    };
  }, [before]);
}

/** What has the focus; of a menu, which closes, its button. */
function opener(): HTMLElement | null {
  if (typeof document === "undefined") return null;
  const { activeElement: active } = document;
  const labelledBy = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const button = labelledBy ? document.getElementById(labelledBy) : null;
  return button ?? (active instanceof HTMLElement ? active : null);
}
