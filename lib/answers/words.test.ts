import { expect, test } from "vitest";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { effectInWords, fileRowsInWords, looksInWords, type Revision, undoInWords } from "./words";

const format = formatFor(usualSettings);
const revision: Revision = {
  ...{
    id: 2,
    automatic: false,
    mode: "append",
    state: "visible",
    current: true,
    can_undo: true,
    before_kept: true,
    brought: null,
  },
  ...{ file_name: "b.csv", rows: 1200, refused: 200, responses: 1500, problem: null, who: "a@x.test" },
  at: "2026-01-01T00:00:00.000Z",
};
const before = { ...revision, id: 1, file_name: "a.csv", responses: 500 };

test("before something is undone it is said what goes with it and what stays", () => {
  expect(undoInWords(revision, before, format)).toMatch(
    /the 500 responses of before it, of “a\.csv”, instead of 1,500\. .*what was edited in them since is lost/,
  );
  expect(undoInWords(revision, undefined, format)).toContain("will have no answers, as before it");
  const weight = { ...revision, mode: "weight" as const, file_name: "Weight “w”" };
  expect(undoInWords(weight, before, format)).toMatch(/^Weight “w” is taken back.*questions stay as they are\.$/);
  const kind = { ...revision, mode: "kind" as const, file_name: "“age”: Number to Scale" };
  expect(undoInWords(kind, before, format)).toMatch(
    /“age”: Number to Scale is taken back.*edited since stay as they are/,
  );
});

test("rows of a file are told of what had a file", () => {
  expect(fileRowsInWords(revision, format)).toBe("1,000 kept + 200 refused = 1,200 rows");
  const brought = { added: 999, again: 0, gone: 0, questions: { added: 0, changed: 0, gone: 0 }, blank: 1 };
  expect(fileRowsInWords({ ...revision, brought }, format)).toBe("999 kept + 200 refused + 1 blank = 1,200 rows");
  expect(fileRowsInWords({ ...revision, mode: "kind", refused: 0 }, format)).toBeNull();
});

test("ids that come again in a file are told with their column", () => {
  const none = { count: 0, first: [] };
  const effect = {
    ...{ now: 60, after: 69, repeated: 1, id_column: "respondent_id", excluded: 0, excluded_after: 0 },
    brought: { added: 9, again: 60, gone: 0, questions: { added: 0, changed: 0, gone: 0 } },
    questions: { added: none, changed: none, gone: none },
  };
  expect(effectInWords(effect, "append", format)[0]).toBe(
    "Responses: 60 now, 69 after; 9 new, 60 that it has come again. 1 row has in “respondent_id” the id of a later row, which counts.",
  );
});

test("columns to look at are told up to twenty, and how many there are more", () => {
  const looks = Array.from({ length: 21 }, (_, at) => ({
    column: `q${at}`,
    reason: "99 is taken for a missing answer.",
  }));
  expect(looksInWords(looks.slice(0, 1))).toEqual(["Look at “q0”: 99 is taken for a missing answer."]);
  expect(looksInWords(looks)).toHaveLength(looks.length);
});
