import { expect, test } from "vitest";
import { fieldTree } from "./field-tree";
import type { Field } from "./fields";

const field = (id: string, grid: string | null = null): Field => ({
  ...{ id, title: id, part: id, kind: "scale", dimension: "itself", numbers: [] },
  grid: grid === null ? null : { id: grid, text: `Text of ${grid}` },
});

test("the parts of a grid stand together under its text, where the first of them stood", () => {
  const [sex, price, age, service, alone] = [
    field("sex"),
    field("price", "g"),
    field("age"),
    field("service", "g"),
    field("alone", "h"),
  ];
  expect(fieldTree([sex, price, age, service, alone])).toEqual([
    { field: sex },
    { grid: { id: "g", text: "Text of g" }, fields: [price, service] },
    { field: age },
    { field: alone },
  ]);
});
