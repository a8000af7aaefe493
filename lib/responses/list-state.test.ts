import { expect, test } from "vitest";
import { type ResponseListState, readIds, responseListQuery } from "./list-state";

const state = (members: Partial<ResponseListState> = {}): ResponseListState => ({
  ids: [],
  status: [],
  page: 1,
  columns: null,
  ...members,
});

test("an address becomes one call, and what means nothing is left out and said", () => {
  const asked = state({ ids: ["a", "", "b"], status: ["Complete", "quality_termination", "gone"], page: -3 });
  expect(responseListQuery("s", asked)).toEqual({
    query: {
      survey_id: "s",
      page: 1,
      page_size: 50,
      rduds: ["a", "b"],
      statuses: ["complete", "quality termination"],
    },
    notices: ["There is no status “gone”: the filter was left out."],
  });
  expect(responseListQuery("s", state())).toEqual({ query: { survey_id: "s", page: 1, page_size: 50 }, notices: [] });
});

test("more ids than an address carries are cut, and that is said", () => {
  const { query, notices } = responseListQuery("s", state({ ids: Array.from({ length: 201 }, (_, at) => `r${at}`) }));
  expect(query.rduds).toHaveLength(200);
  expect(notices).toEqual(["The list shows the first 200 of 201 ids."]);
});

test("ids are read however they are pasted", () => {
  expect(readIds(" a, b;c\n\nd\ta ")).toEqual(["a", "b", "c", "d"]);
  expect(readIds('"a","b"\r\n"c"')).toEqual(["a", "b", "c"]);
});
