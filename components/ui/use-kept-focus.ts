import { useEffect } from "react";

/**
 * Keeps the focus at a button that was busy. Disabled while it works, so that it is not pressed twice, it loses the
 * focus; it gets it back when it can be pressed again, unless the person has gone on to something else.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
    const observer = new MutationObserver((changes) => {
      const button = changes.find(({ target }) => target === last)?.target;
      if (button instanceof HTMLButtonElement && !button.disabled && isNowhere()) button.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", note);
    observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", note);
      observer.disconnect();
    };
  }, []);
}
