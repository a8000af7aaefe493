import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { interfaces } from "@/lib/contracts/interface-list";
import { createKey } from "@/lib/contracts/ours/api-keys";
import { on, Refusal, renderPage, serve } from "../test-page";
import { KeyDialog } from "./key-dialog";

const accounts = [
  { id: "1", name: "Northwind" },
  { id: "2", name: "Contoso" },
];
const created = {
  id: "01900000-0000-7000-8000-000000000001",
  interface: "activation",
  kind: "private",
  name: "Script",
  account: accounts[0],
  begins: "fw_activation_abcd",
  who: "admin@demo.test",
  created_at: "2026-01-01T00:00:00.000Z",
  last_used_at: null,
  expires_at: null,
  role: null,
  calls_per_minute: null,
  key: "fw_activation_abcd1234",
};

function openDialog(given = accounts) {
  const handlers = { onClose: vi.fn(), onCreated: vi.fn() };
  return { ...renderPage(<KeyDialog accounts={given} {...handlers} />), ...handlers };
}

const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled;

test("what the server refuses is shown at its field: the name, then which of several accounts", async () => {
  const calls = serve(
    on(createKey, ({ body }) => {
      const { name, account_id } = body as { name: string; account_id?: string };
      if (!name) throw new Refusal("invalid", "Check the fields.", { name: "Name is required." });
      if (!account_id) throw new Refusal("invalid", "Check the fields.", { account_id: "Choose the account." });
      return created;
    }),
  );
  const { user } = openDialog();
  const send = () => user.click(screen.getByRole("button", { name: "Create key" }));
  await screen.findByLabelText(/^Name/);
  await send();
  expect(await screen.findByText("Name is required.")).toBeDefined();
  await user.type(screen.getByLabelText(/^Name/), "Script");
  await send();
  expect(await screen.findByText("Choose the account.")).toBeDefined();
  await user.click(screen.getByRole("combobox", { name: /^Account/ }));
  await user.click(await screen.findByRole("option", { name: "Northwind" }));
  await send();
  expect((await screen.findByRole("status")).textContent).toContain("The key “Script” is created.");
  expect(calls.at(-1)?.body).toEqual({ name: "Script", interface: "activation", account_id: "1" });
});

test("who has one account is not asked which", async () => {
  const calls = serve(on(createKey, () => created));
  const { user } = openDialog(accounts.slice(0, 1));
  await user.type(await screen.findByLabelText(/^Name/), "Script{Enter}");
  await screen.findByRole("status");
  expect(screen.queryByRole("combobox", { name: /^Account/ })).toBeNull();
  expect(calls[0]?.body).toEqual({ name: "Script", interface: "activation" });
});

test.each([
  ["-5", "Must be from 1 to 100,000."],
  ["1e6", "Must be from 1 to 100,000."],
  ["1e-3", "Must be a whole number."],
  ["12a", "“12a” is not a number: type digits, such as 1200."],
])("“%s” calls per minute are refused with a sentence, and no key is created", async (typed, sentence) => {
  const calls = serve(on(createKey, () => created));
  const { user } = openDialog(accounts.slice(0, 1));
  await user.type(await screen.findByLabelText(/^Name/), "Script");
  await user.type(screen.getByLabelText("Calls per minute"), `${typed}{Enter}`);
  expect(screen.getByText(sentence)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Create key" }));
  expect(calls).toEqual([]);
});

test("calls per minute are read as one whole number: 1e3 is 1000, not 13", async () => {
  const calls = serve(on(createKey, () => created));
  const { user } = openDialog(accounts.slice(0, 1));
  await user.type(await screen.findByLabelText(/^Name/), "Script");
  await user.type(screen.getByLabelText("Calls per minute"), "1e3{Enter}");
  await screen.findByRole("status");
  expect(calls[0]?.body).toMatchObject({ calls_per_minute: 1000 });
});

test("the kind of key is asked for only where there is a choice", async () => {
  const calls = serve(on(createKey, () => created));
  const { unmount } = openDialog();
  await screen.findByLabelText(/^Name/);
  expect(screen.queryByRole("combobox", { name: "Kind" })).toBeNull();
  unmount();

  const { authentication } = interfaces.activation;
  onTestFinished(() => void Object.assign(interfaces.activation, { authentication }));
  Object.assign(interfaces.activation, { authentication: { ...authentication, kinds: ["private", "public"] } });
  const { user } = openDialog(accounts.slice(0, 1));
  await user.type(await screen.findByLabelText(/^Name/), "Script");
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Kind" }).value).toBe("Private");
  await user.click(screen.getByRole("combobox", { name: "Kind" }));
  await user.click(await screen.findByRole("option", { name: "Public" }));
  await user.click(screen.getByRole("button", { name: "Create key" }));
  await screen.findByRole("status");
  expect(calls[0]?.body).toEqual({ name: "Script", interface: "activation", kind: "public" });
});

test("a key that is being created cannot be lost by closing the dialog, nor one that is shown by Escape", async () => {
  let release = (_: unknown) => {};
  serve(on(createKey, () => new Promise((resolve) => (release = resolve))));
  const { user, onClose } = openDialog();
  await user.type(await screen.findByLabelText(/^Name/), "Script{Enter}");
  await waitFor(() => expect(screen.getAllByRole("button").every(isDisabled)).toBe(true));
  await user.keyboard("{Escape}");
  release(created);
  await screen.findByRole("status");
  expect(screen.getByLabelText<HTMLInputElement>("Key").value).toBe(created.key);
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("a failure is shown, and nothing that looks like a key is shown", async () => {
  serve(
    on(createKey, () => {
      throw new Refusal("unavailable", "The service is away.");
    }),
  );
  const { user } = openDialog();
  await user.type(await screen.findByLabelText(/^Name/), "Script{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("The service is away.");
  expect(screen.queryByLabelText("Key")).toBeNull();
});
