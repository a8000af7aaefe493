import { expect, test } from "vitest";
import type { MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionChange } from "@/lib/contracts/ours/questions";
import { missingOptions } from "@/lib/contracts/rules/answer-cells";
import { rankedCodes } from "@/lib/contracts/rules/option-order";
import { derivedQuestion, editedQuestion } from "./edit-question";

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
  const { edited, problems } = editedQuestion(question, change({ text: "B", options }), [question]);
  expect(problems).toEqual([]);
  expect(edited).toMatchObject({ text: "B", version: 4, column: "q1", missing: question.missing });
  expect(edited.options).toEqual([
    { code: 3, label: "Top", order: 0, value: 3, cells: [3] },
    { code: 1, label: "L1", order: 1, value: null, cells: [1] },
    { code: 2, label: "L2", order: 2, value: 2, cells: [2] },
  ]);
});

const problemsOf = (more: Partial<QuestionChange>) =>
  editedQuestion(question, change(more), [question]).problems.join(" ");

test("no option gets the label of another, by which a file would know both; what was alike before can be edited", () => {
  const alike = "Two options of “a” would be called “l2 ”: give each a label of its own.";
  expect(problemsOf({ options: [{ code: 1, label: "l2 " }] })).toBe(alike);
  const both = ["Same", "Same"].map((label, at) => ({ code: at + 1, label }));
  expect(problemsOf({ options: both })).toBe(alike.replace("l2 ", "Same"));
  expect(
    problemsOf({
      options: [
        { code: 1, label: "L2" },
        { code: 2, label: "L1" },
      ],
    }),
  ).toBe("");
  const stored = { ...question, options: question.options.map((option) => ({ ...option, label: "Same" })) };
  expect(editedQuestion(stored, change({ options: [{ code: 1, label: "Other" }] }), [stored]).problems).toEqual([]);
});

test("an order is confirmed of all options that are answers, withdrawn, and outlives other edits", () => {
  const last = { code: 9, label: "Refused", order: 3, value: null, cells: [9] };
  const words = { ...question, options: [...question.options.map((each) => ({ ...each, value: null })), last] };
  const edit = (of: Question, more: Partial<QuestionChange>) => editedQuestion(of, change(more), [of]);
  const { edited, problems } = edit(words, { ranking: [3, 1, 2] });
  expect([edited.ranking, problems]).toEqual([[3, 1, 2], []]);
  expect(rankedCodes(edited)).toEqual([3, 1, 2]);
  expect(edit(edited, { text: "B" }).edited.ranking).toEqual([3, 1, 2]);
  expect(edit(edited, { ranking: [] }).edited).not.toHaveProperty("ranking");
  for (const ranking of [
    [3, 1],
    [3, 1, 1],
    [3, 1, 2, 9],
    [3, 1, 7],
  ]) {
    expect(edit(words, { ranking }).problems.join()).toMatch(/order of “a” has to name each option/);
  }
});

test("options are not added, and missing codes that answers were read with are not taken away", () => {
  expect(problemsOf({ options: [{ code: 7, label: "New" }] })).toMatch(/no option with the code 7/);
  expect(problemsOf({ missing: [] })).toMatch(/missing code 9 of “a” cannot be changed/);
  expect(problemsOf({ missing: [{ cell: 9, kind: "not_asked" }] })).toMatch(/cannot be changed/);
  const [read] = question.missing as [MissingCode];
  expect(problemsOf({ missing: [read, { cell: "09", kind: "no_answer" }] })).toMatch(/there twice/);
  expect(problemsOf({ missing: [read, { low: 5, high: 4, kind: "no_answer" }] })).toMatch(/end before they begin/);
  expect(problemsOf({ derivation: { form: "filter", filter: [{}] } })).toMatch(/came with an import/);
});

test("missing codes that an edit adds are marked, change their kind and are taken back", () => {
  const [read] = question.missing as [MissingCode];
  const wanted: MissingCode[] = [
    { ...read, marked: true },
    { cell: 2, kind: "no_answer" },
    { low: null, high: -5, kind: "not_asked" },
  ];
  const { edited, problems } = editedQuestion(question, change({ missing: wanted }), [question]);
  expect(problems).toEqual([]);
  expect(edited.missing).toEqual([
    { cell: 9, kind: "no_answer" },
    { cell: 2, kind: "no_answer", marked: true },
    { low: null, high: -5, kind: "not_asked", marked: true },
  ]);
  expect(missingOptions(edited)).toEqual(new Map([[2, "no_answer"]]));
  const back = editedQuestion(edited, change({ missing: [read, { cell: 2, kind: "not_asked" }] }), [edited]);
  expect(back.problems).toEqual([]);
  expect(missingOptions(back.edited)).toEqual(new Map([[2, "not_asked"]]));
});

const nets = (...of: number[][]): Question["derivation"] & object => ({
  ...{ form: "nets", questionId: "a", nets: of.map((codes, at) => ({ code: at + 1, of: codes })) },
});
const options = [
  { code: 1, label: "Low" },
  { code: 2, label: "High" },
];

test("a derived question is of several answers where its nets share an option, and a scale where it has values", () => {
  const kindOf = (derivation: Question["derivation"] & object, value: number | null, from = question) =>
    derivedQuestion({ id: "n", text: "", options: options.map((each) => ({ ...each, value })), derivation }, [from])
      .kind;
  expect(kindOf(nets([1], [2, 3]), null)).toBe("single");
  expect(kindOf(nets([1], [2, 3]), 1)).toBe("scale");
  expect(kindOf(nets([1, 2], [2, 3]), 1)).toBe("multiple");
  expect(kindOf(nets([1], [2, 3]), 1, { ...question, kind: "multiple" })).toBe("multiple");
});

test("an edited derivation brings options for its new codes, and drops those of codes that it lacks", () => {
  const made = derivedQuestion({ id: "n", text: "", options, derivation: nets([1], [2]) }, [question]);
  const wanted = nets([1], [2], [3]);
  const later = { ...wanted, nets: wanted.form === "nets" ? wanted.nets.slice(1) : [] } as typeof wanted;
  const asked = change({ id: "n", derivation: later, options: [{ code: 3, label: "Top", order: 0 }] });
  const { edited, problems } = editedQuestion(made, asked, [question, made]);
  expect(problems).toEqual([]);
  expect(edited.options.map(({ code, label, order }) => [code, label, order])).toEqual([
    [3, "Top", 0],
    [2, "High", 1],
  ]);
});

test("codes of options that were taken away are known, until the options come back", () => {
  const three = [...options, { code: 3, label: "Top" }];
  const made = derivedQuestion({ id: "n", text: "", options: three, derivation: nets([1], [2], [3]) }, [question]);
  const edit = (from: Question, ...of: number[][]) => {
    const named = three.filter(({ code }) => code <= of.length);
    return editedQuestion(from, change({ id: "n", derivation: nets(...of), options: named }), [question, from]).edited;
  };
  const once = edit(made, [1], [2]);
  expect(once.goneCodes).toEqual([3]);
  expect(edit(once, [1], [2], [3]).goneCodes).toEqual([]);
  const twice = edit(once, [1]);
  expect(twice.goneCodes).toEqual([3, 2]);
  expect(edit(twice, [1], [2]).goneCodes).toEqual([3]);
});
