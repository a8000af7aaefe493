import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, vi } from "vitest";

/** Takes a form from the page's “Export” menu in the tests of a file, and returns the file that the browser would save. */
export function withExports(): (user: UserEvent, form: string) => Promise<Buffer> {
  const files: Blob[] = [];
  beforeEach(() => {
    files.length = 0;
    vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
      files.push(file as Blob);
      return "blob:file";
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  });
  afterEach(() => vi.restoreAllMocks());
  return async (user, form) => {
    const before = files.length;
    await user.click(screen.getByText("Export", { selector: "button, button *" }));
    await user.click(await screen.findByText(form));
    await waitFor(() => expect(files.length).toBe(before + 1));
    const file = files[before];
    if (!file) throw new Error("No file was saved.");
    return Buffer.from(await file.arrayBuffer());
  };
}
