import fc from "fast-check";
import { describe, expect, test } from "vitest";
import writeExcelFile from "write-excel-file/node";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import { type QuotaDraft, sameContent } from "../draft";
import { questionsById } from "../qualification-text";
import {
  type Cell,
  columnLetter,
  type QuotaImport,
  readQuotaFile,
  readQuotaTable,
  readTarget,
  writeQuotaFile,
} from "./quota-file";

const question = (id: number, name: string, texts: string[]): Question => ({
  id,
  name,
  text: "",
  type: "single",
  options: texts.map((text, at) => ({ id: at + 1, text })),
});
const age: Question = {
  ...question(1, "Age", []),
  options: Array.from({ length: 87 }, (_, at) => ({ id: at + 13, text: String(at + 13) })),
};
const gender = question(2, "Gender", ["Male", "Female"]);
const questions = questionsById([age, gender, question(5, "Name", ["=1+1", "a,b", '"x"'])]);

const quota = (
  quota_id: string | null,
  quota_name: string,
  target: number,
  qualifications: [number, number[]][],
): QuotaDraft => ({
  quota_id,
  quota_name,
  quota: target,
  qualifications: qualifications.map(([question_id, allowed_option_ids]) => ({ question_id, allowed_option_ids })),
});

const present = [
  quota("q1", "Men", 40, [[2, [1]]]),
  quota("q2", "Women", 60, [
    [2, [2]],
    [1, [18, 19, 20]],
  ]),
  quota("q3", "All", 100, []),
];
const survey = { id: "s1", respondent_attributes: [] };
const here = { quotas: present, surveyId: "s1", revision: "r1" };
const read = (rows: Cell[][], at = here) => readQuotaFile(rows, at, questions, sameContent);
const imported = (rows: Cell[][]): QuotaImport => {
  const report = read(rows);
  if ("problem" in report) throw new Error(report.problem);
  return report.value;
};
const kinds = ({ changes, removed, refused }: QuotaImport) => ({
  changes: changes.map(({ kind, quota: { quota_name } }) => `${kind} ${quota_name}`),
  removed: removed.map(({ quota_name }) => quota_name),
  refused: refused.map(({ row, column, reason }) => `${row} ${column}: ${reason}`),
});

