import { type RefObject, useEffect } from "react";

/** Focuses the field marked `data-autofocus` of a form that came after its dialog or drawer had taken the focus. */
export function useAutofocus(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = form;
    if (current?.contains(document.activeElement)) return;
    current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [form]);
}
