import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type ApiKey, rotateKey } from "@/lib/contracts/ours/api-keys";
import { on, Refusal, renderPage, serve } from "../test-page";
import { RotateKeyDialog } from "./rotate-key-dialog";

const former: ApiKey = {
  id: "01900000-0000-7000-8000-000000000001",
  interface: "demand",
  kind: "private",
  name: "Nightly job",
  account: { id: "1", name: "Northwind" },
  begins: "fw_demand_abcd",
  who: "admin@demo.test",
  created_at: "2026-01-01T00:00:00.000Z",
  last_used_at: null,
  expires_at: null,
  role: "analyst",
  calls_per_minute: null,
};

function openDialog() {
  const handlers = { onClose: vi.fn(), onRotated: vi.fn() };
  return { ...renderPage(<RotateKeyDialog of={former} {...handlers} />), ...handlers };
}

test("a rotation sends how long the former key works, and shows the new one this once", async () => {
  const calls = serve(on(rotateKey, () => ({ ...former, key: "fw_demand_efgh5678" })));
  const { user, onRotated } = openDialog();
  await user.click(await screen.findByRole("combobox", { name: "Former key" }));
  await user.click(await screen.findByRole("option", { name: "Ends at once" }));
  await user.click(screen.getByRole("button", { name: "Rotate key" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Key")).value).toBe("fw_demand_efgh5678");
  expect(screen.getByText("authorization")).toBeDefined();
  expect(calls).toMatchObject([{ name: "rotateKey", body: { id: former.id, overlap_hours: 0 } }]);
  expect(onRotated).toHaveBeenCalled();
});

test("a refused rotation is said, and can be tried again", async () => {
  serve(
    on(rotateKey, () => {
      throw new Refusal("not_found", "This key has ended already.");
    }),
  );
  const { user } = openDialog();
  await user.click(await screen.findByRole("button", { name: "Rotate key" }));
  expect((await screen.findByRole("alert")).textContent).toContain("This key has ended already.");
  expect(screen.getByRole("button", { name: "Rotate key" })).toBeDefined();
});
