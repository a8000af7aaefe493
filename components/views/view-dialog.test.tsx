import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createView, updateView, type View } from "@/lib/contracts/ours/views";
import { on, Refusal, renderPage, serve } from "../test-page";
import { ViewDialog } from "./view-dialog";

const view: View = {
  id: "0199",
  list: "surveys",
  name: "Paused",
  query: "status=Paused",
  account_id: null,
  owner: "a@b.test",
  is_mine: true,
  may_change: true,
};
const accounts = [{ id: "42", name: "Northwind" }];

function openDialog({ others = [], edited }: { others?: View[]; edited?: View } = {}) {
  const onSaved = vi.fn();
  const page = renderPage(
    <ViewDialog
      list="surveys"
      query="status=Live"
      accounts={accounts}
      others={others}
      {...(edited && { view: edited })}
      onClose={vi.fn()}
      onSaved={onSaved}
    />,
  );
  return { ...page, onSaved };
}

test("a view without a name is not sent, and the field says so", async () => {
  const calls = serve(on(createView, () => view));
  const { user } = openDialog();
  const name = await screen.findByLabelText("Name");
  await waitFor(() => expect(document.activeElement).toBe(name));
  await user.keyboard("  ");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Name is required.")).toBeDefined();
  expect(calls).toEqual([]);
});

test("Enter saves what the list shows, for the account that was chosen", async () => {
  const calls = serve(on(createView, () => view));
  const { user, onSaved } = openDialog();
  await user.click(await screen.findByLabelText("Everybody in Northwind"));
  await user.type(screen.getByLabelText("Name"), "Mine{Enter}");
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(calls).toMatchObject([
    { name: "createView", body: { list: "surveys", name: "Mine", query: "status=Live", account_id: "42" } },
  ]);
});

test("a name that another view has is pointed out and may be used", async () => {
  serve(on(createView, () => view));
  const { user, onSaved } = openDialog({ others: [view] });
  await user.type(await screen.findByLabelText("Name"), "paused");
  expect(screen.getByRole("status").textContent).toContain("There is a view of this name already.");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
});

test("what the server refuses is said, and can be sent again", async () => {
  let isGone = true;
  serve(
    on(updateView, () => {
      if (isGone) throw new Refusal("not_found", "This view was deleted.");
      return view;
    }),
  );
  const { user, onSaved } = openDialog({ edited: view });
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toBe("This view was deleted.");
  expect(onSaved).not.toHaveBeenCalled();
  isGone = false;
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
});

test("who did not make a view may rename it, and not say with whom it is shared", async () => {
  const calls = serve(on(updateView, () => view));
  const { user, onSaved } = openDialog({ edited: { ...view, is_mine: false, account_id: "42" } });
  for (const radio of await screen.findAllByRole<HTMLInputElement>("radio")) expect(radio.disabled).toBe(true);
  await user.type(screen.getByLabelText("Name"), " now{Enter}");
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(calls.map(({ body }) => body)).toEqual([{ id: "0199", name: "Paused now" }]);
});
