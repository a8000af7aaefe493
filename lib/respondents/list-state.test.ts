import { expect, test } from "vitest";
import { type RespondentListState, respondentListQuery, reviewQuery } from "./list-state";

const plain: RespondentListState = {
  ...{ search: "", bands: [], checks: [], categories: [], decisions: [], excluded: null, suppliers: [] },
  ...{ order: "suspicion", page: 1, columns: null },
};

test("a plain address asks for the first page, the most suspicious first", () => {
  expect(respondentListQuery("s", plain)).toEqual({
    query: { survey_id: "s", order: "suspicion", page: 1, page_size: 50 },
    notices: [],
  });
});

test("what means nothing is left out with a sentence, never sent", () => {
  const { query, notices } = respondentListQuery("s", { ...plain, bands: ["awful", "bad"], checks: ["XYZ"] });
  expect(query.bands).toEqual(["bad"]);
  expect(query).not.toHaveProperty("checks");
  expect(notices).toEqual([
    "There is no score band “awful”: the filter was left out.",
    "There is no check “XYZ”: the filter was left out.",
  ]);
});

test("a review asks for those not reviewed, and for those of a decision where the address names one", () => {
  expect(reviewQuery("s", plain).query).toMatchObject({ decisions: ["none"], page_size: 500 });
  expect(reviewQuery("s", { ...plain, decisions: ["flag"] }).query.decisions).toEqual(["flag"]);
});
