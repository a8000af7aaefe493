import { describe, expect, test } from "vitest";
import { type Coloured, distinctTones, optionTone } from "./option-tones";

type Option = [label: string, value?: number | null];

/** Codes from 1 in the order of the list. */
const questionOf = (id: string, options: readonly Option[], more: Partial<Coloured> = {}): Coloured => ({
  id,
  options: options.map(([label, value = null], at) => ({ code: at + 1, label, order: at, value, cells: [label] })),
  missing: [],
  derivation: null,
  ...more,
});

const tonesIn = (questions: readonly Coloured[], questionId: string) =>
  questions.find(({ id }) => id === questionId)?.options.map(({ code }) => optionTone(questions, { questionId, code }));

const agreement: Option[] = [
  ["Strongly disagree", 1],
  ["Disagree", 2],
  ["Neither agree nor disagree", 3],
  ["Agree", 4],
  ["Strongly agree", 5],
];

describe("the colour of an option", () => {
  test("is given by its place in the question's list", () => {
    const brands = questionOf("brand", [["Acme"], ["Bolt"], ["Crest"]]);
    expect(tonesIn([brands], "brand")).toEqual([0, 1, 2]);
    const options = brands.options.map((option) => ({ ...option, order: 2 - option.order }));
    expect(tonesIn([{ ...brands, options }], "brand")).toEqual([2, 1, 0]);
  });

  test("is the same in all questions of the same labels, in whatever order they stand", () => {
    const first = questionOf("a", [["Acme"], ["Bolt"], ["Crest"]]);
    const second = questionOf("b", [["Crest"], ["Acme "], ["Bolt"]]);
    const others = questionOf("c", [["Crest"], ["Acme"], ["Dynamo"]]);
    const questions = [first, second, others];
    expect(tonesIn(questions, "b")).toEqual([2, 0, 1]);
    expect(tonesIn(questions, "c")).toEqual([0, 1, 2]);
  });

  test("is a shade of its place on a scale, by a battery's ordered question for all of it", () => {
    const bands = questionOf("age", [
      ["35–54", 2],
      ["18–34", 1],
      ["55+", 3],
    ]);
    const place = (at: number) => ({ ramp: "sequential", at });
    expect(tonesIn([bands], "age")).toEqual([place(0.5), place(0), place(1)]);
    const unordered = questionOf("first", [["18–34"], ["35–54"], ["55+"]]);
    expect(tonesIn([unordered, bands], "first")).toEqual([place(0), place(0.5), place(1)]);
  });

  test("goes from one end of a scale over its middle to the other where its labels or values say so", () => {
    const around = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ ramp: "diverging", at }));
    expect(tonesIn([questionOf("q", agreement)], "q")).toEqual(around);
    const numbered = agreement.map(([label, value], at): Option => [`${at + 1} - ${label}`, value]);
    expect(tonesIn([questionOf("q", numbered)], "q")).toEqual(around);
    const values: Option[] = [
      ["--", -2],
      ["-", -1],
      ["o", 0],
      ["+", 1],
      ["++", 2],
    ];
    expect(tonesIn([questionOf("q", values)], "q")).toEqual(around);
    const often: Option[] = [
      ["Never", 1],
      ["Sometimes", 2],
      ["Always", 3],
    ];
    expect(tonesIn([questionOf("q", often)], "q")?.[1]).toEqual({ ramp: "sequential", at: 0.5 });
  });

  test("is grey beside a scale, and of an answer that is none", () => {
    const asked = questionOf("q", [...agreement, ["Don't know"]]);
    expect(tonesIn([asked], "q")?.at(-1)).toBe("beside");
    const missing: Coloured["missing"] = [{ cell: "Refused", kind: "no_answer" }];
    const brands = questionOf("brand", [["Acme"], ["Refused"], ["Bolt"]], { missing });
    expect(tonesIn([brands], "brand")).toEqual([0, "beside", 2]);
    expect(optionTone([brands], { questionId: "brand", code: -1 })).toBe("beside");
  });

  test("is that of a pair in no order, and found by name where a service gives no codes", () => {
    const pair = questionOf("q", [
      ["No", 0],
      ["Yes", 1],
    ]);
    expect(tonesIn([pair], "q")).toEqual([0, 1]);
    expect(optionTone([pair], { questionId: "q", code: "Yes" })).toBe(1);
    expect(optionTone([pair], { questionId: "other", code: 1 })).toBeNull();
  });
});

test("in one chart no two things have one colour: the first keeps it, and others take what is free", () => {
  const shade = { ramp: "sequential", at: 1 } as const;
  expect(distinctTones([1, null, 1, shade, undefined, shade])).toEqual([1, 0, 2, shade, 3, 4]);
});
