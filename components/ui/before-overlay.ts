/** Marks an overlay that closes as soon as something of it is chosen, as the command palette does. */
export const IS_OVERLAY = { "data-overlay": true };
export const OVERLAY = "[data-overlay]";

/** Marks the buttons that open it; of several that one which is in sight is meant. */
export const OPENS_OVERLAY = { "data-opens-overlay": true };

let before: HTMLElement | null = null;

/** Called when the overlay opens. */
export function noteBeforeOverlay(): void {
  const { activeElement } = document;
  before = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
}

/**
 * Where the focus belongs when a dialog closes that was opened from the overlay: where it was before the overlay came,
 * else at the button that opens it.
 */
export function beforeOverlay(): HTMLElement | null {
  if (before?.isConnected) return before;
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-opens-overlay]")];
  return buttons.find((button) => button.checkVisibility()) ?? null;
}

/** Whether a dialog or drawer stands over the page. */
export const isDialogOpen = (): boolean =>
  typeof document !== "undefined" && document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
