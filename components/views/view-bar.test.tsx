import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { listViews, setDefaultView, updateView, type View } from "@/lib/contracts/ours/views";
import { surveyListParsers } from "@/lib/surveys/list-state";
import { trendParsers } from "@/lib/trends/address";
import { on, renderPage, serve } from "../test-page";
import { ViewBar } from "./view-bar";

const view = (id: string, name: string): View => ({
  id,
  list: "surveys",
  name,
  query: "status=Paused",
  account_id: null,
  owner: "a@b.test",
  is_mine: true,
  may_change: true,
});
const stored = [view("one", "Paused"), view("two", "Trackers")];

type Options = { defaultView?: string; views?: View[] };

function openBar(address: string, { defaultView = "all", views = stored }: Options = {}) {
  const calls = serve(
    on(listViews, ({ query }) => {
      const opened = query.get("opened");
      return {
        views: opened === null ? views : views.filter(({ id }) => [opened, defaultView].includes(id)),
        default_view: defaultView,
      };
    }),
    on(setDefaultView, ({ body }) => {
      defaultView = (body as { view: string }).view;
      return { list: "surveys", view: defaultView };
    }),
  );
  const page = renderPage(
    <ViewBar list="surveys" parsers={surveyListParsers} accounts={[{ id: "42", name: "Northwind" }]} />,
    { address },
  );
  return { ...page, calls, opened: () => calls.map(({ query }) => query.get("opened")) };
}

test("only the view that the address opens is read until somebody looks for another", async () => {
  const { user, address, opened } = openBar("/surveys?view=one");
  const menu = await screen.findByRole("button", { name: "View: Paused" });
  expect(opened()).toEqual(["one"]);
  await user.click(menu);
  await user.click(await screen.findByRole("menuitem", { name: "Trackers" }));
  await screen.findByRole("button", { name: "View: Trackers" });
  expect(address()).toBe("/surveys?view=two");
  expect(opened().slice(0, 2)).toEqual(["one", null]);
});

test("a view that comes with the product names itself before anything is read", async () => {
  const { opened } = openBar("/surveys?view=all&search=omnibus");
  expect(screen.getByRole("button", { name: "View: All surveys" })).toBeDefined();
  expect(screen.getByText("modified")).toBeDefined();
  await waitFor(() => expect(opened()).toEqual(["all"]));
});

test("a view that is not there is said to be gone, and the rest of the address holds", async () => {
  openBar("/surveys?view=three&search=omnibus");
  expect(await screen.findByText("This view is not there")).toBeDefined();
  expect(screen.getByRole("button", { name: "View: All surveys" })).toBeDefined();
});

test("the plain address opens with the view that a person has chosen for it, and stays plain where none is", async () => {
  const { unmount, address } = openBar("/surveys", { defaultView: "two" });
  await screen.findByRole("button", { name: "View: Trackers" });
  await waitFor(() => expect(address()).toBe("/surveys?view=two"));
  unmount();
  const plain = openBar("/surveys");
  await waitFor(() => expect(plain.opened()).toHaveLength(1));
  expect(screen.getByRole("button", { name: "View: All surveys" })).toBeDefined();
  expect(plain.address()).toBe("/surveys");
});

test("a view is chosen to be opened first, and the list says so", async () => {
  const { user, calls } = openBar("/surveys?view=one");
  await screen.findByRole("button", { name: "View: Paused" });
  await user.click(screen.getByRole("button", { name: "What to do with the view Paused" }));
  await user.click(await screen.findByRole("menuitem", { name: "Open this view first" }));
  expect(await screen.findByText("Surveys now open with “Paused”.")).toBeDefined();
  expect(calls.find(({ name }) => name === "setDefaultView")?.body).toEqual({ list: "surveys", view: "one" });
});

test("who may not change a view sees why it is not saved, and cannot delete it", async () => {
  const shared = { ...view("one", "Shared"), account_id: "42", is_mine: false, may_change: false };
  const { user } = openBar("/surveys?view=one&search=e", { views: [shared] });
  const reason = "Only its maker or an admin can change this view.";
  const save = await screen.findByRole("button", { name: "Save" });
  await waitFor(() => expect(save.dataset.tip).toContain(reason));
  expect(save.getAttribute("aria-disabled")).toBe("true");
  await user.click(screen.getByRole("button", { name: "What to do with the view Shared" }));
  expect(await screen.findByText(new RegExp(reason))).toBeDefined();
  expect(screen.getByRole("menuitem", { name: "Delete…" }).getAttribute("aria-disabled")).toBe("true");
});

test("what is made where nothing is kept yet is not saved, and a view that is departed from is modified until it is reset", async () => {
  serve(on(listViews, () => ({ views: [], default_view: "everything" })));
  const fresh = renderPage(<ViewBar list="trends" parsers={trendParsers} accounts={[]} />, {
    address: "/trends?project=p&mode=table",
  });
  expect(await screen.findByText("not saved")).toBeDefined();
  expect(screen.queryByText("modified")).toBeNull();
  expect(screen.queryByText("Save")).toBeNull();
  fresh.unmount();

  const { user, address } = openBar("/surveys?view=one&search=omnibus");
  await screen.findByRole("button", { name: "View: Paused" });
  expect(screen.getByText("modified")).toBeDefined();
  await user.click(screen.getByText("Reset"));
  await waitFor(() => expect(screen.queryByText("modified")).toBeNull());
  expect(address()).toBe("/surveys?view=one");
});

test("the focus goes on to the view that was renamed from its menu", async () => {
  serve(
    on(listViews, () => ({ views: stored, default_view: "all" })),
    on(updateView, () => view("one", "Paused")),
  );
  const { user } = renderPage(<ViewBar list="surveys" parsers={surveyListParsers} accounts={[]} />, {
    address: "/surveys?view=one",
  });
  const name = await screen.findByRole("button", { name: "View: Paused" });
  await user.click(screen.getByLabelText("What to do with the view Paused"));
  await user.click(await screen.findByText("Rename or share…"));
  const dialog = await screen.findByRole("dialog", { name: "Rename or share this view" });
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(name);
});
