import { expect, test } from "vitest";
import { timeZoneSchema } from "./settings";

test("a time zone is a place's, not an offset or an abbreviation", () => {
  for (const name of ["Europe/Berlin", "Asia/Kolkata", "America/New_York", "UTC"]) {
    expect(timeZoneSchema.safeParse(name).success, name).toBe(true);
  }
  for (const name of ["Mars/Olympus", "+05:30", "EST", "", "a\u0000/b"]) {
    expect(timeZoneSchema.safeParse(name).success, name).toBe(false);
  }
});
