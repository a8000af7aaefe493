import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { columnsOf, planProblems } from "@/lib/contracts/rules/import-plan";
import { type TakenFor, takenFor } from "./change-plan";
import { takeColumns, takeRefusal } from "./take-columns";

const common = { missing: [], blank: "not_asked" as const, grid: null };
const options = [1, 2].map((code) => ({ code, label: `Option ${code}`, order: code, value: code, cells: [code] }));
const row = (column: string): PlannedQuestion => ({
  ...{ kind: "single", column, options, ...common, id: column, text: column, grid: { id: "Q5", text: "How good?" } },
});
const open = (column: string): PlannedQuestion => ({ kind: "open", column, ...common, id: column, text: column });
const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", endBeforeStart: "keep", ignored: ["Empty"], notes: [] },
  ...{ id: "Id", time: { column: "Start", order: "dmy" }, end: null, weights: ["Weight"] },
  questions: [
    open("Age"),
    open("Town"),
    open("Zip"),
    { ...open("Code"), missing: [{ cell: "NA", kind: "not_asked" }] },
    open("Born"),
    {
      kind: "multiple",
      ...{ ...common, id: "Q4", text: "Which?", options },
      source: { form: "flags", columns: options.map(({ code }) => ({ column: `Q4_${code}`, code })), chosen: null },
    },
    ...["Q5_1", "Q5_2", "Q5_3"].map(row),
  ],
};
const cellsOf: Record<string, string[]> = {
  ...{ Id: ["1", "2", "3"], Start: ["15.7.2018", "16.7.2018", "17.7.2018"], Weight: ["0.9", "1", "1.1"], Empty: [] },
  ...{ Age: ["23", "45", "refused"], Town: ["Bonn", "Ulm", ""], Zip: ["04109", "01067", "53111"] },
  ...{ Code: ["NA", "12", "13"], Born: ["3/14/1990", "12/31/1980", ""] },
  ...{ Q4_1: ["1", "0", "1"], Q4_2: ["0", "1", "1"] },
  ...{ Q5_1: ["1", "2", "1"], Q5_2: ["2", "", "1"], Q5_3: ["", "", ""] },
};
const names = ["Id", "Start", "Age", "Town", "Zip", "Code", "Born", "Q4_1", "Q4_2", "Q5_1", "Q5_2", "Q5_3"];
names.push("Weight", "Empty");
const looked = {
  columns: names.map((name) => ({ name, label: name === "Q4_1" ? "Which? Red" : null })),
  sample: [0, 1, 2].map((at) => ({
    ...{ row: at + 2, id: null, time: null, end: null, answers: [], weights: [] },
    cells: names.map((name) => cellsOf[name]?.[at] ?? ""),
  })),
};
const take = (ticked: string[], as: TakenFor, from = plan) => takeColumns(from, ticked, as, looked);
const none = { already: 0, along: 0, partly: [], from: [], replaced: null, stay: [] };

test("whatever is ticked and taken, every column has one place, the plan fits the file, and the counts add up", () => {
  const ticked = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 });
  const kinds = fc.constantFrom<TakenFor>(
    "numeric",
    "scale",
    "single",
    "multiple",
    "open",
    "date",
    "weight",
    "ignored",
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(ticked, kinds), { maxLength: 8 }), (all) => {
      let now = plan;
      for (const [columns, as] of all) {
        const { plan: next, outcome } = take(columns, as, now);
        const stay = outcome.stay.flatMap((each) => each.columns);
        expect(outcome.taken + outcome.already + stay.length).toBe(columns.length);
        for (const column of stay) expect(takenFor(next, column)).toBe(takenFor(now, column));
        for (const column of columns) if (!stay.includes(column)) expect(takenFor(next, column)).toBe(as);
        now = next;
      }
      const roles = [now.time?.column, now.end?.column, now.id].filter((each) => each != null);
      const places = [...roles, ...now.weights, ...now.ignored, ...now.questions.flatMap(columnsOf)];
      expect(places.toSorted()).toEqual(names.toSorted());
      expect(planProblems(now, names)).toEqual([]);
    }),
  );
});

