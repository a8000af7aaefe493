import { useEffect, useState } from "react";
import { beforeOverlay, OVERLAY } from "./before-overlay";

/**
 * Gives the focus back to where it was when the caller, an overlay that is there only while it is open, goes. Mantine notes where the focus was only when a dialog that is there already opens.
 */
export function useFocusBack(): void {
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
