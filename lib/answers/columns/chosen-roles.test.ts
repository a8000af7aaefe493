import { expect, test } from "vitest";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { planProblems } from "@/lib/contracts/rules/import-plan";
import { withRoles } from "./chosen-roles";

const names = ["respondent_id", "panel_id", "StartDate", "EndDate", "w", "v", "Q1_1", "Q1_2"];
const columns = names.map((name) => ({ name, label: null }));
const common = { missing: [], blank: "not_asked" as const, grid: null };
const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", endBeforeStart: "keep", id: "respondent_id", weights: ["w"] },
  ...{ time: { column: "StartDate", order: "dmy" }, end: { column: "EndDate", order: "dmy" } },
  ...{ ignored: [], notes: ["No column with an id of its own for each row was found: rows cannot be updated later."] },
  questions: [
    { kind: "open", id: "panel_id", text: "panel_id", column: "panel_id", ...common },
    { kind: "numeric", id: "v", text: "v", column: "v", ...common },
    {
      ...{ kind: "multiple", id: "Q1", text: "Q1", ...common },
      options: [1, 2].map((code, order) => ({ code, label: `${code}`, order, value: null, cells: [] })),
      source: { form: "flags", chosen: ["1"], columns: [1, 2].map((code) => ({ column: `Q1_${code}`, code })) },
    },
  ],
};

test("columns that are named take their roles, and those that were guessed for these are questions", () => {
  const chosen = withRoles(plan, { id: "panel_id", time: "EndDate", weights: ["v"] }, columns);
  expect(planProblems(chosen, names)).toEqual([]);
  expect(chosen).toMatchObject({
    id: "panel_id",
    time: { column: "EndDate", order: "dmy" },
    end: null,
    weights: ["v"],
  });
  expect(chosen.questions.map(({ id, kind }) => [id, kind])).toEqual([
    ["respondent_id", "open"],
    ["StartDate", "date"],
    ["w", "numeric"],
    ["Q1", "multiple"],
  ]);
  expect([chosen.ignored, chosen.notes]).toEqual([[], []]);
});

test("a column that is named and not there is said, and one of a question of several leaves it", () => {
  expect(planProblems(withRoles(plan, { id: "uuid" }, columns), names)).toEqual([
    "The file has no column “uuid”, which is chosen for the id.",
  ]);
  const chosen = withRoles(plan, { weights: ["w", "Q1_2"] }, columns);
  expect(chosen.weights).toEqual(["w", "Q1_2"]);
  expect(chosen.questions.at(-1)).toMatchObject({ id: "Q1", source: { columns: [{ column: "Q1_1", code: 1 }] } });
  expect(withRoles(plan, {}, columns)).toEqual(plan);
});
