import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import type { Field } from "@/lib/pivots/fields";
import { FieldList } from "./field-list";
import type { Builder } from "./use-builder";

const show = (fields: Parameters<typeof FieldList>[0]["fields"]) =>
  renderPage(<FieldList project="p-1" fields={fields} builder={{} as Builder} onFilter={() => {}} onDerive={null} />);

test("fields that could not be read are not said to be none of that name", () => {
  show("unread");
  expect(screen.getByRole("status").textContent).toBe("The fields could not be read.");
});

test("a name that no field has says so", () => {
  show([]);
  expect(screen.getByRole("status").textContent).toBe("No field is called that.");
});

test("the parts of a grid are behind its text, by their own words, and a search shows them", async () => {
  const part = (id: string, words: string): Field => ({
    ...{ id, part: words, title: `How good is it?: ${words}`, kind: "scale", dimension: "itself", numbers: [] },
    grid: { id: "g", text: "How good is it?" },
  });
  const { user } = show([part("g1", "Price"), part("g2", "Service")]);
  const grid = screen.getByRole("button", { name: "How good is it? 2" });
  expect(screen.queryByRole("button", { name: "Use How good is it?: Price" })).toBeNull();
  await user.click(grid);
  const parts = screen.getAllByRole("listitem").filter((each) => within(each).queryByText("Price"));
  expect(parts.at(-1)?.textContent).toBe("scalePrice");
  await user.click(grid);
  await user.type(screen.getByLabelText("Find a field"), "service");
  expect(screen.getByRole("button", { name: "Use How good is it?: Service" })).toBeDefined();
});

test("a field makes a new table by the project's defaults", async () => {
  const region: Field = {
    ...{ id: "region", part: "Region", title: "Region", kind: "single", dimension: "itself", numbers: [], grid: null },
  };
  const { user, router } = show([region]);
  await user.click(screen.getByRole("button", { name: "Use Region" }));
  await user.click(await screen.findByRole("menuitem", { name: "Make a table" }));
  expect(router.push).toHaveBeenCalledWith("/pivots/new?project=p-1&question=region");
});

test("a grid of many parts hides no question behind it", async () => {
  const parts = Array.from(
    { length: 70 },
    (_, at): Field => ({
      ...{
        id: `g${at}`,
        part: `Part ${at}`,
        title: `Grid: Part ${at}`,
        kind: "scale",
        dimension: "itself",
        numbers: [],
      },
      grid: { id: "g", text: "Grid" },
    }),
  );
  const last: Field = {
    ...{ id: "owns", part: "Owns", title: "Owns", kind: "multiple", dimension: "itself", numbers: [], grid: null },
  };
  const { user } = show([...parts, last]);
  expect(screen.getByRole("button", { name: "Use Owns" })).toBeDefined();
  expect(screen.queryByText(/more: type a part/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Grid 70" }));
  expect(screen.getByText("10 more: type a part of the name.")).toBeDefined();
});
