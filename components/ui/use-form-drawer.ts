import { useWindowEvent } from "@mantine/hooks";
import { useCallback, useEffect, useState } from "react";

/**
 * A form in a drawer that the address opens. With unsaved edits it stays, and asks, however the address came to say
 * otherwise: Esc, the close button, the browser's back.
 *
 * @param wanted what the address asks for; null: no form
 */
export function useFormDrawer(wanted: string | null, onWant: (form: string | null) => void) {
  const [held, setHeld] = useState(wanted);
  const [dirty, setDirty] = useState(false);
  const [discarded, setDiscarded] = useState(0);
  // Mantine notes where the focus was only when a drawer that is there already opens.
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  // The form closing keeps standing until it is out of sight.
  if (wanted !== null && wanted !== held && !dirty) setHeld(wanted);
  const close = useCallback(() => onWant(null), [onWant]);
  useWindowEvent("beforeunload", (event) => {
    if (dirty) event.preventDefault();
  });
  const discard = () => {
    setDirty(false);
    setDiscarded(discarded + 1);
  };
  const asking = dirty && wanted !== held;
  return {
    /** The form that the drawer shows. */
    held,
    /** Differs after edits were discarded: the form begins anew. */
    formKey: `${held} ${discarded}`,
    setDirty,
    close,
    discard,
    drawer: {
      opened: isThere && (wanted !== null || dirty),
      onClose: close,
      closeOnEscape: !asking,
      position: "right" as const,
    },
    prompt: { opened: asking, onKeep: () => onWant(held), onDiscard: discard },
  };
}
