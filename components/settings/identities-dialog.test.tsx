import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { removeIdentity } from "@/lib/contracts/ours/settings";
import { on, renderPage, serve } from "../test-page";
import { IdentitiesDialog } from "./identities-dialog";
import { testPerson } from "./test-person";

const AT = "2026-03-01T18:06:00.000Z";
const identity = {
  ...{ id: "i1", provider: "Company account", subject: "person-1", email: null },
  ...{ linked_at: AT, last_used_at: AT },
};

test("an identity says who it is at its provider, and is removed after a question", async () => {
  const calls = serve(on(removeIdentity, () => testPerson()));
  const onClose = vi.fn();
  const person = testPerson({ identities: [identity] });
  const { user } = renderPage(<IdentitiesDialog person={person} onClose={onClose} />);
  expect(await screen.findByText("Company account")).toBeDefined();
  expect(screen.getByText("person-1")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Remove the identity at Company account" }));
  expect(calls).toEqual([]);
  await user.click(await screen.findByRole("button", { name: "Remove identity" }));
  expect(await screen.findByText("Removed the identity of Ida Sommer at Company account")).toBeDefined();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls).toMatchObject([{ name: "removeIdentity", body: { id: "i1" } }]);
});
