import { describe, expect, test } from "vitest";
import { readTripleS, writeTripleS } from "@/lib/answers/files/triple-s";
import { question } from "@/lib/test-answers";
import { describedChanges } from "./describe-questions";
import { pastedLabels, pastedTexts } from "./paste-setup";
import { setupRows, sortSetupRows } from "./setup-rows";

const agree = question(1, "q1", "single", {
  options: [
    [1, "1", null],
    [2, "2", null],
    [3, "3", null],
  ],
});
const age = question(2, "age", "numeric", { missing: [{ cell: 99, kind: "no_answer" }] });
const valued = question(3, "q10", "scale", {
  options: [
    [1, "Bad", 1],
    [2, "Good", 2],
  ],
});
const all = [agree, age, valued];
const rowsOf = (narrowed: object = {}) =>
  setupRows(all, { search: "", kind: null, filter: "all", ...narrowed }, new Map());
const ids = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => row.question.id);

describe("the table of all set-ups", () => {
  test("says in words how each question is read", () => {
    expect(rowsOf()).toMatchObject([
      { kind: "One choice", options: "3: 1, 2, 3", values: "No order", missing: "", answered: null },
      { kind: "Number", options: "", values: "", missing: "99" },
      { kind: "Scale", options: "2: Bad, Good", values: "1 to 2" },
    ]);
  });

  test("is narrowed to what has to be looked at, and sorted by any column", () => {
    expect(ids(rowsOf({ filter: "unordered" }))).toEqual(["q1"]);
    expect(ids(rowsOf({ filter: "missing" }))).toEqual(["age"]);
    expect(ids(rowsOf({ kind: "scale" }))).toEqual(["q10"]);
    expect(ids(sortSetupRows(rowsOf(), "id", false))).toEqual(["age", "q1", "q10"]);
    expect(ids(sortSetupRows(rowsOf(), "options", true))).toEqual(["q1", "q10", "age"]);
  });
});

describe("pasted columns", () => {
  test("one column of texts is of the chosen questions in their order, two name them", () => {
    expect(pastedTexts("Agree?\r\nHow old?\r\n", [agree, age], all).changes).toEqual([
      { change: "text", id: "q1", text: "Agree?" },
      { change: "text", id: "age", text: "How old?" },
    ]);
    expect(pastedTexts('AGE\t"How\nold?"', [], all).changes).toEqual([
      { change: "text", id: "age", text: "How\nold?" },
    ]);
    expect(pastedTexts("a\nb\nc", [agree], all).problems).toEqual(["3 lines were pasted, but 1 question is selected."]);
    expect(pastedTexts("q99\tx", [], all).problems).toEqual(["This project has no question “q99”."]);
  });

  test("labels go to options by their order, or by their code with a value", () => {
    expect(pastedLabels("No\nMaybe\nYes", [agree]).changes).toEqual([
      {
        change: "options",
        id: "q1",
        options: [
          { code: 1, label: "No" },
          { code: 2, label: "Maybe" },
          { code: 3, label: "Yes" },
        ],
      },
    ]);
    expect(pastedLabels("3\tYes\t100\n1\tNo\t", [agree]).changes).toEqual([
      {
        change: "options",
        id: "q1",
        options: [
          { code: 3, label: "Yes", value: 100 },
          { code: 1, label: "No" },
        ],
      },
    ]);
    expect(pastedLabels("9\tYes", [agree]).problems).toEqual(["“q1” has no option “9”."]);
    expect(pastedLabels("1\tYes\tmuch", [agree]).problems[0]).toMatch(/“much” is not a number/);
    expect(pastedLabels("Yes", [age]).problems).toEqual(["“age” has no options that could have labels."]);
  });
});

describe("Triple-S", () => {
  const xml = `<?xml version="1.0"?><sss version="2.0"><survey><record ident="A">
    <variable ident="1" type="single"><name>Q1</name><label>Do you <br/>agree?<text mode="analysis">Agreement</text></label>
    <position start="1"/><values><value code="1" score="-5">No &amp; never</value><value code="3">Yes</value></values></variable>
    <variable ident="2" type="quantity"><name>AGE</name><label>Age</label><position start="2"/>
    <values><range from="18" to="99"/></values></variable></record></survey></sss>`;

  test("variables of a file describe questions of the same names", () => {
    expect(readTripleS(xml)).toMatchObject([
      {
        id: "Q1",
        text: "Do you agree?",
        options: [{ label: "No & never", value: -5, cells: ["1"] }, { cells: ["3"] }],
      },
      { id: "AGE", text: "Age", options: [] },
    ]);
    const { changes, matched } = describedChanges(all, readTripleS(xml), ["text", "labels", "values"]);
    expect(matched).toBe(2);
    expect(changes).toEqual([
      { change: "text", id: "q1", text: "Do you agree?" },
      {
        ...{ change: "options", id: "q1" },
        options: [
          { code: 1, label: "No & never", value: -5 },
          { code: 3, label: "Yes", value: null },
        ],
      },
      { change: "text", id: "age", text: "Age" },
    ]);
  });

  test("a written file is read as the same questions", () => {
    const odd = { ...valued, text: 'Good < "bad" & \u0001 so on' };
    const back = readTripleS(writeTripleS([agree, age, odd], "A & B"));
    expect(
      back.map(({ id, options }) => [id, options.map(({ label, value, cells }) => [label, value, ...cells])]),
    ).toEqual([
      [
        "q1",
        [
          ["1", null, "1"],
          ["2", null, "2"],
          ["3", null, "3"],
        ],
      ],
      ["age", []],
      [
        "q10",
        [
          ["Bad", 1, "1"],
          ["Good", 2, "2"],
        ],
      ],
    ]);
    expect(back[2]?.text).toBe('Good < "bad" & so on');
  });

  test.each([
    ["<a/>", /no element “sss”/],
    ["<sss><survey>", /not well-formed XML/],
    ['<!DOCTYPE sss [<!ENTITY a "b">]><sss/>', /document type/],
    ["Q1,Q2", /not well-formed XML/],
  ])("%s is refused with a sentence", (text, sentence) => {
    expect(() => readTripleS(text)).toThrow(sentence);
  });
});
