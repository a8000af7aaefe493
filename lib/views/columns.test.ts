import { expect, test } from "vitest";
import { chosenColumns, columnsParam, moved } from "./columns";

const columns = [
  { id: "name", fixed: "first" as const },
  { id: "status" },
  { id: "price" },
  { id: "loi" },
  { id: "edit", fixed: "last" as const },
];
const ids = (chosen: string[] | null) => chosenColumns(columns, chosen).columns.map(({ id }) => id);

test("chosen columns stand in the chosen order, between the fixed ones", () => {
  expect(ids(null)).toEqual(["name", "status", "price", "loi", "edit"]);
  expect(ids(["loi", "status", "loi"])).toEqual(["name", "loi", "status", "edit"]);
  expect(ids(["name"])).toEqual(["name", "edit"]);
});

test("columns that are not there any more are named", () => {
  expect(chosenColumns(columns, ["colour", "price"])).toMatchObject({ unknown: ["colour"] });
  expect(ids(["colour", "price"])).toEqual(["name", "price", "edit"]);
});

test("an address says nothing about all columns in their order, and something about none", () => {
  expect(columnsParam(columns, ["status", "price", "loi"])).toBeNull();
  expect(columnsParam(columns, ["price", "status", "loi"])).toEqual(["name", "price", "status", "loi"]);
  expect(columnsParam(columns, [])).toEqual(["name"]);
});

test("a column moves by one place and stops at the ends", () => {
  expect(moved(["a", "b", "c"], "b", -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], "b", 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], "a", -1)).toEqual(["a", "b", "c"]);
  expect(moved(["a", "b", "c"], "c", 1)).toEqual(["a", "b", "c"]);
  expect(moved(["a"], "x", 1)).toEqual(["a"]);
});
