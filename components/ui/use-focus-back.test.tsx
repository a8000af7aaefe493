import { screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import { IS_OVERLAY, OPENS_OVERLAY } from "./before-overlay";
import { Dialog } from "./dialog";

/** An overlay that goes as the dialog comes, in one step. */
function Page({ next = "dialog" }: { next?: "dialog" | "loading" }) {
  const [shown, setShown] = useState<"overlay" | "loading" | "dialog" | null>("overlay");
  return (
    <>
      <button type="button" {...OPENS_OVERLAY}>
        Search
      </button>
      {shown === "overlay" && (
        <div {...IS_OVERLAY}>
          <button type="button" onClick={() => setShown(next)}>
            Open
          </button>
        </div>
      )}
      {shown === "loading" && <Loading onLoaded={() => setShown("dialog")} />}
      {shown === "dialog" && (
        <Dialog title="Dialog" onClose={() => setShown(null)}>
          Text
        </Dialog>
      )}
    </>
  );
}

/** Stands for a dialog whose code is being loaded. */
function Loading({ onLoaded }: { onLoaded: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onLoaded);
    return () => clearTimeout(timer);
  });
  return null;
}

test.each(["dialog", "loading"] as const)(
  "a dialog that came in place of an overlay gives the focus to what opens that (%s)",
  async (next) => {
    // There is no layout here: everything is in view.
    HTMLElement.prototype.checkVisibility ??= () => true;
    const { user } = renderPage(<Page next={next} />);
    screen.getByRole("button", { name: "Open" }).focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Search"));
  },
);
