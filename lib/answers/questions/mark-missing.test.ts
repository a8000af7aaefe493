import { expect, test } from "vitest";
import type { MissingCode } from "@/lib/contracts/interfaces/answers";
import { question } from "@/lib/test-answers";
import { addedProblems } from "./mark-missing";

const read: MissingCode = { cell: "99.99.9999", kind: "no_answer" };
const added: MissingCode = { cell: "2099-12-31", kind: "no_answer" };

test("refuses to mark dates as missing, which would change no count; codes that a file was read with stay", () => {
  const visit = question(1, "visit", "date", { missing: [read] });
  expect(addedProblems(visit, [read, added])).toEqual([
    "“visit” is a date, of which no answer can be marked: import the file again with other missing codes.",
  ]);
  expect(addedProblems(visit, [read])).toEqual([]);
  expect(addedProblems(question(1, "age", "numeric"), [added])).toEqual([]);
});
