import { useEffect, useState } from "react";
import { beforeOverlay, OVERLAY } from "./before-overlay";

/**
 * Gives the focus back to where it was when the caller, an overlay that is there only while it is open, goes. Mantine notes where the focus was only when a dialog that is there already opens.
 */
export function useFocusBack(): void {
  // An overlay may be gone as soon as this is there, and what it held has then no place any more.
  const [{ before, isBeforeOfOverlay }] = useState(() => {
    const active = opener();
    return { before: active, isBeforeOfOverlay: isOfOverlayNow(active) };
  });
  useEffect(() => {
    // A dialog in whose place this one came has given the focus back by now, and this one has not taken it yet.
    const from = before?.isConnected ? before : opener();
    const isOfOverlay = isBeforeOfOverlay || isOfOverlayNow(from);
    return () => {
      if (document.activeElement !== document.body) return;
      (isOfOverlay ? beforeOverlay() : from)?.focus({ preventScroll: true });
    };
  }, [before, isBeforeOfOverlay]);
}

/** Where nothing has the focus, an overlay had it, which went while the dialog's code was loaded. */
const isOfOverlayNow = (element: HTMLElement | null) =>
  element === null || element === document.body || element.closest(OVERLAY) !== null;

/** What has the focus; of a menu, which closes, its button. */
function opener(): HTMLElement | null {
  if (typeof document === "undefined") return null;
  const { activeElement: active } = document;
  const labelledBy = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const button = labelledBy ? document.getElementById(labelledBy) : null;
  return button ?? (active instanceof HTMLElement ? active : null);
}
