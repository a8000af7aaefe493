import { expect, test } from "vitest";
import { loadProjectListState, projectHref, projectListQuery } from "./list-state";

const queryOf = (address: string) => projectListQuery(loadProjectListState(new URLSearchParams(address)));

test("asks for the first page with sums when the address says nothing", () => {
  expect(queryOf("")).toEqual({ sums: true, page: 1, page_size: 50 });
});

test("an address with a search, managers and a page asks the server for just that", () => {
  expect(queryOf("search=%20mobility%20&manager=m1,m2&page=3")).toEqual({
    sums: true,
    page: 3,
    page_size: 50,
    search: "mobility",
    project_manager_ids: ["m1", "m2"],
  });
});

test("what cannot be asked is brought into range", () => {
  expect(queryOf(`page=-4&search=${"x".repeat(300)}`)).toMatchObject({ page: 1, search: "x".repeat(200) });
});

test("opening a form asks for the same list", () => {
  expect(queryOf("search=a&form=new")).toEqual(queryOf("search=a"));
});

test("links to a project keep ids of any spelling whole", () => {
  expect(projectHref("a b/c")).toBe("/projects/a%20b%2Fc");
  expect(projectHref("a", "Live")).toBe("/projects/a?status=Live");
});
