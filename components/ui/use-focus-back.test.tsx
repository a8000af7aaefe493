import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import { IS_OVERLAY, OPENS_OVERLAY } from "./before-overlay";
import { Dialog } from "./dialog";

/** An overlay that goes as the dialog comes, in one step. */
function Page() {
  const [shown, setShown] = useState<"overlay" | "dialog" | null>("overlay");
  return (
    <>
      <button type="button" {...OPENS_OVERLAY}>
        Search
      </button>
      {shown === "overlay" && (
        <div {...IS_OVERLAY}>
          <button type="button" onClick={() => setShown("dialog")}>
            Open
          </button>
        </div>
      )}
      {shown === "dialog" && (
        <Dialog title="Dialog" onClose={() => setShown(null)}>
          Text
        </Dialog>
      )}
    </>
  );
}

test("a dialog that came in place of an overlay gives the focus to what opens that", async () => {
  // There is no layout here: everything is in view.
  HTMLElement.prototype.checkVisibility ??= () => true;
  const { user } = renderPage(<Page />);
  screen.getByRole("button", { name: "Open" }).focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Search"));
});
