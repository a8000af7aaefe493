import { expect, test } from "vitest";
import { selectorsOnRecord } from "./selectors-on-record";

test("a record holds no personal value, and of a long list its beginning and length", () => {
  const numbers = Array.from({ length: 5000 }, (_, index) => String(100_000 + index));
  const record = selectorsOnRecord({ Survey_Number: numbers, IP_Address: "203.0.113.7", Panel_Id: "panel-7" });
  expect(record).toMatchObject({ IP_Address: "203.0.…", Panel_Id: "panel-7" });
  expect(record.Survey_Number).toMatch(/^100000,100001(,\d{6}){280,},… \(5,000 in all\)$/);
  expect(record.Survey_Number?.length).toBeLessThan(2050);
  // Half a sign could not be stored.
  for (const start of ["", "p"])
    expect(selectorsOnRecord({ Panel_Id: start + "😀".repeat(2000) }).Panel_Id?.isWellFormed()).toBe(true);
  expect(selectorsOnRecord({ Survey_Number: ["1", "2"] })).toEqual({ Survey_Number: "1,2" });
});

test("a record of one long value is shortened, and its commas are not counted", () => {
  const { Panel_Id } = selectorsOnRecord({ Panel_Id: "one, two; ".repeat(300) });
  expect(Panel_Id).toMatch(/^one, two; .*…$/);
});
