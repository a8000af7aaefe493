import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guessPlan } from "@/lib/answers/columns/guess";
import { profiler } from "@/lib/answers/columns/profile";
import type { RawCell, RawRow } from "@/lib/answers/files/answer-file";
import { type ImportPlan, importPlanSchema, type PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { cellKey, numberOf } from "@/lib/contracts/rules/answer-cells";
import { openBytes, readBytes, workbookOf } from "@/lib/test-answer-files";
import { readRows, rowReader } from "./read-rows";

const planOf = (given: Partial<ImportPlan>): ImportPlan =>
  importPlanSchema.parse({
    timeZone: "UTC",
    decimal: ".",
    time: null,
    end: null,
    endBeforeStart: "keep",
    id: null,
    weights: [],
    questions: [],
    ignored: [],
    notes: [],
    ...given,
  });

const common = { text: "", missing: [], blank: "not_asked" as const, grid: null };
const options = [1, 2, 3].map((code, order) => ({ code, label: `option ${code}`, order, value: code, cells: [code] }));
const NA = { cell: "NA", kind: "not_asked" as const };
const REFUSED = { cell: -1, kind: "no_answer" as const };

/** A row of a sheet's XML with one cell, a text. */
const sheetRow = (at: number, text: string) =>
  `<row r="${at}"><c r="A${at}" t="inlineStr"><is><t>${text}</t></is></c></row>`;

/** What one question reads of one row of cells named a, b, c. */
function answerTo(question: PlannedQuestion, cells: RawCell[], more: Partial<ImportPlan> = {}) {
  const found = rowReader(planOf({ ...more, questions: [question] }), ["a", "b", "c"])({ row: 2, cells });
  if (!("kept" in found)) throw new Error("The row was refused.");
  return { answer: found.kept.answers[0], reported: found.reported };
}

const problem = (value: string, reason: string, column = "a") => [
  { column, value, reason: expect.stringContaining(reason) },
];

test("a cell in which a formula has failed is left out of the guess, no answer, and reported", async () => {
  const cell = (at: number) =>
    at === 5 ? `<c r="A5" t="e"><f>1/0</f><v>#DIV/0!</v></c>` : `<c r="A${at}"><v>${at}.5</v></c>`;
  const header = `<row r="1"><c r="A1" t="inlineStr"><is><t>Hours</t></is></c></row>`;
  const rows = [2, 3, 4, 5, 6, 7, 8].map((at) => `<row r="${at}">${cell(at)}</row>`);
  const { file, rows: raw } = await readBytes("a.xlsx", workbookOf(header + rows.join("")));
  const seen = profiler(1);
  seen.add(raw);
  const plan = guessPlan(file, seen);
  expect(plan.questions[0]).toMatchObject({ kind: "numeric", missing: [] });
  const read = rowReader(plan, ["Hours"]);
  expect(
    raw.flatMap((each) => {
      const found = read(each);
      return "kept" in found ? found.kept.answers : [];
    }),
  ).toEqual([2.5, 3.5, 4.5, { missing: "no_answer" }, 6.5, 7.5, 8.5]);
  expect(raw[3] && read(raw[3])).toMatchObject({
    reported: problem("#DIV/0!", "“#DIV/0!” is the error of a formula, and read as no answer.", "Hours"),
  });
});

test("a cell that its file has doubts about is kept, and reported", async () => {
  const { file, rows } = await readBytes("a.csv", 'id,reply,score\n1,"open,5\n2,said",3\n3,"fine",4\n');
  const seen = profiler(3);
  seen.add(rows);
  const read = rowReader(guessPlan(file, seen), ["id", "reply", "score"]);
  expect(rows.map(read)).toMatchObject([
    { kept: { row: 2 }, reported: problem("open,5\n2,said", "2 lines that look like rows of the table", "reply") },
    { kept: { row: 3 }, reported: [] },
  ]);
});

describe("an answer", () => {
  test("that is numeric is the exact number, or reported", () => {
    const question: PlannedQuestion = {
      kind: "numeric",
      id: "q",
      column: "a",
      ...common,
      missing: [NA, { low: 98, high: null, kind: "no_answer" }],
    };
    expect(answerTo(question, ["0.7516"]).answer).toBe(0.7516);
    expect(answerTo({ ...question, missing: [] }, [" 1,234.5 "]).answer).toBe(1234.5);
    expect(answerTo({ ...question, missing: [] }, ["1.234,5"], { decimal: "," }).answer).toBe(1234.5);
    expect(answerTo({ ...question, missing: [] }, ["0,875"], { decimal: "," }).answer).toBe(0.875);
    expect(answerTo({ ...question, missing: [] }, ["0,875"])).toMatchObject({ answer: { missing: "no_answer" } });
    expect(answerTo(question, ["98,5"], { decimal: "," }).answer).toEqual({ missing: "no_answer" });
    expect(answerTo(question, ["NA"]).answer).toEqual({ missing: "not_asked" });
    expect(answerTo(question, ["99"]).answer).toEqual({ missing: "no_answer" });
    expect(answerTo(question, [" "]).answer).toEqual({ missing: "not_asked" });
    expect(answerTo(question, ["about 5"])).toEqual({
      answer: { missing: "no_answer" },
      reported: problem("about 5", "“about 5” is not a number."),
    });
  });

  test("that is numeric is no number whose square, or sum, is none", () => {
    const question: PlannedQuestion = { kind: "numeric", id: "q", column: "a", ...common };
    expect(answerTo(question, ["-1e70"]).answer).toBe(-1e70);
    for (const cell of ["1e71", "-1e308", 1e308]) {
      expect(answerTo(question, [cell])).toEqual({
        answer: { missing: "no_answer" },
        reported: problem(String(cell), `“${cell}” is a number beyond 1e+70, more than can be counted with.`),
      });
    }
  });

  test("of a single choice is its option's code, however the cell writes it", () => {
    const question: PlannedQuestion = { kind: "single", id: "q", column: "a", options, ...common, missing: [REFUSED] };
    for (const cell of ["2", 2, "02", " 2.0 "]) expect(answerTo(question, [cell]).answer).toBe(2);
    expect(answerTo(question, ["-1"]).answer).toEqual({ missing: "no_answer" });
    expect(answerTo(question, ["4"]).reported).toEqual(problem("4", "none of the question's options"));
  });

  test("of several flags is the chosen options", () => {
    const columns = ["a", "b", "c"].map((column, at) => ({ column, code: at + 1 }));
    const question: PlannedQuestion = {
      kind: "multiple",
      id: "q",
      source: { form: "flags", columns, chosen: [1] },
      options,
      ...common,
      missing: [NA, REFUSED],
    };
    expect(answerTo(question, ["1", "0", "1"]).answer).toEqual([1, 3]);
    expect(answerTo(question, ["1", "-1", "-1"]).answer).toEqual([1]);
    expect(answerTo(question, ["0", "0", ""]).answer).toEqual([]);
    expect(answerTo(question, ["-1", "-1", "-1"]).answer).toEqual({ codes: ["-1"], missing: "no_answer" });
    expect(answerTo(question, ["NA", "", "NA"]).answer).toEqual({ missing: "not_asked" });
  });

  test("of several flags leaves no mark out that may say something else, and reports it", () => {
    const columns = ["a", "b", "c"].map((column, at) => ({ column, code: at + 1 }));
    const flags = (...chosen: (string | number)[]): PlannedQuestion => ({
      ...{ kind: "multiple", id: "q", source: { form: "flags", columns, chosen }, options, ...common },
    });
    const why = "says neither that the option is chosen nor that it is not";
    expect(answerTo(flags("1"), ["1", "Yes", 0])).toEqual({ answer: [1], reported: problem("Yes", why, "b") });
    expect(answerTo(flags("1"), ["Yes", "banana", true])).toEqual({
      answer: { missing: "no_answer" },
      reported: [...problem("Yes", why), ...problem("banana", why, "b"), ...problem("true", why, "c")],
    });
    expect(answerTo(flags("Yes"), ["yes", "2", ""])).toEqual({ answer: [1], reported: problem("2", why, "b") });
    // 1 and 2 are as usual as 1 and 0, and a refusal is written in many ways.
    expect(answerTo(flags(1), ["2", 2, " "])).toEqual({ answer: [], reported: [] });
    for (const no of ["No", "0", false, "Not mentioned", "nicht gewählt", "Unchecked", "unticked", "keine"])
      expect(answerTo(flags("x"), [no, no, no])).toEqual({ answer: [], reported: [] });
    for (const other of ["Norway", "Unilever", "Notion"])
      expect(answerTo(flags("x"), [other, "x", ""]).reported).toEqual(problem(other, why));
  });

  test("of several choices is each of them once", () => {
    const question: PlannedQuestion = {
      kind: "multiple",
      id: "q",
      source: { form: "choices", columns: ["a", "b", "c"] },
      options,
      ...common,
    };
    expect(answerTo(question, [3, null, 1]).answer).toEqual([3, 1]);
    expect(answerTo(question, [3, 3, 7])).toEqual({
      answer: [3],
      reported: problem("7", "none of the question's options", "c"),
    });
    expect(answerTo(question, [null, null, null]).answer).toEqual({ missing: "not_asked" });
  });

  test("of a list in one cell is its parts", () => {
    const named = options.map((option) => ({ ...option, cells: [option.label] }));
    const question: PlannedQuestion = {
      kind: "multiple",
      id: "q",
      source: { form: "list", column: "a", separator: ";" },
      options: named,
      ...common,
    };
    expect(answerTo(question, ["option 3; option 1;"]).answer).toEqual([3, 1]);
    expect(answerTo(question, [["option 2"]]).answer).toEqual([2]);
    expect(answerTo(question, [""]).answer).toEqual({ missing: "not_asked" });
  });

  test("that is a birth is never of a year to come, where years have two digits", () => {
    const date = (text: string): PlannedQuestion => ({
      kind: "date",
      id: "q",
      column: "a",
      order: "dmy",
      ...common,
      text,
    });
    expect(answerTo(date("Date of birth"), ["02.02.61"]).answer).toBe(Date.UTC(1961, 1, 2));
    expect(answerTo(date("Date of birth"), ["02.02.04"]).answer).toBe(Date.UTC(2004, 1, 2));
    expect(answerTo(date("Date of birth"), ["02.02.2061"]).answer).toBe(Date.UTC(2061, 1, 2));
    expect(answerTo(date("Contract ends"), ["02.02.61"]).answer).toBe(Date.UTC(2061, 1, 2));
  });

  test("that is open is the text as it stands, that is a date an instant in the zone chosen", () => {
    expect(answerTo({ kind: "open", id: "q", column: "a", ...common }, ["  so “so” \n"]).answer).toBe("  so “so” \n");
    const date: PlannedQuestion = { kind: "date", id: "q", column: "a", order: "dmy", ...common };
    expect(answerTo(date, ["3.4.2020 12:00"], { timeZone: "Europe/Berlin" }).answer).toBe(Date.UTC(2020, 3, 3, 10));
    expect(answerTo(date, ["3.4.2020"], { timeZone: "Europe/Berlin" }).answer).toBe(Date.UTC(2020, 3, 3));
    expect(answerTo(date, ["31.2.2020"]).reported).toEqual(
      problem("31.2.2020", "“31.2.2020” is not a date of the years 1900 to 2299."),
    );
  });
});

describe("a row", () => {
  const plan = planOf({
    id: "a",
    time: { column: "b", order: "mdy" },
    end: { column: "c", order: "mdy" },
    weights: ["w"],
  });
  const read = (cells: RawCell[], given: Partial<ImportPlan> = {}) =>
    rowReader({ ...plan, ...given }, ["a", "b", "c", "w"])({ row: 9, cells });

  test("is kept with its id, times and weight", () => {
    expect(read([" 7 ", "7/15/18", "7/17/18 10:00", "0.5"])).toEqual({
      kept: {
        row: 9,
        id: "7",
        time: Date.UTC(2018, 6, 15),
        end: Date.UTC(2018, 6, 17, 10),
        weights: [0.5],
        answers: [],
      },
      reported: [],
    });
  });

  test("whose end precedes its start is reported, and refused when the plan says so", () => {
    const reversed = ["7", "7/15/18", "7/17/17", "1"];
    const reason = "The end, 7/17/17, is before the start, 7/15/18: one of the two is wrong.";
    expect(read(reversed)).toMatchObject({
      kept: { time: Date.UTC(2018, 6, 15) },
      reported: [{ column: "c", value: "7/17/17", reason }],
    });
    expect(read(reversed, { endBeforeStart: "refuse" })).toEqual({
      refused: { column: "c", value: "7/17/17", reason },
    });
  });

  test("has one id whether a tool wrote it as a whole number or with decimals of zero, and keeps zeros before it", () => {
    const idIn = (cell: RawCell) => {
      const found = read([cell, "7/15/18", "", "1"]);
      return "kept" in found ? found.kept.id : found;
    };
    for (const cell of ["1000", "1000.0", "1000.00", 1000]) expect(idIn(cell)).toBe("1000");
    expect(["01000.0", "1000.5", "1.2.0", "R1.0"].map(idIn)).toEqual(["01000", "1000.5", "1.2.0", "R1.0"]);
  });

  test("without a readable time, or without an id, is refused", () => {
    expect(read(["7", "yesterday", "", "1"])).toEqual({
      refused: { column: "b", value: "yesterday", reason: "“yesterday” is not a date of the years 1900 to 2299." },
    });
    expect(read([" ", "7/15/18", "", "1"])).toMatchObject({
      refused: { column: "a", reason: expect.stringContaining("The id is blank") },
    });
    expect(read(["7", "", "", "1"])).toMatchObject({ kept: { time: null, end: null } });
  });

  test("with a weight that is negative or none is kept without one, and reported", () => {
    expect(read(["7", "", "", "-2"])).toMatchObject({
      kept: { weights: [null] },
      reported: [{ column: "w", reason: expect.stringContaining("is negative") }],
    });
    expect(read(["7", "", "", "x"])).toMatchObject({ kept: { weights: [null] }, reported: [{ column: "w" }] });
    expect(read(["7", "", "", "1e71"])).toMatchObject({ kept: { weights: [null] }, reported: [{ column: "w" }] });
    expect(read(["7", "", "", ""])).toMatchObject({ kept: { weights: [null] }, reported: [] });
  });

  test("that could not be read is refused with what the file says of it", () => {
    const found = rowReader(plan, ["a", "b", "c", "w"])({
      row: 3,
      cells: ["1"],
      problem: "Row 3 has 1 cell where the header has 4.",
    });
    expect(found).toEqual({ refused: "Row 3 has 1 cell where the header has 4." });
  });
});

describe("rows kept and refused", () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.constantFrom("1", "2", "NA", "-1", "", "7/15/18", "2020-13-01", "1,5"),
    fc.integer(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 2 }),
  );
  const row = fc.record({
    cells: fc.array(cell, { maxLength: 6 }),
    problem: fc.option(fc.string(), { nil: undefined }),
  });
  const names = ["id", "Start", "Q1_1", "Q1_2", "weight"];

  test("are the rows of the file, whatever is in them and whatever the plan", async () => {
    const chosen = fc.record({ id: fc.constantFrom(null, "id"), timed: fc.boolean(), refuse: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 40 }), chosen, async (given, { id, timed, refuse }) => {
        const rows = given.map(
          ({ cells, problem }, at): RawRow => ({ row: at + 2, cells, ...(problem !== undefined && { problem }) }),
        );
        const file = {
          columns: names.map((name) => ({ name })),
          multipleSets: [],
          rows: async function* () {
            yield rows.slice(0, 7);
            yield rows.slice(7);
          },
        };
        const seen = profiler(names.length);
        seen.add(rows.slice(0, 20));
        const time = timed ? { column: "Start", order: "mdy" as const } : null;
        const plan: ImportPlan = { ...guessPlan(file, seen), id, time, endBeforeStart: refuse ? "refuse" : "keep" };
        const found: number[] = [];
        for await (const { kept, refused } of readRows(file, importPlanSchema.parse(plan))) {
          found.push(...[...kept, ...refused].map((each) => each.row));
        }
        expect(found.sort((one, other) => one - other)).toEqual(rows.map((each) => each.row));
      }),
    );
  });

  test("are those of a text with any cells, read from a file", async () => {
    const line = fc.array(fc.string({ unit: fc.constantFrom(..."a1,\"'; .-\\"), maxLength: 8 }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 20 }), async (lines) => {
        const text = [
          "a,b,c",
          "1,2,3",
          ...lines.map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(",")),
        ].join("\n");
        const { rows, file } = await readBytes("a.csv", text);
        const seen = profiler(file.columns.length);
        seen.add(rows);
        let count = 0;
        let all = 0;
        for await (const { kept, refused, blank } of readRows(file, guessPlan(file, seen))) {
          count += kept.length + refused.length;
          all += kept.length + refused.length + blank;
        }
        expect(count).toBe(rows.length);
        expect(all).toBe((rows.at(-1)?.row ?? 1) - (file.lastHeaderRow ?? 1));
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ["of a text", "a.csv", "\na,b\n\n1,2\n\n , \n3,4,5,6\n,\n7,8\n\n,\n", 4],
    ["of a text that names its sign", "a.csv", "sep=;\na;b\n1;2\n\n3;4\n", 1],
    ["of JSON lines", "a.jsonl", '\n{"a":1}\n\n \n{"a":2}\n\n', 3],
    [
      "of a workbook",
      "a.xlsx",
      workbookOf([sheetRow(1, "a"), sheetRow(2, "1"), sheetRow(3, " "), sheetRow(6, "2"), sheetRow(7, "")].join("")),
      3,
    ],
  ])("that are blank %s are counted, but for those behind the last one", async (_, name, bytes, expected) => {
    const file = await openBytes(name, bytes);
    let found = 0;
    for await (const { blank } of readRows(file, planOf({}))) found += blank;
    await file.close();
    expect(found).toBe(expected);
  });
});

describe("a number", () => {
  test("is exactly the one that was written", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const [plain, padded] = [numberOf(String(value)), numberOf(` ${value} `)];
        expect([plain === value, padded === value]).toEqual([true, true]);
        if (Math.abs(value) > 1e-6 && Math.abs(value) < 1e20)
          expect(numberOf(String(value).replace(".", ","), ",")).toBe(Number(String(value)));
      }),
    );
  });

  test.each(["", " ", "1 2", "1e", "0x10", "Infinity", "NaN", "1,2,3", "1.2.3", "--1", "5%", "$5", "1,23"])(
    "is not in %s",
    (text) => {
      expect(numberOf(text)).toBeNull();
    },
  );

  test("that is long keeps its digits as a key, and a short one its value", () => {
    expect(cellKey("12345678901234567890")).toBe("12345678901234567890");
    expect([cellKey("01"), cellKey(1), cellKey("1.0"), cellKey("+1")]).toEqual(["1", "1", "1", "1"]);
    expect([cellKey("-0"), cellKey(-0)]).toEqual(["0", "0"]);
  });

  test("has one key for both ways to write an accent", () => {
    expect(cellKey("cafe\u0301")).toBe(cellKey("caf\u00e9"));
  });
});
