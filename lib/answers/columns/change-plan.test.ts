import fc from "fast-check";
import { expect, test } from "vitest";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { columnsOf, planProblems } from "@/lib/contracts/rules/import-plan";
import { changeDateOrder, dateOrderOf, type TakenFor, takeFor, takenFor } from "./change-plan";

const common = { text: "", missing: [], blank: "not_asked" as const, grid: null };
const option = (code: number) => ({ code, label: `Option ${code}`, order: code, value: null, cells: [] });

const plan: ImportPlan = {
  timeZone: "UTC",
  decimal: ".",
  time: { column: "Start", order: "dmy" },
  end: null,
  endBeforeStart: "keep",
  id: "Id",
  weights: ["Weight"],
  questions: [
    { kind: "single", column: "Q1", options: [{ ...option(1), cells: ["1"] }], ...common, id: "Q1", text: "First" },
    {
      kind: "multiple",
      source: {
        form: "flags",
        columns: [
          { column: "Q2_1", code: 1 },
          { column: "Q2_2", code: 2 },
        ],
        chosen: null,
      },
      options: [option(1), option(2)],
      ...common,
      id: "Q2",
    },
    { kind: "open", column: "Q3", ...common, id: "Q3" },
  ],
  ignored: ["Empty"],
  notes: [],
};
const names = ["Id", "Start", "Q1", "Q2_1", "Q2_2", "Q3", "Weight", "Empty"];
const known = { columns: names.map((name) => ({ name, label: null })), values: [] as string[] };
const kinds: TakenFor[] = [
  ...(["numeric", "scale", "single", "multiple", "open", "date"] as const),
  ...(["time", "end", "weight", "id", "ignored"] as const),
];

test("whatever is corrected in whatever order, every column has one place, and the plan fits the file", () => {
  const corrections = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...kinds)), { maxLength: 30 });
  fc.assert(
    fc.property(corrections, (all) => {
      const last = all.reduce((now, [column, as]) => takeFor(now, column, as, known), plan);
      const places = [
        ...[last.time?.column, last.end?.column, last.id].filter((each) => each != null),
        ...last.weights,
        ...last.ignored,
        ...last.questions.flatMap(columnsOf),
      ];
      expect(places.toSorted()).toEqual(names.toSorted());
      expect(planProblems(last, names)).toEqual([]);
      const [column, as] = all.at(-1) ?? ["Q3", "open"];
      expect(takenFor(last, column)).toBe(as);
    }),
  );
});

test("a question keeps its text and options between one choice and a scale, and stands where its column does", () => {
  const scale = takeFor(plan, "Q1", "scale", known);
  expect(scale.questions[0]).toEqual({ ...plan.questions[0], kind: "scale" });
  const back = takeFor(takeFor(plan, "Q1", "ignored", known), "Q1", "numeric", known);
  expect(back.questions.map(({ id }) => id)).toEqual(["Q1", "Q2", "Q3"]);
});

test("a column taken out of several leaves the others their question, without its option", () => {
  const { questions } = takeFor(plan, "Q2_1", "open", known);
  expect(questions.map(({ id }) => id)).toEqual(["Q1", "Q2_1", "Q2", "Q3"]);
  expect(questions[2]).toMatchObject({
    source: { columns: [{ column: "Q2_2", code: 2 }] },
    options: [{ code: 2 }],
  });
});

test("the rows of a grid are of one kind: with one go the others, where it stays a question", () => {
  const grid = { id: "Q2", text: "Which?" };
  const rows = takeFor(takeFor(plan, "Q2_1", "single", known), "Q2_2", "single", known);
  const inGrid = { ...rows, questions: rows.questions.map((each) => (each.id === "Q3" ? each : { ...each, grid })) };
  const kindsIn = (of: ImportPlan) => of.questions.map(({ id, kind }) => `${id} ${kind}`);
  expect(kindsIn(takeFor(inGrid, "Q2_1", "scale", known))).toEqual(["Q1 scale", "Q2_1 scale", "Q2 scale", "Q3 open"]);
  expect(kindsIn(takeFor(inGrid, "Q2_1", "ignored", known))).toEqual(["Q1 single", "Q2 single", "Q3 open"]);
});

test("what was the id before is left out, not lost", () => {
  const changed = takeFor(plan, "Q3", "id", known);
  expect(changed.id).toBe("Q3");
  expect(changed.ignored).toEqual(["Empty", "Id"]);
});

test("a list is parted by what stands in its values", () => {
  const { questions } = takeFor(plan, "Q3", "multiple", { ...known, values: ["a", "a|b; c"] });
  expect(questions[2]).toMatchObject({ kind: "multiple", source: { separator: ";" }, options: [] });
  const bars = takeFor(plan, "Q3", "multiple", { ...known, values: ["a|b"] });
  expect(bars.questions[2]).toMatchObject({ source: { separator: "|" } });
});

test("the order of dates stays with the column, and can be changed", () => {
  const asDate = takeFor(plan, "Start", "date", known);
  expect(dateOrderOf(asDate, "Start")).toBe("dmy");
  expect(dateOrderOf(changeDateOrder(asDate, "Start", "ymd"), "Start")).toBe("ymd");
  expect(changeDateOrder(plan, "Start", "mdy").time).toEqual({ column: "Start", order: "mdy" });
  expect(dateOrderOf(plan, "Q3")).toBeNull();
});

test("the order of what was no date meanwhile is not settled any more", () => {
  const chosen = changeDateOrder(plan, "Start", "dmy");
  const asDate = takeFor(chosen, "Start", "date", known);
  expect(asDate.settledOrders).toEqual(["Start"]);
  expect(takeFor(takeFor(asDate, "Start", "open", known), "Start", "date", known).settledOrders).toEqual([]);
});
