import { useEffect, useRef, useState } from "react";

/**
 * Of a control that was loaded by a press (`onPress`): whether what it opens is open, which it is at once. Its button
 * first takes the focus of the one that was pressed and is gone: so the focus comes back to it from what was opened.
 */
export function useOpenedByPress() {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return { button, opened, setOpened };
}
