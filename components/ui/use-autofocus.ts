import { type RefObject, useEffect, useRef } from "react";

/** Focuses the field marked `data-autofocus` of a form that came after its dialog or drawer had taken the focus. */
export function useAutofocus(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = form;
    if (current?.contains(document.activeElement)) return;
    current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [form]);
}

/**
 * Moves the focus when another button of an open dialog becomes the one marked `data-autofocus`, so that it never stays
 * on a button that now does something else. Focus outside these buttons is left alone.
 */
export function useFocusFollowsAutofocus(buttons: RefObject<HTMLElement | null>): void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const marked = buttons.current?.querySelector<HTMLElement>("[data-autofocus]") ?? null;
    const isOther = before.current !== null && marked !== before.current;
    before.current = marked;
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !buttons.current?.contains(activeElement);
    if (isOther && !isElsewhere) marked?.focus();
  });
}
