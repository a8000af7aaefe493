import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import type { QuotaDraft } from "../draft";
import { questionsById } from "../qualification-text";
import {
  clearRange,
  copyRange,
  duplicateRows,
  type Edited,
  figuresOf,
  fillDown,
  findRows,
  insertRow,
  pasteCells,
  readClipboard,
  removeRows,
} from "./grid-edit";
import { advance, beginHistory, redo, undo } from "./history";

const gender: Question = {
  id: 2,
  name: "Gender",
  text: "",
  type: "single",
  options: [
    { id: 1, text: "Male" },
    { id: 2, text: "Female" },
  ],
};
const questions = questionsById([gender]);
const quota = (name: string, target: number, gender_id?: number): QuotaDraft => ({
  quota_id: name,
  quota_name: name,
  quota: target,
  qualifications: gender_id === undefined ? [] : [{ question_id: 2, allowed_option_ids: [gender_id] }],
});
const quotas = [quota("A", 10, 1), quota("B", 20, 2), quota("C", 30)];
const all = { top: 0, bottom: 2, left: 0, right: 2 };
const done = (edited: Edited): readonly QuotaDraft[] => {
  if ("problem" in edited) throw new Error(edited.problem);
  return edited.quotas;
};
const rules = { questions, mayAdd: true };

describe("the clipboard", () => {
  test("holds a range as spreadsheets take it", () => {
    expect(copyRange(quotas, all, questions)).toBe("A\tGender: Male\t10\nB\tGender: Female\t20\nC\t\t30");
  });

  test.each([
    [
      "A\tB\r\nC\tD\r\n",
      [
        ["A", "B"],
        ["C", "D"],
      ],
    ],
    ['"line\nbreak"\t"say ""so"""', [["line\nbreak", 'say "so"']]],
    ['Gender: "a", "b"\t1', [['Gender: "a", "b"', "1"]]],
    ['"a", "b"\t1', [['"a", "b"', "1"]]],
    ["", [[""]]],
  ])("%j is read as cells", (text, cells) => {
    expect(readClipboard(text)).toEqual(cells);
  });

  test("gives back whatever cells were put there", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', "\t", "\n", ",", " "), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), (rows) => {
        const given = rows.map(([name], at) => ({ ...quota(String(at), 1), quota_name: name.trim() }));
        const range = { top: 0, bottom: given.length - 1, left: 0, right: 0 };
        fc.pre(given.at(-1)?.quota_name !== "");
        const read = readClipboard(copyRange(given, range, questions));
        expect(read).toEqual(given.map(({ quota_name }) => [quota_name]));
      }),
    );
  });

  test("pasted over what it was copied from changes nothing", () => {
    const pasted = done(pasteCells(quotas, all, readClipboard(copyRange(quotas, all, questions)), rules));
    expect(pasted).toEqual(quotas);
    expect(pasted[0]).toBe(quotas[0]);
  });
});

describe("pasting", () => {
  test("goes on in new quotas below the last", () => {
    const pasted = done(
      pasteCells(
        quotas,
        { top: 2, bottom: 2, left: 0, right: 0 },
        [
          ["C", "", "5"],
          ["D", "gender: male", "6"],
        ],
        rules,
      ),
    );
    expect(pasted.map(({ quota_id, quota_name, quota: target }) => [quota_id, quota_name, target])).toEqual([
      ["A", "A", 10],
      ["B", "B", 20],
      ["C", "C", 5],
      [null, "D", 6],
    ]);
  });

  test("fills a whole range with one cell", () => {
    expect(done(pasteCells(quotas, { ...all, left: 2 }, [["7"]], rules)).map(({ quota: target }) => target)).toEqual([
      7, 7, 7,
    ]);
  });

  test.each([
    [[["A", "", "x"]], true, "Row 1 of what was pasted: “x” is not a whole number of 0 or more."],
    [
      [["A"], ["B", "Gender: Femal"]],
      true,
      "Row 2 of what was pasted: There is no option of Gender called “Femal”. Did you mean “Female”?",
    ],
    [
      [["A"], ["B"], ["C"], ["D"]],
      false,
      "This has more rows than there are quotas below, and none can be added here.",
    ],
  ])("%j is taken whole or not at all", (cells, mayAdd, problem) => {
    expect(pasteCells(quotas, { ...all, bottom: 0 }, cells, { questions, mayAdd })).toEqual({ problem });
  });
});

