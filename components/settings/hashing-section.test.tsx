import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { listHashing, updateHashing } from "@/lib/contracts/interfaces/fielding";
import { on, renderPage, serve } from "../test-page";
import { HashingSection } from "./hashing-section";

const hashing = { account: { id: "a", name: "Northwind" }, algorithm: "SHA-256" as const, key: "top-secret" };

test("a key is hidden until “Show key” is pressed", async () => {
  serve(on(listHashing, () => ({ accounts: [hashing] })));
  const { user } = renderPage(<HashingSection />);
  await user.click(await screen.findByRole("button", { name: "Show key of Northwind" }));
  expect(screen.getByText("top-secret")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Hide key of Northwind" }));
  expect(screen.queryByText("top-secret")).toBeNull();
});

test("a change warns that completes signed as before are refused, and sends no key that was not typed", async () => {
  const calls = serve(
    on(listHashing, () => ({ accounts: [hashing] })),
    on(updateHashing, () => ({ ...hashing, algorithm: "SHA-512" })),
  );
  const { user } = renderPage(<HashingSection />);
  await user.click(await screen.findByRole("button", { name: "Change hashing of Northwind" }));
  const dialog = await screen.findByRole("dialog", { name: "Hashing of Northwind" });
  expect(within(dialog).getByText("Completes that are signed as before are refused at once")).toBeDefined();
  const send = within(dialog).getByRole("button", { name: "Change hashing" });
  expect((send as HTMLButtonElement).disabled).toBe(true);
  await user.click(within(dialog).getByRole("combobox", { name: "Algorithm" }));
  await user.click(await screen.findByRole("option", { name: "HMAC SHA-512" }));
  await user.click(send);
  expect(calls.find(({ name }) => name === "updateHashing")?.body).toEqual({ account_id: "a", algorithm: "SHA-512" });
});