describe("a column stays what it is, and why is told", () => {
  test("of which most values are no numbers; of one with some that are none it is told that it has", () => {
    const { plan: next, outcome } = take(["Age", "Town", "Code"], "numeric");
    expect(outcome).toEqual({
      ...{ ...none, as: "numeric", ticked: 3, taken: 2, partly: ["Age"] },
      stay: [{ reason: "numbers", columns: ["Town"] }],
    });
    expect(["Age", "Town", "Code"].map((name) => takenFor(next, name))).toEqual(["numeric", "open", "numeric"]);
  });

  test("whose numbers are identifiers, as those with zeros in front", () => {
    expect(take(["Age", "Zip"], "numeric").outcome.stay).toEqual([{ reason: "identifiers", columns: ["Zip"] }]);
    expect(take(["Zip"], "single").outcome.stay).toEqual([]);
  });

  test("whose values are no dates; those that are get the order that reads them", () => {
    const { plan: next, outcome } = take(["Town", "Born"], "date");
    expect(outcome.stay).toEqual([{ reason: "dates", columns: ["Town"] }]);
    expect(next.questions.find(({ id }) => id === "Born")).toMatchObject({ kind: "date", order: "mdy" });
  });

  test("of which no cell holds several, where several choices are wanted", () => {
    expect(take(["Town", "Q4_1"], "multiple").outcome).toMatchObject({
      ...{ taken: 0, already: 1, stay: [{ reason: "lists", columns: ["Town"] }] },
    });
  });

  test("that has a role, unless all that is ticked has one", () => {
    const among = take(["Id", "Start", "Weight", "Age"], "open");
    expect(among.outcome.stay).toEqual([{ reason: "role", columns: ["Id", "Start", "Weight"] }]);
    expect(among.plan).toBe(plan);
    const alone = take(["Id", "Weight"], "numeric");
    expect(alone.outcome).toMatchObject({ taken: 2, stay: [] });
    expect([alone.plan.id, alone.plan.weights]).toEqual([null, []]);
    expect(take(["Weight", "Age"], "weight").outcome).toMatchObject({ taken: 1, already: 1, stay: [] });
  });
});

describe("columns of one question", () => {
  test("rows of a grid go together, one ticked or all of them, and stay its rows", () => {
    const { plan: next, outcome } = take(["Q5_1"], "scale");
    expect(outcome).toEqual({ ...none, as: "scale", ticked: 1, taken: 1, along: 2 });
    expect(next.questions.slice(-3)).toEqual(plan.questions.slice(-3).map((each) => ({ ...each, kind: "scale" })));
    expect(take(["Q5_1", "Q5_2", "Q5_3"], "numeric").outcome).toMatchObject({ taken: 3, along: 0 });
    expect(take(["Q5_1"], "date")).toMatchObject({ plan, outcome: { taken: 0, along: 0 } });
  });

  test("a row that is left out, or a weight, leaves its grid alone", () => {
    const { plan: next, outcome } = take(["Q5_1"], "ignored");
    expect(outcome).toMatchObject({ taken: 1, along: 0 });
    expect(next.questions.filter(({ grid }) => grid !== null).map(({ id }) => id)).toEqual(["Q5_2", "Q5_3"]);
  });

  test("columns of a question with several choices become questions by their own names, all of them", () => {
    const { plan: next, outcome } = take(["Q4_1", "Q4_2"], "single");
    expect(outcome).toMatchObject({ taken: 2, from: ["Q4"] });
    expect(next.questions.slice(5, 7)).toMatchObject([
      { kind: "single", id: "Q4_1", text: "Which? Red" },
      { kind: "single", id: "Q4_2", text: "Q4_2" },
    ]);
  });
});

test("one column alone can be the id or a time; what was it before is told, and left out", () => {
  expect(takeRefusal("id", ["Age", "Town"])).not.toBeNull();
  expect([takeRefusal("id", ["Age"]), takeRefusal("weight", ["Age", "Town"])]).toEqual([null, null]);
  const { plan: next, outcome } = take(["Code"], "id");
  expect(outcome).toEqual({ ...none, as: "id", ticked: 1, taken: 1, replaced: "Id" });
  expect([next.id, next.ignored]).toEqual(["Code", ["Empty", "Id"]]);
  expect(take(["Born"], "end").outcome.replaced).toBeNull();
});