describe("edits", () => {
  test("fill down, clear, remove, duplicate, find", () => {
    expect(done(fillDown(quotas, { ...all, left: 1, right: 1 })).map(({ qualifications }) => qualifications)).toEqual([
      quotas[0]?.qualifications,
      quotas[0]?.qualifications,
      quotas[0]?.qualifications,
    ]);
    expect(done(clearRange(quotas, { ...all, left: 2 })).map(({ quota: target }) => target)).toEqual(["", "", ""]);
    expect(done(removeRows(quotas, { ...all, bottom: 1 })).map(({ quota_name }) => quota_name)).toEqual(["C"]);
    expect(
      done(duplicateRows(quotas, { ...all, bottom: 0 })).map(({ quota_id, quota_name }) => [quota_id, quota_name]),
    ).toEqual([
      ["A", "A"],
      [null, "A copy"],
      ["B", "B"],
      ["C", "C"],
    ]);
    expect(findRows(quotas, "fem", questions)).toEqual([1]);
    expect(findRows(quotas, "30", questions)).toEqual([2]);
  });

  test("any sequence of them is undone to what was, and redone to what became", () => {
    const range = fc.tuple(fc.nat(4), fc.nat(4), fc.nat(2), fc.nat(2)).map(([a, b, c, d]) => ({
      top: Math.min(a, b),
      bottom: Math.max(a, b),
      left: Math.min(c, d),
      right: Math.max(c, d),
    }));
    const edit = fc.tuple(fc.constantFrom(fillDown, clearRange, removeRows, duplicateRows), range);
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
        let history = beginHistory<readonly QuotaDraft[]>(quotas);
        for (const [change, where] of edits) {
          const edited = change(history.present, where);
          if ("quotas" in edited) history = advance(history, edited.quotas);
        }
        const last = history.present;
        for (let back = undo(history); back; back = undo(history)) history = back;
        expect(history.present).toBe(quotas);
        for (let forth = redo(history); forth; forth = redo(history)) history = forth;
        expect(history.present).toBe(last);
      }),
    );
  });
});

describe("figures", () => {
  const collected = { survey_starts: 40, survey_completes: 15 };

  test("remain and fill by what the survey counts", () => {
    expect(figuresOf(quota("A", 20), collected, false)).toEqual({
      starts: 40,
      completes: 15,
      remaining: 5,
      percent: 75,
    });
    expect(figuresOf(quota("A", 20), collected, true)).toMatchObject({ remaining: 0, percent: 200 });
    expect(figuresOf({ ...quota("A", 20), quota: "" }, collected, false)).toMatchObject({
      remaining: null,
      percent: null,
    });
  });

  test("of a quota that is not there yet are nothing; those that the service did not send are unknown", () => {
    expect(figuresOf({ ...quota("A", 20), quota_id: null }, undefined, false)).toMatchObject({
      starts: 0,
      remaining: 20,
    });
    expect(figuresOf(quota("A", 20), undefined, false)).toMatchObject({ starts: null, remaining: null });
  });

  test("are copied as plain numbers beside the cells", () => {
    const figures = () => ({ starts: 1200, completes: 15, remaining: null, percent: 33.3333 });
    const range = { top: 0, bottom: 0, left: 2, right: 6 };
    expect(copyRange(quotas, range, questions, figures)).toBe("10\t1200\t15\t\t33.33");
  });

  test("are not filled or cleared", () => {
    const range = { top: 0, bottom: 2, left: 3, right: 6 };
    expect(done(fillDown(quotas, range))).toBe(quotas);
    expect(done(clearRange(quotas, range))).toBe(quotas);
    expect(pasteCells(quotas, range, [["1"]], rules)).toHaveProperty("problem");
  });
});

describe("a quota of which nobody knows who belongs to it", () => {
  const unknown: QuotaDraft = { ...quota("Odd", 5), qualificationsUnknown: true };

  test("is not copied, which would make quotas for everyone", () => {
    expect(duplicateRows([unknown], { top: 0, bottom: 0, left: 0, right: 2 })).toHaveProperty("problem");
    expect(fillDown([unknown, quota("B", 1, 2)], { top: 0, bottom: 1, left: 1, right: 1 })).toHaveProperty("problem");
  });

  test("is pasted back over itself unchanged, and over or as no other", () => {
    const list = [unknown, quota("B", 1, 2)];
    const range = { top: 0, bottom: 0, left: 0, right: 2 };
    const copied = readClipboard(copyRange(list, range, questions));
    expect(copied).toEqual([["Odd", "Unknown", "5"]]);
    expect(done(pasteCells(list, range, copied, rules))[0]).toBe(unknown);
    for (const top of [1, 2]) {
      expect(pasteCells(list, { ...range, top, bottom: top }, copied, rules)).toEqual({
        problem: expect.stringContaining("the service did not say in a readable way who belongs to it"),
      });
    }
  });

  test("stays so under an empty cell, and takes what is typed", () => {
    const cell = { top: 0, bottom: 0, left: 1, right: 1 };
    expect(done(pasteCells([unknown], cell, [[""]], rules))[0]).toBe(unknown);
    expect(done(clearRange([unknown], cell))[0]).toEqual(unknown);
    expect(done(pasteCells([unknown], cell, [["Gender: Female"]], rules))[0]).toEqual({
      ...quota("Odd", 5, 2),
      quota_id: "Odd",
    });
    expect(findRows([unknown, quota("B", 1, 2)], "unknown", questions)).toEqual([0]);
  });

  test("still gives its name and target", () => {
    const filled = done(fillDown([unknown, quota("B", 1, 2)], { top: 0, bottom: 1, left: 2, right: 2 }));
    expect(filled[1]).toEqual({ ...quota("B", 5, 2), quota_id: "B" });
  });
});

test("a new row stands where it was asked for", () => {
  expect(done(insertRow(quotas, 1)).map(({ quota_name }) => quota_name)).toEqual(["A", "", "B", "C"]);
});
