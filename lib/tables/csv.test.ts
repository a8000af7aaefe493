import { describe, expect, test } from "vitest";
import { csvRow } from "./csv";

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
});
