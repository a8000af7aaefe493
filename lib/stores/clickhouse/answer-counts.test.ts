import { beforeAll, describe, expect, test } from "vitest";
import type { MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import { question, testWeight, writeAnswers } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { countable, readCounts, readTenths, readValues } from "./answer-counts";
import { readRows } from "./client";
import { nobodyExcluded } from "./excluded-rows";
import { type Conversion, readChosen, readDistinct, readUnfitNumbers, rewriteColumns } from "./rewrite-column";

withEngine();

const marked = (cell: string | number, kind: MissingCode["kind"]): MissingCode => ({ cell, kind, marked: true });

const questions: Question[] = [
  question(1, "age", "numeric", {
    missing: [
      marked(99, "no_answer"),
      { low: 97, high: 99, kind: "not_asked", marked: true },
      { low: 200, high: null, kind: "not_asked", marked: true },
    ],
  }),
  question(2, "sex", "single", {
    options: [
      [1, "m", 1],
      [2, "f", 0],
      [3, "refused", 5],
    ],
    missing: [marked(3, "no_answer")],
  }),
  question(3, "media", "multiple", {
    options: [
      [1, "TV", null],
      [2, "Radio", null],
      [9, "None", null],
    ],
    missing: [marked(9, "not_asked")],
  }),
  question(4, "why", "open", { missing: [marked("n/a", "not_asked")] }),
  question(0, "ages", "scale", {
    options: [
      [1, "young", 10],
      [2, "old", 20],
    ],
    derivation: {
      form: "bands",
      questionId: "age",
      bands: [
        { code: 1, low: null, high: 30 },
        { code: 2, low: 30, high: 60 },
      ],
    },
  }),
  question(0, "both", "single", {
    options: [[1, "young m", null]],
    derivation: { form: "combination", questionIds: ["ages", "sex"], pairs: [{ code: 1, of: [1, 1] }] },
  }),
];

const rows = [
  { age: 20, sex: 1, media: [1, 2], why: "x" },
  { age: 40, sex: 3, media: [9], why: " n/a " },
  { age: 99, sex: 2, media: [], why: null },
  { age: 250, sex: null, media: [1, 9], why: "x" },
  { age: 70, sex: 1, media: null, why: "y" },
  { age: 25, sex: 3, media: null, why: null, excluded: true },
];

beforeAll(async () => {
  const responses = rows.map(({ excluded = false, ...answers }) => ({ time: 0, excluded, answers }));
  await writeAnswers("counted", questions, responses);
});

const countsOf = async (id: string) => {
  const asked = questions.filter((each) => each.id === id);
  const { responses, questions: counted } = await readCounts(
    { table: "counted", excluded: nobodyExcluded, questions, asked },
    {},
  );
  expect(responses).toBe(5);
  return counted[0];
};

describe("counts", () => {
  test("of numbers leave out what is marked, and say why it is missing", async () => {
    const numbers = { n: 3, min: 20, mean: 130 / 3, max: 70 };
    expect(await countsOf("age")).toEqual({
      id: "age",
      answered: 3,
      not_asked: 1,
      no_answer: 1,
      none: 0,
      counts: [],
      numbers,
    });
  });

  test("of options count those that are no answer as well, which no mean takes", async () => {
    expect(await countsOf("sex")).toMatchObject({
      ...{ answered: 3, not_asked: 1, no_answer: 1, none: 0, numbers: { n: 3, mean: 2 / 3 } },
      counts: [
        { code: 1, n: 2 },
        { code: 2, n: 1 },
        { code: 3, n: 1 },
      ],
    });
  });

  test("of texts leave out what is marked in whichever way its accents were written", async () => {
    const [none, answers] = ["ne\u0301ant", "r\u00e9ponse"];
    const text = question(1, "why", "open", { missing: [marked("n\u00e9ant", "no_answer")] });
    const given = [none, none.normalize("NFC"), answers].map((why) => ({ time: 0, answers: { why } }));
    await writeAnswers("accents", [text], given);
    const counts = await readCounts(
      { table: "accents", excluded: nobodyExcluded, questions: [text], asked: [text] },
      {},
    );
    expect(counts.questions).toMatchObject([{ answered: 1, no_answer: 2 }]);
    // A code may have neither of the two forms; a text as it is written there is it all the same.
    const mixed = "re\u0301pondu n\u00e9ant";
    const of = question(1, "why", "open", { missing: [marked(mixed, "no_answer")] });
    const forms = [mixed, mixed.normalize("NFC"), mixed.normalize("NFD"), answers];
    const rows = forms.map((why) => ({ time: 0, answers: { why } }));
    await writeAnswers("mixed", [of], rows);
    const found = await readCounts({ table: "mixed", excluded: nobodyExcluded, questions: [of], asked: [of] }, {});
    expect(found.questions).toMatchObject([{ answered: 1, no_answer: 3 }]);
  });

  test("of several answers tell one who chose nothing from one who was not asked", async () => {
    expect(await countsOf("media")).toMatchObject({
      ...{ answered: 3, not_asked: 2, no_answer: 0, none: 1, numbers: null },
      counts: [
        { code: 1, n: 2 },
        { code: 2, n: 1 },
        { code: 9, n: 2 },
      ],
    });
    expect(await countsOf("why")).toMatchObject({ answered: 3, not_asked: 2, no_answer: 0 });
  });

  test("of derived questions take over why an answer is missing, and say who is in none of its options", async () => {
    expect(await countsOf("ages")).toMatchObject({
      answered: 3,
      not_asked: 1,
      no_answer: 1,
      none: 1,
      numbers: { mean: 15 },
    });
    expect(await countsOf("both")).toMatchObject({ answered: 2, not_asked: 1, no_answer: 2, none: 1 });
  });

  test("leave out a question that cannot be made of what others are now", () => {
    const bare = { ...question(2, "sex", "single", { options: [[1, "m", null]] }) };
    const broken = question(0, "broken", "single", {
      options: [[1, "low", null]],
      derivation: { form: "bands", questionId: "sex", bands: [{ code: 1, low: null, high: 1 }] },
    });
    expect(countable({ table: "counted", questions: [bare, broken] }).map(({ id }) => id)).toEqual(["sex"]);
  });

  test("all of a project are one list, in its order", async () => {
    const all = await readCounts({ table: "counted", excluded: nobodyExcluded, questions, asked: questions }, {});
    expect(all.questions.map(({ id }) => id)).toEqual(questions.map(({ id }) => id));
    expect(await readCounts({ table: "counted", excluded: nobodyExcluded, questions, asked: [] }, {})).toEqual({
      responses: 5,
      questions: [],
    });
  });

  test("values are as they were given, missing ones too; tenths are of the numbers alone", async () => {
    const [age, , , why] = questions as [Question, Question, Question, Question];
    expect(
      (await readValues({ table: "counted", excluded: nobodyExcluded }, age, {})).map(({ value }) => value),
    ).toEqual([20, 40, 70, 99, 250]);
    expect((await readValues({ table: "counted", excluded: nobodyExcluded }, why, {}))[0]).toEqual({
      value: "x",
      n: 2,
    });
    const tenths = await readTenths({ table: "counted", excluded: nobodyExcluded, questions, asked: [age] }, {});
    expect(tenths?.[4]).toBe(40);
  });
});

describe("a question of another kind", () => {
  const convert = async (id: string, after: Partial<Question>, conversion: Conversion) => {
    const before = questions.find((each) => each.id === id) as Question;
    const changed = { ...before, ...after, column: "q9" } as Question;
    const table = `to_${conversion.form.replaceAll(" ", "_")}`;
    const others = questions.map((each) => (each.id === id ? changed : each));
    await rewriteColumns(
      {
        ...{
          from: { table: "counted", questions },
          to: { table, questions: others },
          weights: [testWeight],
        },
        sources: new Map([["q9", { form: "kind" as const, before, conversion }]]),
      },
      {},
    );
    const found = await readRows<{ q9: unknown; q9_m: number }>(`SELECT q9, q9_m FROM ${table} ORDER BY _row`);
    return found.map(({ q9, q9_m }) => [q9, q9_m]);
  };

  test("numbers become codes, texts options and options numbers or texts; what is missing keeps why", async () => {
    expect(await convert("age", { kind: "single" }, { form: "number to code" })).toEqual([
      [20, 0],
      [40, 0],
      [null, 2],
      [null, 1],
      [70, 0],
      [25, 0],
    ]);
    expect((await convert("sex", { kind: "numeric" }, { form: "code to number" })).slice(0, 4)).toEqual([
      [1, 0],
      [null, 2],
      [0, 0],
      [null, 1],
    ]);
    const texts = [
      [1, "Male"],
      [2, "Female"],
    ] as const;
    expect((await convert("sex", { kind: "open" }, { form: "code to text", texts })).slice(0, 3)).toEqual([
      ["Male", 0],
      [null, 2],
      ["Female", 0],
    ]);
    const codes = [
      ["x", 1],
      ["y", 2],
    ] as const;
    expect((await convert("why", { kind: "single" }, { form: "text to code", codes })).slice(0, 5)).toEqual([
      [1, 0],
      [null, 1],
      [null, 1],
      [1, 0],
      [2, 0],
    ]);
  });

  test("what it cannot be is found: numbers that are no codes, what is there, which options are chosen", async () => {
    const [age, sex] = questions as [Question, Question];
    const from = { table: "counted", questions };
    expect(await readUnfitNumbers(from, age, 30)).toEqual({ n: 2, first: 40 });
    expect(await readUnfitNumbers(from, age, 65_535)).toMatchObject({ n: 0 });
    expect((await readDistinct<number>(from, age, 3)).map(({ value }) => value)).toEqual([20, 25, 40, 70]);
    expect(await readChosen(from, sex)).toEqual(new Set([1, 2]));
  });
});
