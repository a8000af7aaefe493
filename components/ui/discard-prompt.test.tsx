import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "../test-page";
import { DiscardPrompt } from "./discard-prompt";

function Form() {
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return <p>Closed</p>;
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Close
      </button>
      <DiscardPrompt opened={isAsking} onKeep={() => setAsking(false)} onDiscard={() => setOpen(false)} />
    </>
  );
}

test("Esc keeps the edits, and the focus is again where it was", async () => {
  const { user } = renderPage(<Form />);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(async () =>
    expect(document.activeElement).toBe(await screen.findByRole("button", { name: "Keep editing" })),
  );
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
});

test("edits are discarded when asked, and the question can come again", async () => {
  const { user } = renderPage(<Form />);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(await screen.findByRole("button", { name: "Discard changes" }));
  expect(screen.getByText("Closed")).toBeDefined();
});
