import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { importedFile, rolesIn } from "@/lib/test-imported-file";

const folder = new URL("../../../../shared/data/import-cases/", import.meta.url);
const hasFiles = existsSync(folder);
const why = hasFiles ? "" : " (skipped: ../shared/data/import-cases is not here)";

const imported = (name: string) => importedFile(fileURLToPath(new URL(name, folder)), name);

const SIDE_DISHES = "Which side dishes do you serve? Please select all that apply.";

type Case = {
  name: string;
  responses: number;
  roles?: Partial<ReturnType<typeof rolesIn>>;
  /** By their text: kind, base and counts of the options. */
  questions: Record<string, { kind: string; base?: number; counts?: Record<string, number>; mean?: number }>;
  notice?: RegExp;
};

const cases: Case[] = [
  {
    name: "not-selected.csv",
    responses: 200,
    roles: { id: "Column 1" },
    questions: {
      q0004: {
        kind: "multiple",
        base: 200,
        counts: { Friends: 125, Family: 81, Colleagues: 34, Neighbours: 18 },
      },
    },
  },
  {
    name: "options-dash.csv",
    responses: 50,
    questions: {
      [SIDE_DISHES]: { kind: "multiple", base: 50, counts: { Carrots: 22, Corn: 18, Yams: 17, Squash: 25 } },
    },
    notice: /blank in all columns of “Which side dishes.*chose none/,
  },
  {
    name: "options-choice.csv",
    responses: 50,
    questions: {
      [SIDE_DISHES]: { kind: "multiple", base: 50, counts: { Carrots: 19, Corn: 20, Yams: 19, Squash: 22 } },
    },
    notice: /blank in all columns of “Which side dishes.*chose none/,
  },
  {
    name: "list-codes-3-digits.csv",
    responses: 60,
    roles: { id: "id" },
    questions: { Q5: { kind: "multiple", counts: { 101: 19, 102: 34, 103: 30 } } },
  },
  {
    name: "list-codes-mixed.csv",
    responses: 60,
    questions: { q: { kind: "multiple", counts: { 1: 26, 2: 31, 10: 26, 100: 13 } } },
  },
  {
    name: "list-labels-with-comma.csv",
    responses: 60,
    questions: {
      "Where did you hear of us?": {
        kind: "multiple",
        counts: { Internet: 27, TV: 35, "Newspapers, magazines": 17 },
      },
    },
  },
  {
    name: "two-header-rows.csv",
    responses: 60,
    roles: { id: "ResponseID", end: "EndDate" },
    questions: {
      "How satisfied are you, overall?": { kind: "scale" },
      "Which do you own?": { kind: "multiple" },
      Age: { kind: "numeric" },
    },
    notice: /Rows 1 and 2 are read as the header: row 2 has the texts of the questions/,
  },
  {
    name: "title-rows.xlsx",
    responses: 80,
    roles: { id: "Respondent", time: "Started" },
    questions: { Rating: { kind: "scale" }, Length: { kind: "numeric", mean: 41.25 } },
    notice: /Rows 1 to 3 stand above the header and are not read: row 4 names the columns/,
  },
  {
    name: "cover-sheet.xlsx",
    responses: 80,
    roles: { id: "Respondent", time: "Started" },
    questions: { Rating: { kind: "scale" }, Length: { kind: "numeric", mean: 41.25 } },
    notice: /The sheet “.+” is read\. The workbook has others/,
  },
];

describe.skipIf(!hasFiles)(`files as tools write them${why}`, () => {
  test.each(cases)("$name is right without an edit", async ({ name, responses, roles, questions, notice }) => {
    const { plan, kept, refused, notices, questions: read } = await imported(name);
    expect([kept.length, refused.length]).toEqual([responses, 0]);
    expect(rolesIn(plan)).toMatchObject(roles ?? {});
    for (const [text, expected] of Object.entries(questions)) {
      expect(
        read.filter((question) => question.text === text),
        `${text}: ${JSON.stringify(read, null, 1)}`,
      ).toMatchObject([expected]);
    }
    if (notice) expect([...notices, ...plan.notes].join("\n")).toMatch(notice);
  });
});
