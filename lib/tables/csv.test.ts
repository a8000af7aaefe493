import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { csvRow } from "./csv";

/** As a spreadsheet may read signs: `＝` as `=`, and the minus of mathematics as the one of the keyboard. */
const plain = (text: string) => text.normalize("NFKC").replaceAll("\u2212", "-");
/** Where a spreadsheet begins a formula, with whatever it takes for the end of a cell. */
const RUN = /^[=+\-@\t\r]|[;\t\r\n]"*[=+\-@]/;
const OTHER_FORMS = [..."＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−﬩⩵⩶"];

/** As a spreadsheet reads a line whose cells end at another sign: only a quote that begins a cell counts. */
const readWith = (delimiter: string, text: string) => Papa.parse<string[]>(text, { delimiter, newline: "\r\n" }).data;

/** What is written for a text: said again in plain steps. */
function guarded(cell: string): string {
  const signs = [...cell];
  const unquoted = (at: number): string => (signs[at] === '"' ? unquoted(at + 1) : (signs[at] ?? " "));
  const isPlace = (at: number) =>
    at === 0
      ? /^[=+\-@\t\r]/.test(plain(signs[0] ?? " "))
      : /[;\t\r\n]/.test(signs[at - 1] ?? " ") && /^[=+\-@]/.test(plain(unquoted(at)));
  return signs.map((sign, at) => (isPlace(at) ? `'${sign}` : sign)).join("");
}

describe("csvRow", () => {
  test("quotes what needs quotes and doubles quotes inside", () => {
    expect(csvRow(["a,b", 'say "x"', "two\r\nlines", "plain"])).toBe('"a,b","say ""x""","two\r\nlines",plain\r\n');
  });

  test.each([
    ["-0.35", "-0.35"],
    ["-$1,234.50", '"-$1,234.50"'],
    ["-12.5%", "-12.5%"],
    ["-1\u00a0234", "-1\u00a0234"],
    ["-12.5% B", "'-12.5% B"],
    ["–", "–"],
  ])("writes the figure %j as the number that it is; what is more than a number is a text", (figure, written) => {
    expect(csvRow([{ figure }])).toBe(`${written}\r\n`);
  });

  test("writes a text behind an apostrophe exactly where some form of a formula's sign begins it", () => {
    expect(OTHER_FORMS.map((sign) => csvRow([`${sign}1`]))).toEqual(OTHER_FORMS.map((sign) => `'${sign}1\r\n`));
    const characters = Array.from({ length: 0x3000 + 0x1000 }, (_, at) => (at < 0x3000 ? at : 0xf000 + at - 0x3000));
    for (const character of characters.map((code) => String.fromCharCode(code)).filter((each) => !/["\n]/.test(each)))
      expect(csvRow([character]).includes("'") || character === "'", `U+${character.charCodeAt(0).toString(16)}`).toBe(
        RUN.test(plain(character)) || character === "'",
      );
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])("writes %j so that no spreadsheet runs it", (cell) => {
    expect(csvRow([cell])).toContain(`'${cell}`);
  });

  test.each([
    ["a;=1+1", "a;'=1+1"],
    ["a\t@x", "a\t'@x"],
    ["two\n-1", "two\n'-1"],
    ["a;＝1＋1", "a;'＝1＋1"],
    ["two\r\n+1", "two\r\n'+1"],
    ['a;"=1', "a;'=1"],
    ["a; -b-c", "a; -b-c"],
  ])("writes %j so that nothing in it begins a cell that runs", (cell, written) => {
    expect(csvRow(["x", cell]).replaceAll('"', "")).toBe(`x,${written}\r\n`);
  });

  test("leaves numbers, negative ones too, as numbers and unknowns empty", () => {
    expect(csvRow([-1.5, 0, null, undefined, true])).toBe("-1.5,0,,,true\r\n");
  });

  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."=+-@＝－\t\r\n\",;'a1 ") }),
  );
  const rows = fc.integer({ min: 2, max: 5 }).chain((width) =>
    fc.array(fc.array(fc.oneof(text, fc.double({ noNaN: true })), { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 8,
    }),
  );

  test("another reader gets back what was written, and no text begins as a formula does", () => {
    fc.assert(
      fc.property(rows, (written) => {
        const { data } = Papa.parse<string[]>(written.map(csvRow).join(""), { delimiter: ",", newline: "\r\n" });
        const read = data.slice(0, -1);
        const expected = written.map((row) =>
          row.map((cell) => (typeof cell === "string" ? guarded(cell) : String(cell))),
        );
        expect(read).toEqual(expected);
        const texts = read.flatMap((row, at) => row.filter((_, cell) => typeof written[at]?.[cell] === "string"));
        expect(texts.filter((cell) => RUN.test(cell) || /^[＝－]|[;\t\r\n]"*[＝－]/.test(cell))).toEqual([]);
      }),
    );
  });

  test("no cell is a formula where semicolons or tabs separate cells", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), fc.constantFrom(";", "\t"), (cells, delimiter) => {
        // Read by the crudest spreadsheet, which knows no quotes, and by one that does.
        const line = csvRow(cells);
        const [, ...crude] = line.split(/[;\t\r\n]/).map((cell) => cell.replace(/^"+/, ""));
        const read = [...crude, ...readWith(delimiter, line).flat()];
        expect(read.filter((cell) => /^[=+\-@]/.test(plain(cell)))).toEqual([]);
      }),
    );
  });
});
