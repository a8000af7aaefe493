import { expect, test } from "vitest";
import { loadPivotState } from "./address";
import type { Field } from "./fields";
import { settingsSummary } from "./settings-summary";

const field = (id: string, title: string): Field => ({
  ...{ id, title, part: title, grid: null, kind: "single", dimension: "itself", numbers: [] },
});
const fields = [field("s", "Satisfaction"), field("r", "Region"), field("x", "Sex")];

test("hidden settings are said in one line", () => {
  const state = loadPivotState({
    ...{ rows: "s", columns: "r,x", banner: "true", values: "column" },
    ...{ weight: "w", against: "columns" },
  });
  expect(settingsSummary(state, { fields, weights: [{ id: "w", name: "Census" }] })).toBe(
    "Satisfaction by Region, Sex · % of column · Weighted by Census · Letters",
  );
});

test("nested columns, no rows and several filters are told as they are", () => {
  const filter = [
    { questionId: "s", operator: "eq", value: 1 },
    { questionId: "x", operator: "eq", value: 2 },
  ];
  const state = loadPivotState({ columns: "r,x", filter: JSON.stringify(filter) });
  expect(settingsSummary(state, { fields, weights: [] })).toBe(
    "All responses by Region › Sex · Count · Unweighted · 2 filters",
  );
});