describe("a file", () => {
  test("has a row a quota and a column a question", () => {
    expect(writeQuotaFile({ quotas: present, survey, revision: "r1" }, questions)).toEqual([
      ["Quota id", "Name", "Target", "Starts", "Completes", "Gender", "Age", "Survey", "Revision"],
      ["q1", "Men", 40, null, null, "Male", null, "s1", "r1"],
      ["q2", "Women", 60, null, null, "Female", "18-20", "s1", "r1"],
      ["q3", "All", 100, null, null, null, null, "s1", "r1"],
    ]);
  });

  test("read back changes nothing", () => {
    const rows = writeQuotaFile({ quotas: present, survey, revision: "r1" }, questions);
    expect(kinds(imported(rows))).toEqual({
      changes: ["unchanged Men", "unchanged Women", "unchanged All"],
      removed: [],
      refused: [],
    });
  });

  test("says what it adds, changes, removes and leaves", () => {
    expect(
      kinds(
        imported([
          ["Name", "Target", "Gender"],
          ["Men", "1,200", "male"],
          ["Young", 5, "Female"],
          ["All", 100, ""],
        ]),
      ),
    ).toEqual({ changes: ["changed Men", "added Young", "unchanged All"], removed: ["Women"], refused: [] });
  });

  test("without any question keeps who belongs to the quotas that it has", () => {
    const { changes } = imported([
      ["Name", "Target"],
      ["Men", 50],
      ["Women", 60],
      ["New", 1],
    ]);
    expect(changes.map(({ kind, quota: { qualifications } }) => [kind, qualifications])).toEqual([
      ["changed", present[0]?.qualifications],
      ["unchanged", present[1]?.qualifications],
      ["added", []],
    ]);
  });

  test("says of which quotas nobody can tell who belongs to them, and makes no quota for everybody of one", () => {
    const odd: QuotaDraft = { ...quota("q4", "Odd", 5, []), qualificationsUnknown: true };
    const quotas = [...present.slice(0, 1), odd];
    const rows = writeQuotaFile({ quotas, survey, revision: "r1" }, questions);
    expect(rows).toEqual([
      ["Quota id", "Name", "Target", "Starts", "Completes", "Qualifications", "Gender", "Survey", "Revision"],
      ["q1", "Men", 40, null, null, null, "Male", "s1", "r1"],
      ["q4", "Odd", 5, null, null, "Unknown", null, "s1", "r1"],
    ]);
    const back = read(rows, { ...here, quotas });
    expect("value" in back && back.value.quotas).toEqual(quotas);
    expect("value" in back && kinds(back.value).changes).toEqual(["unchanged Men", "unchanged Odd"]);

    const elsewhere = rows.map(([, name = null, target = null, , , said = null, gender = null]) => [
      name,
      target,
      said,
      gender,
    ]);
    expect(kinds(imported(elsewhere))).toMatchObject({
      changes: ["unchanged Men"],
      refused: [
        "3 Qualifications: The service did not say in a readable way who belongs to the quota that this row was made from. Name options in the column of a question, or empty this cell: then everybody belongs to it.",
      ],
    });
    const decided = [...elsewhere.slice(0, 2), ["Odd", 5, "Unknown", "Female"], ["All", 100, "", ""]];
    expect(imported(decided).changes.map(({ quota: { qualifications } }) => qualifications)).toEqual([
      present[0]?.qualifications,
      present[1]?.qualifications.slice(0, 1),
      [],
    ]);
    expect(kinds(imported([...elsewhere.slice(0, 2), ["Odd", 5, "Gender: Female", ""]])).refused).toEqual([
      "3 Qualifications: Name options in a column of their question instead, and leave this cell empty.",
    ]);
  });

  test("says for every row that it cannot take where and why", () => {
    expect(
      kinds(
        imported([
          ["Quota id", "Name", "Target", "Gender"],
          ["q1", "Men", "many", "Mal"],
          ["nothing", "X", 4, ""],
          ["", "Women", "", ""],
          ["q3", "All", 100, ""],
          ["q3", "Again", 1, ""],
          ["", "Twin", 1, "Male"],
          ["", "Twin", 1, "Male"],
        ]),
      ).refused,
    ).toEqual([
      "2 Target: “many” is not a whole number of 0 or more.",
      "2 Gender: There is no option of Gender called “Mal”. Did you mean “Male”?",
      "3 Quota id: This survey has no quota of this id. Leave the id empty for a new quota.",
      "4 Target: The target is missing.",
      "6 Quota id: This is the quota of row 5 again.",
      "8 Name: This row says the same as row 7.",
    ]);
  });

  test("gives the former name of a quota to a new one, whichever row comes first", () => {
    const head = ["Quota id", "Name", "Target", "Gender"];
    const [renamed, added] = [
      ["q1", "Males", 10, "Male"],
      ["", "Men", 5, "Male"],
    ];
    for (const rows of [
      [renamed, added],
      [added, renamed],
    ]) {
      const { changes, refused } = imported([head, ...rows]);
      expect(refused).toEqual([]);
      const found = changes.map(({ kind, quota: { quota_id, quota_name } }) => [kind, quota_id, quota_name]).sort();
      expect(found).toEqual([
        ["added", null, "Men"],
        ["changed", "q1", "Males"],
      ]);
    }
    // One that keeps its name is that quota twice.
    const twice = imported([head, ["q1", "MEN", 10, "Male"], added]);
    expect(kinds(twice).refused).toEqual(["3 Quota id: This is the quota of row 2 again."]);
  });

  test.each([
    [[], "There are no quotas in this: it needs a row of column names and a row for each quota."],
    [[["Name", "Target"]], "There are no quotas in this: it needs a row of column names and a row for each quota."],
    [[["Name"], ["Men"]], "No column is called “Target”: it says how many respondents each quota takes."],
    [
      [
        ["Name", "Target", "Gendre"],
        ["Men", 4, "Male"],
      ],
      "Column C: There is no question called “Gendre”. Did you mean “Gender”?",
    ],
    [
      [
        ["Target", "Survey", "Revision"],
        [4, "s1", "r0"],
      ],
      "The survey was changed since this file was exported. Export it again, and make your changes in the new file.",
    ],
    [
      [
        ["Target", "Survey", "Revision"],
        [4, "s2", "r1"],
      ],
      "This file was exported from another survey. To use its quotas here, delete its columns “Quota id”, “Survey” and “Revision” first.",
    ],
    [
      [["Target"], ...Array.from({ length: 50_000 }, () => [1])],
      "This has 50,000 rows. A survey can have at most 5,000 quotas.",
    ],
  ] as [Cell[][], string][])("%# that is not one gets a sentence", (rows, problem) => {
    expect(read(rows)).toEqual({ problem });
  });

  test("made from any quotas reads back as the same quotas", () => {
    const options = (of: Question) =>
      fc.subarray(
        of.options.map(({ id }) => id),
        { minLength: 1 },
      );
    const drawnQuota = fc.record({
      name: fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text && text !== ""),
      target: fc.integer({ min: 0, max: 999_999_999 }),
      asks: fc
        .subarray([...questions.values()])
        .chain((chosen) => fc.tuple(...chosen.map((of) => options(of).map((ids) => [of.id, ids] as const)))),
    });
    fc.assert(
      fc.property(fc.array(drawnQuota, { minLength: 1, maxLength: 12 }), (drawn) => {
        const quotas = drawn.map(({ name, target, asks }, at) =>
          quota(
            `id${at}`,
            name,
            target,
            asks.map(([id, ids]) => [Number(id), ids.map(Number)]),
          ),
        );
        const rows = writeQuotaFile({ quotas, survey, revision: "r1" }, questions);
        const report = read(rows, { ...here, quotas });
        expect("value" in report && kinds(report.value)).toEqual({
          changes: quotas.map(({ quota_name }) => `unchanged ${quota_name}`),
          removed: [],
          refused: [],
        });
      }),
      { numRuns: 300 },
    );
  });
});

