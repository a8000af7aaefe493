import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { csvRow } from "./csv";

const RUN = /^[=+\-@\t\r]/;

describe("csvRow", () => {
  test("quotes what needs quotes and doubles quotes inside", () => {
    expect(csvRow(["a,b", 'say "x"', "two\r\nlines", "plain"])).toBe('"a,b","say ""x""","two\r\nlines",plain\r\n');
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])("writes %j so that no spreadsheet runs it", (cell) => {
    expect(csvRow([cell])).toContain(`'${cell}`);
  });

  test("leaves numbers, negative ones too, as numbers and unknowns empty", () => {
    expect(csvRow([-1.5, 0, null, undefined, true])).toBe("-1.5,0,,,true\r\n");
  });

  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n\",;'a1 ") }));
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
          row.map((cell) => (typeof cell === "string" && RUN.test(cell) ? `'${cell}` : String(cell))),
        );
        expect(read).toEqual(expected);
        const texts = read.flatMap((row, at) => row.filter((_, cell) => typeof written[at]?.[cell] === "string"));
        expect(texts.filter((cell) => RUN.test(cell))).toEqual([]);
      }),
    );
  });
});
