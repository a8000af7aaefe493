import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createSupplier, listSuppliers, removeSupplier, type Supplier } from "@/lib/contracts/interfaces/fielding";
import { on, Refusal, renderPage, serve } from "../test-page";
import { SupplierList } from "./supplier-list";

const accounts = [{ id: "a", name: "Northwind" }];
const supplier = (change: Partial<Supplier> = {}): Supplier => ({
  ...{ id: "01900000-0000-7000-8000-000000000001", account: { id: "a", name: "Northwind" } },
  ...{ code: "north", name: "North Panel", end_links: {}, hash: null, sessions: 0 },
  ...change,
});
const used = supplier({ id: "01900000-0000-7000-8000-000000000002", code: "south", name: "South Panel", sessions: 12 });
const listed = on(listSuppliers, () => ({ suppliers: [supplier(), used] }));

test("only a supplier without sessions can be removed, and only after confirmation", async () => {
  const calls = serve(
    listed,
    on(removeSupplier, () => ({ removed: 1 })),
  );
  const { user } = renderPage(<SupplierList accounts={accounts} mayWrite />);
  await user.click(await screen.findByRole("button", { name: "Remove South Panel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Remove North Panel" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove North Panel?" });
  await user.click(within(dialog).getByRole("button", { name: "Remove supplier" }));
  await waitFor(() => expect(calls.find(({ name }) => name === "removeSupplier")?.body).toEqual({ id: supplier().id }));
});

test("creating a supplier sends all its fields, and a taken code is reported at the code field", async () => {
  const calls = serve(
    listed,
    on(createSupplier, () => {
      throw new Refusal("invalid", "Check the fields.", { code: "The account has a supplier with this code already." });
    }),
  );
  const { user } = renderPage(<SupplierList accounts={accounts} mayWrite />, { address: "/suppliers?supplier=new" });
  const form = await screen.findByRole("dialog", { name: "New supplier" });
  await user.type(await within(form).findByLabelText(/^Name/), "West");
  await user.type(within(form).getByLabelText(/^Code/), "north");
  await user.click(within(form).getByLabelText("Complete"));
  await user.paste("https://west.test/?r=[%RESPONDENT%]");
  expect(within(form).getByLabelText("Filled link").textContent).toBe("https://west.test/?r=example%20respondent");
  await user.click(within(form).getByRole("button", { name: "Create supplier" }));
  expect(await within(form).findByText("The account has a supplier with this code already.")).toBeDefined();
  expect(calls.at(-1)?.body).toMatchObject({
    ...{ account_id: "a", code: "north", name: "West", hash: null },
    end_links: { complete: "https://west.test/?r=[%RESPONDENT%]" },
  });
});

test("who may only read sees a supplier's links, and no way to save", async () => {
  serve(listed);
  const { user } = renderPage(<SupplierList accounts={accounts} mayWrite={false} />);
  await user.click(await screen.findByRole("button", { name: "South Panel" }));
  const form = await screen.findByRole("dialog", { name: "South Panel" });
  expect((await within(form).findByRole("note")).textContent).toContain("project managers and admins");
  expect(within(form).queryByRole("button", { name: "Save supplier" })).toBeNull();
});

test("the list is narrowed by its search, which stands alone, and an empty result says so", async () => {
  serve(listed);
  const { user } = renderPage(<SupplierList accounts={accounts} mayWrite />);
  expect(await screen.findByText("2 suppliers")).toBeDefined();
  for (const name of ["Filters", "Columns"]) expect(screen.queryByRole("button", { name })).toBeNull();
  await user.keyboard("/south");
  await waitFor(() => expect(screen.queryByRole("button", { name: "North Panel" })).toBeNull());
  expect(screen.getByRole("button", { name: "South Panel" })).toBeDefined();
  await user.keyboard("west");
  expect(await screen.findByText("No supplier matches this search.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Clear the filters" }));
  expect(await screen.findByRole("button", { name: "North Panel" })).toBeDefined();
});

test("a list that cannot be read says so, and is read at another try", async () => {
  let isDown = true;
  serve(
    on(listSuppliers, () => {
      if (isDown) throw new Refusal("unavailable", "Fieldwork is not responding.");
      return { suppliers: [used] };
    }),
  );
  const { user } = renderPage(<SupplierList accounts={accounts} mayWrite />);
  const alert = await screen.findByRole("alert");
  isDown = false;
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "South Panel" })).toBeDefined();
});