test.each([
  ["1,200", 1200],
  ["1.200", 1200],
  ["1 200", 1200],
  [1200, 1200],
  ["12.0", 12],
  ["12,345,678", 12_345_678],
  ["1\u00a0200", 1200],
  ["1\u202f200", 1200],
  ["0", 0],
])("%j is the target %d", (cell, value) => {
  expect(readTarget(cell)).toEqual({ value });
});

test.each([
  "=1+1",
  "-3",
  "1.5",
  "1e3",
  "ten",
  "12345678901",
  "0.500",
  "0,125",
  "1,200.000",
  "1.200,300",
  1.2,
  12.125,
  33.333,
  1.2005,
])("%j is no target", (cell) => {
  expect(readTarget(cell)).toHaveProperty("problem");
});

test("a figure with a fraction in a workbook is no target, and other cells stay what they are", async () => {
  const rows = [
    ["Quota id", "Target"],
    ["q1", 12.125],
    [123456789012345, 40],
  ].map((row) => row.map((value) => ({ value })));
  const bytes = Uint8Array.from(await writeExcelFile(rows, { sheet: "Quotas" }).toBuffer());
  const table = await readQuotaTable("quotas.xlsx", bytes);
  expect(table.rows).toEqual([
    ["Quota id", "Target"],
    ["q1", 12.125],
    ["123456789012345", "40"],
  ]);
  expect(readTarget(table.rows[1]?.[1] ?? null)).toHaveProperty("problem");
});

test("columns are named as spreadsheets name them", () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
});
