import { describe, expect, test } from "vitest";
import type { FileColumn } from "@/lib/answers/files/answer-file";
import type { PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { guessPlan } from "./guess";
import { profiler } from "./profile";

const ROWS = 60;

/** Each column's cells in turns, one list a column. */
function questionsOf(columns: readonly (string | FileColumn)[], cells: readonly (readonly (string | null)[])[]) {
  const described = columns.map((column) => (typeof column === "string" ? { name: column } : column));
  const seen = profiler(described.length);
  seen.add(
    Array.from({ length: ROWS }, (_, row) => ({
      row: row + 2,
      cells: cells.map((own) => own[row % own.length] ?? null),
    })),
  );
  return guessPlan({ columns: described, multipleSets: [] }, seen).questions;
}

const summary = (questions: readonly PlannedQuestion[]) =>
  questions.map((question) => [
    question.kind,
    question.text,
    "options" in question ? question.options.map(({ label }) => label).join("|") : "",
  ]);

const OWN = [
  ["Soap", null, null],
  [null, "Cream", null],
  [null, "Gel", "Gel"],
];

describe("columns are one multiple-choice question", () => {
  test.each<[what: string, names: string[], text: string]>([
    [
      "a hyphen",
      ["Which do you use? - Soap", "Which do you use? - Cream", "Which do you use? - Gel"],
      "Which do you use?",
    ],
    [
      "a hyphen without blanks",
      ["Which do you use?-Soap", "Which do you use?-Cream", "Which do you use?-Gel"],
      "Which do you use?",
    ],
    ["a colon", ["Marques utilisées: Soap", "Marques utilisées: Cream", "Marques utilisées: Gel"], "Marques utilisées"],
    ["brackets", ["Which? [Soap]", "Which? [Cream]", "Which? [Gel]"], "Which?"],
    [
      "REDCap's brackets",
      ["Which (of these)? (choice=Soap)", "Which (of these)? (choice=Cream)", "Which (of these)? (choice=Gel)"],
      "Which (of these)?",
    ],
    ["numbers", ["q4_0001", "q4_0002", "q4_0003"], "q4"],
    ["rows of Decipher", ["Q4r1", "Q4r2", "Q4r3"], "Q4"],
    ["words behind a line", ["used_soap", "used_cream", "used_gel"], "used"],
  ])("by names with %s", (_, names, text) => {
    for (const cells of [OWN, OWN.map((own) => own.map((cell) => cell ?? "Not selected"))]) {
      expect(summary(questionsOf(names, cells))).toMatchObject([
        ["multiple", text, expect.stringMatching(/^soap\|cream\|gel$/i)],
      ]);
    }
    const marks = OWN.map((own) => own.map((cell) => (cell === null ? "0" : "1")));
    expect(summary(questionsOf(names, marks))).toMatchObject([["multiple", text, expect.anything()]]);
  });

  test.each<[what: string, none: string]>([
    ["a known word", "Nicht ausgewählt"],
    ["a word of any language", "Ei valittu"],
    ["no in words", "No"],
  ])("by texts of their own beside %s", (_, none) => {
    const cells = OWN.map((own) => own.map((cell) => cell ?? none));
    const [question, ...others] = questionsOf(["a", "b", "c"], cells);
    expect(others).toEqual([]);
    expect(question).toMatchObject({ kind: "multiple", source: { chosen: ["Soap", "Cream", "Gel"] } });
  });

  test("by texts that their names say, or by codes that do", () => {
    expect(summary(questionsOf(["Soap", "Cream", "Gel"], OWN))).toEqual([
      ["multiple", "Soap, Cream, Gel", "Soap|Cream|Gel"],
    ]);
    const codes = [
      ["1", null],
      [null, "2"],
      ["3", null],
    ];
    expect(questionsOf(["Q7_1", "Q7_2", "Q7_3"], codes)).toMatchObject([{ kind: "multiple", id: "Q7" }]);
  });

  test("by labels, where their names say nothing", () => {
    const labelled = ["Soap", "Cream", "Gel"].map((option, at) => ({ name: `X${at}a`, label: `Which? - ${option}` }));
    const marks = [
      ["1", "0"],
      ["0", "1"],
      ["1", "0", "0"],
    ];
    expect(summary(questionsOf(labelled, marks))).toEqual([["multiple", "Which?", "Soap|Cream|Gel"]]);
    const same = ["xa", "xb", "xc"].map((name) => ({ name, label: "Which of these do you use?" }));
    expect(questionsOf(same, OWN)).toMatchObject([{ kind: "multiple", text: "Which of these do you use?" }]);
  });

  test("with the labels of their own values", () => {
    const columns = ["Soap", "Cream"].map((label, at) => ({
      name: `Q5_${at + 1}`,
      valueLabels: [
        { value: 0, label: "No" },
        { value: 1, label },
      ],
    }));
    expect(
      summary(
        questionsOf(columns, [
          ["0", "1"],
          ["1", "0"],
        ]),
      ),
    ).toEqual([["multiple", "Q5", "Soap|Cream"]]);
  });

  test.each([
    ["Quoted", "Not quoted"],
    ["Genannt", "Nicht genannt"],
    ["Coché", "Non coché"],
    ["Checked", "Unchecked"],
  ])("where they say %s and %s", (yes, no) => {
    const [question, ...others] = questionsOf(
      ["Q5_1", "Q5_2"],
      [
        [yes, no],
        [no, yes, no],
      ],
    );
    expect(others).toEqual([]);
    expect(question).toMatchObject({ kind: "multiple", source: { chosen: [yes] } });
  });

  test.each(["Which do you use? Select all that apply.", "Welche kennen Sie? (Mehrfachnennung möglich)"])(
    "where %s is answered with yes and no",
    (text) => {
      const names = ["Soap", "Cream"].map((option) => `${text} [${option}]`);
      expect(
        summary(
          questionsOf(names, [
            ["Yes", "No"],
            ["No", "Yes", "No"],
          ]),
        ),
      ).toEqual([["multiple", text, "Soap|Cream"]]);
    },
  );

  test("with an option that is called as no answers are", () => {
    const cells = [
      ["Soap", "Not selected"],
      ["Not selected", "Cream"],
      ["Not selected", "Don't know", "Not selected"],
    ];
    const [question] = questionsOf(["Q5_1", "Q5_2", "Q5_3"], cells);
    expect(question).toMatchObject({ missing: [], source: { chosen: ["Soap", "Cream", "Don't know"] } });
  });

  test("apart from others whose names begin alike", () => {
    const names = ["Brands - TV - A", "Brands - TV - B", "Brands - Radio - A", "Brands - Radio - B"];
    const marks = [
      ["1", null],
      [null, "1"],
      ["1", null],
      [null, "1"],
    ];
    expect(questionsOf(names, marks).map(({ text }) => text)).toEqual(["Brands - TV", "Brands - Radio"]);
    const mixed = ["Q1_1", "Q1_2", "Q1_3", "Q1_4"];
    const codes = ["1", "2", "3", "4", "5"];
    const flagsThenGrid = questionsOf(mixed, [["1", "0"], ["0", "1"], codes, codes.toReversed()]);
    expect(flagsThenGrid.map(({ kind, grid }) => [kind, grid !== null])).toEqual([
      ["multiple", false],
      ["scale", true],
      ["scale", true],
    ]);
  });
});

describe("columns are no multiple-choice question", () => {
  test.each<[what: string, names: string[], cells: (string | null)[][]]>([
    [
      "of two opposite answers",
      ["Q5_1", "Q5_2"],
      [
        ["Important", "Not important"],
        ["Not important", "Important"],
      ],
    ],
    [
      "that happen to hold one value each",
      ["country", "device", "browser"],
      [["Spain"], ["Phone", null], ["Chrome", null]],
    ],
    [
      "of yes, and no or maybe",
      ["a", "b", "c"],
      [
        ["Yes", "No"],
        ["Yes", "Maybe"],
        ["Yes", "Never"],
      ],
    ],
    ["of marks without a name in common", ["consent", "finished", "bonus"], [["1", "0"], ["1"], ["0", "1"]]],
  ])("%s", (_, names, cells) => {
    expect(questionsOf(names, cells).filter(({ kind }) => kind === "multiple")).toEqual([]);
  });
});

test("rows of one grid are of one kind, also where one has few answers or few different ones", () => {
  const codes = ["1", "2", "3", "4", "5"];
  const rare = ["4", ...Array<null>(ROWS - 1).fill(null)];
  const grid = questionsOf(["Q1_1", "Q1_2", "Q1_3", "Q1_4"], [codes, codes.toReversed(), ["2", "4"], rare]);
  expect(grid.map(({ kind, grid: own }) => [kind, own?.id])).toEqual(Array(4).fill(["scale", "Q1"]));
  const amounts = Array.from({ length: ROWS }, (_, at) => String(at * 7));
  const sums = questionsOf(["Q2_1", "Q2_2", "Q2_3"], [amounts, amounts.toReversed(), ["0", "10", "20"]]);
  expect(sums.map(({ kind }) => kind)).toEqual(["numeric", "numeric", "numeric"]);
});
