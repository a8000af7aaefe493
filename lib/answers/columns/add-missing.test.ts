import { expect, test } from "vitest";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { addMissing } from "./add-missing";

const common = { missing: [], blank: "not_asked" as const, grid: null };
const option = (code: number) => ({ code, label: `Option ${code}`, order: code, value: code, cells: [code] });
const questions: PlannedQuestion[] = [
  { kind: "single", column: "Q1", options: [option(0), option(99)], ...common, id: "Q1", text: "" },
  {
    ...{ kind: "numeric", column: "Q2", ...common, id: "Q2", text: "" },
    missing: [
      { cell: -1, kind: "not_asked", label: "Not put" },
      { cell: "NA", kind: "not_asked" },
    ],
  },
  {
    ...{ kind: "open", column: "Q3", ...common, id: "Q3", text: "" },
    missing: [-1, 99].map((cell) => ({ cell, kind: "no_answer" })),
  },
  { kind: "open", column: "Q4", ...common, id: "Q4", text: "" },
];
const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "Id" },
  ...{ weights: [], ignored: ["Else"], notes: [], questions },
};

test("codes are added to those of every ticked question, an option that is one is marked, and it is counted", () => {
  const added = addMissing(plan, ["Id", "Q1", "Q2", "Q3", "Else"], "-1, 99");
  if (typeof added === "string") throw new Error(added);
  expect(added.outcome).toEqual({ ticked: 5, added: 2, already: 1, none: ["Id", "Else"] });
  const [one, two, three, four] = added.plan.questions;
  expect(one).toMatchObject({
    options: [{ code: 0 }, { code: 99 }],
    missing: [{ cell: "-1" }, { cell: "99", marked: true }],
  });
  // It counts as it is written now, keeps its label, and others stay.
  expect(two?.missing).toEqual([
    { cell: "NA", kind: "not_asked" },
    { cell: -1, kind: "no_answer", label: "Not put", marked: true },
    { cell: "99", kind: "no_answer", label: "", marked: true },
  ]);
  expect([three, four]).toEqual(questions.slice(2));
});

test("a text that names no code is refused in words", () => {
  expect(addMissing(plan, ["Q1"], " ")).toBe("Write one code or more, as -1, 99 or 97..99.");
  expect(addMissing(plan, ["Q1"], "99..97")).toContain("ends before it begins");
});
