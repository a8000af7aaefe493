const FORGET_AFTER_MS = 60_000;

/** Lets the browser save a file that is already here. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
  // Saving begins after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(href), FORGET_AFTER_MS);
}
