import fc from "fast-check";
import { createSerializer } from "nuqs/server";
import { expect, test } from "vitest";
import { surveySortKeys } from "@/lib/contracts/terms/demand";
import { LIST_PAGE_SIZE, loadSurveyListState, MOST_PROJECTS, surveyListParsers, surveyListQuery } from "./list-state";

const serialize = createSerializer(surveyListParsers);
const load = (address: string) => loadSurveyListState(new URLSearchParams(address));
const queryOf = (address: string, managed: string[] | null = null) => surveyListQuery(load(address), managed);

test("an address without anything asks for the first page, newest first", () => {
  expect(queryOf("")).toMatchObject({ page: 1, page_size: LIST_PAGE_SIZE, sort: "-created" });
  expect(queryOf("")).not.toHaveProperty("search");
  expect(queryOf("")).not.toHaveProperty("statuses");
  expect(queryOf("")).not.toHaveProperty("project_ids");
});

test("what an address says is asked for", () => {
  expect(queryOf("search=%20coffee%20&status=Live,Paused&project=p-1&sort=-name&page=3")).toMatchObject({
    search: "coffee",
    statuses: ["Live", "Paused"],
    project_ids: ["p-1"],
    sort: "-name",
    page: 3,
  });
});

test("an address that makes no sense asks for what can be had", () => {
  expect(queryOf("page=-4&sort=-colour&status=,&search=%20&project=")).toEqual(queryOf(""));
  expect(queryOf("page=two")).toEqual(queryOf(""));
});

test("a pasted address shows the same list", () => {
  const states = fc.record({
    search: fc.string(),
    status: fc.array(fc.constantFrom("Draft", "Live", "Soft launch", "On, off")),
    project: fc.option(fc.string({ minLength: 1 })),
    manager: fc.option(fc.string({ minLength: 1 })),
    sort: fc.option(fc.constantFrom(...surveySortKeys.flatMap((key) => [key, `-${key}` as const]))),
    page: fc.integer({ min: 1, max: 10_000 }),
    columns: fc.option(fc.array(fc.string({ minLength: 1 }), { minLength: 1 })),
  });
  fc.assert(
    fc.property(states, (state) => {
      expect(load(serialize(state))).toEqual(state);
    }),
  );
});

test("quotas are not asked for, since a list does not show them", () => {
  expect(queryOf("")?.fields).not.toContain("respondent_attributes");
});

test("a manager narrows the list to the projects that are his", () => {
  expect(queryOf("manager=me", ["p-1", "p-2"])).toMatchObject({ project_ids: ["p-1", "p-2"] });
  expect(queryOf("manager=me&project=p-2", ["p-1", "p-2"])).toMatchObject({ project_ids: ["p-2"] });
  const many = Array.from({ length: MOST_PROJECTS + 1 }, (_, index) => `p-${index}`);
  expect(queryOf("manager=me", many)?.project_ids).toHaveLength(MOST_PROJECTS);
});

test("a manager without projects has no surveys: nobody is asked, and least of all for everybody's", () => {
  expect(queryOf("manager=me", [])).toBeNull();
  expect(queryOf("manager=me", null)).toBeNull();
  expect(queryOf("manager=me&project=p-3", ["p-1"])).toBeNull();
});
