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
 * Follows the button marked `data-autofocus` when another one of an open dialog becomes that (`offered` names it):
 * the focus never stays on a button that now does something else. A field that has it keeps it.
 */
export function useFocusOnOffered(buttons: RefObject<HTMLElement | null>, offered: string): void {
  const before = useRef(offered);
  useEffect(() => {
    if (before.current === offered) return;
    before.current = offered;
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !buttons.current?.contains(activeElement);
    if (!isElsewhere) buttons.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [buttons, offered]);
}
