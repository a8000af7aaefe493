import { expect, test } from "vitest";
import type { ImportPlan, MissingCode } from "@/lib/contracts/answers";
import { columnsToLookAt } from "./needs-look";

const planWith = (missing: MissingCode[]): ImportPlan => ({
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null },
  ...{ weights: [], ignored: [], notes: [] },
  questions: [{ kind: "open", id: "Q", text: "Q", column: "Q", missing, blank: "not_asked", grid: null }],
});

test.each<[what: string, code: MissingCode, reason: string | null]>([
  ["a number", { cell: 99, kind: "no_answer" }, "99 is taken for a missing answer."],
  ["a word of two meanings", { cell: "Missing", kind: "no_answer" }, "“Missing” is taken for a missing answer."],
  ["a usual word", { cell: "Refused", kind: "no_answer" }, null],
  ["NA", { cell: "NA", kind: "not_asked" }, null],
  ["a number with a label", { cell: 99, kind: "no_answer", label: "Refused" }, null],
])("a person looks at a missing code by what it is: %s", (_, code, reason) => {
  const looks = columnsToLookAt(planWith([code]), { columns: ["Q"], rows: [], problems: [] });
  expect(looks).toEqual(reason === null ? [] : [{ column: "Q", reason }]);
});
