/** Opens the command palette, whose code the page loads when it is opened for the first time. */
const listeners = new Set<() => void>();

export function openPalette(): void {
  for (const listener of listeners) listener();
}

/** Calls back when the palette shall open. Returns how to stop listening. */
export function onOpenPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
