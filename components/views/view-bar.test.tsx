import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { listViews, type View } from "@/lib/contracts/ours/views";
import { surveyListParsers } from "@/lib/surveys/list-state";
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

function openBar(address: string) {
  const calls = serve(
    on(listViews, ({ query }) => {
      const opened = query.get("opened");
      return {
        views: opened === null ? stored : stored.filter(({ id }) => id === opened),
        default_view: "all",
      };
    }),
  );
  const page = renderPage(
    <ViewBar list="surveys" parsers={surveyListParsers} accounts={[{ id: "42", name: "Northwind" }]} />,
    { address },
  );
  return { ...page, opened: () => calls.map(({ query }) => query.get("opened")) };
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
