import { expect, test } from "vitest";
import { parseFolder } from "./backup-arguments";

test("one folder is taken; none, an option and a second word are refused with how it is written", () => {
  expect(parseFolder("backup", ["/backups"])).toBe("/backups");
  for (const args of [[], ["--help"]]) {
    expect(() => parseFolder("restore", args)).toThrow("Name the folder of backups: npm run restore -- DIR");
  }
  expect(() => parseFolder("backup", ["a", "b"])).toThrow("“b” is one word too many");
});
