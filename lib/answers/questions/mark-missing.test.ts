import { expect, test } from "vitest";
import type { MissingCode } from "@/lib/contracts/interfaces/answers";
import { question } from "@/lib/test-answers";
import { addedProblems } from "./mark-missing";

const read: MissingCode = { cell: "99.99.9999", kind: "no_answer" };
const added: MissingCode = { cell: "2099-12-31", kind: "no_answer" };

test("a date's missing code is a day that can be stored; codes that a file was read with stay", () => {
  const visit = question(1, "visit", "date", { missing: [read] });
  expect(addedProblems(visit, [read, added])).toEqual([]);
  const wrong = ["9999-12-31", "2031-02-30", 99].map((cell): MissingCode => ({ cell, kind: "no_answer" }));
  expect(addedProblems(visit, [read, ...wrong])).toEqual(
    ["9999-12-31", "2031-02-30", "99"].map(
      (code) =>
        `“visit” is a date, and “${code}” is none of the years 1900 to 2299: write a missing date as 1900-01-01.`,
    ),
  );
  expect(addedProblems(question(1, "age", "numeric"), [added])).toEqual([]);
});
