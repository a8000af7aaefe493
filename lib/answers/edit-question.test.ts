import { expect, test } from "vitest";
import type { Question } from "@/lib/contracts/answers";
import type { QuestionChange } from "@/lib/contracts/questions";
import { addedRanges, editedQuestion } from "./edit-question";

const question: Question = {
  ...{ id: "a", text: "A", kind: "scale", column: "q1", blank: "not_asked", grid: null, derivation: null, version: 3 },
  options: [1, 2, 3].map((code, order) => ({ code, label: `L${code}`, order, value: code, cells: [code] })),
  missing: [{ cell: 9, kind: "no_answer" }],
};
const change = (more: Partial<QuestionChange>): QuestionChange => ({ project_id: "p", id: "a", version: 3, ...more });

test("labels, values and the order change; what is not named stays, and the version rises", () => {
  const options = [
    { code: 3, label: "Top", order: 0 },
    { code: 1, value: null, order: 1 },
    { code: 2, order: 2 },
  ];
  const { edited, problems } = editedQuestion(question, change({ text: "B", options }));
  expect(problems).toEqual([]);
  expect(edited).toMatchObject({ text: "B", version: 4, column: "q1", missing: question.missing });
  expect(edited.options).toEqual([
    { code: 3, label: "Top", order: 0, value: 3, cells: [3] },
    { code: 1, label: "L1", order: 1, value: null, cells: [1] },
    { code: 2, label: "L2", order: 2, value: 2, cells: [2] },
  ]);
});

test("options and missing codes that answers were read with are neither added nor taken away", () => {
  const problemsOf = (more: Partial<QuestionChange>) => editedQuestion(question, change(more)).problems.join(" ");
  expect(problemsOf({ options: [{ code: 7, label: "New" }] })).toMatch(/no option with the code 7/);
  expect(problemsOf({ missing: [] })).toMatch(/missing code 9 of “a” cannot be changed/);
  expect(problemsOf({ missing: [{ cell: 9, kind: "not_asked" }] })).toMatch(/cannot be changed/);
  expect(problemsOf({ missing: [...question.missing, { cell: 2, kind: "no_answer" }] })).toMatch(/“L2” is an answer/);
  expect(
    problemsOf({
      missing: [
        { cell: 9, kind: "no_answer", label: "Refused" },
        { cell: 99, kind: "no_answer" },
      ],
    }),
  ).toBe("");
  expect(problemsOf({ derivation: { form: "filter", filter: [{}] } })).toMatch(/came with an import/);
});

test("added missing codes are told as ranges of numbers", () => {
  const missing = [
    ...question.missing,
    { cell: "-1", kind: "no_answer" as const },
    { low: null, high: -5, kind: "not_asked" as const },
    { cell: "NA", kind: "not_asked" as const },
  ];
  const { edited } = editedQuestion(question, change({ missing }));
  expect(addedRanges(question, edited)).toEqual([
    { low: -1, high: -1 },
    { low: null, high: -5 },
  ]);
});
