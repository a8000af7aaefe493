import { describe, expect, test } from "vitest";
import type { AnswerOption, Derivation, Question } from "@/lib/contracts/interfaces/answers";
import { codesOf, derivationProblems, newlyBroken, withKindsOf } from "./derived-questions";

const option = (code: number): AnswerOption => ({ code, label: `L${code}`, order: code, value: code, cells: [code] });
const question = (id: string, kind: Question["kind"], codes: number[] = []): Question => ({
  ...{ id, text: id, kind, column: "q1", options: codes.map(option), missing: [], blank: "not_asked", grid: null },
  ...{ derivation: null, version: 1 },
});
const derived = (id: string, derivation: Derivation): Question => ({
  ...question(id, "single", codesOf(derivation)),
  ...{ column: null, derivation },
});

const bands = (questionId: string, ...ends: [number | null, number | null][]): Derivation => ({
  ...{ form: "bands", questionId, bands: ends.map(([low, high], at) => ({ code: at + 1, low, high })) },
});
const questions = [
  question("age", "numeric"),
  question("sex", "single", [1, 2]),
  question("media", "multiple", [1, 2, 3]),
];

describe("a derived question", () => {
  test.each<[string, Derivation]>([
    ["bands", bands("age", [null, 18], [18, 65], [65, null])],
    [
      "nets",
      {
        form: "nets",
        questionId: "media",
        nets: [
          { code: 1, of: [1, 2] },
          { code: 2, of: [3] },
        ],
      },
    ],
    ["a filter", { form: "filter", filter: [{ questionId: "age", operator: "gt", value: 18 }] }],
  ])("can be made: %s", (_, derivation) => {
    expect(derivationProblems(derived("new", derivation), questions)).toEqual([]);
  });

  test.each<[string, Derivation, RegExp]>([
    ["an unknown question", bands("nowhere", [null, 1]), /no question “nowhere”/],
    ["itself", bands("new", [null, 1]), /cannot be made of itself/],
    ["bands of options", bands("sex", [null, 1]), /no numbers/],
    [
      "a filter by an option that is not there",
      { form: "filter", filter: [{ any: [{ questionId: "media", operator: "in", value: [7, "L2", "L8"] }] }] },
      /^“media” has no option “L8”\.$/,
    ],
    ["an empty band", bands("age", [5, 5]), /holds nothing/],
    ["bands that overlap", bands("age", [null, 20], [18, null]), /overlap/],
    [
      "codes that are not there",
      { form: "nets", questionId: "sex", nets: [{ code: 1, of: [9] }] },
      /no option with the code 9/,
    ],
    ["nets of a number", { form: "nets", questionId: "age", nets: [{ code: 1, of: [9] }] }, /has no options/],
    [
      "a combination of several answers",
      { form: "combination", questionIds: ["sex", "media"], pairs: [{ code: 1, of: [1, 1] }] },
      /several answers/,
    ],
    [
      "a filter with no operator",
      { form: "filter", filter: [{ questionId: "age", operator: "like", value: 1 }] },
      /no operator/,
    ],
  ])("cannot be made of %s", (_, derivation, sentence) => {
    expect(derivationProblems(derived("new", derivation), questions).join(" ")).toMatch(sentence);
  });

  test("cannot come round to itself at any remove, and a code needs a label and stands once", () => {
    const first = derived("first", bands("age", [null, 1]));
    const second = derived("second", { form: "nets", questionId: "first", nets: [{ code: 1, of: [1] }] });
    const round: Derivation = { form: "filter", filter: [{ questionId: "second", operator: "eq", value: 1 }] };
    const all = [...questions, first, second];
    expect(derivationProblems({ ...first, derivation: round }, all)).toEqual([
      "“second” is itself made of “first”: that would be a circle.",
    ]);
    const twice = {
      ...first,
      options: [],
      derivation: {
        ...bands("age", [null, 1]),
        bands: [
          { code: 1, low: null, high: 1 },
          { code: 1, low: 1, high: 2 },
        ],
      } as Derivation,
    };
    expect(derivationProblems(twice, questions).join(" ")).toMatch(/code 1 is there twice.*code 1 has no option/);
  });
});

describe("an edit of a question", () => {
  const nets = (...of: number[][]): Derivation => ({
    ...{ form: "nets", questionId: "sex", nets: of.map((each, at) => ({ code: at + 1, of: each })) },
  });

  test("whose values are taken away breaks bands of it", () => {
    const scale = { ...question("sat", "scale", [1, 2]) };
    const all = [scale, derived("bands of sat", bands("sat", [null, 2], [2, null]))];
    const bare = { ...scale, options: scale.options.map((each) => ({ ...each, value: null })) };
    expect(newlyBroken(all, [bare, ...all.slice(1)])).toEqual([
      "“bands of sat” is made of “sat” and could not be made any more: “sat” has no numbers: bands are made of a numeric question, or of a scale with values.",
    ]);
  });

  test("that takes an option away, or renames it, breaks filters that name it, and none that was broken before", () => {
    const top = derived("top", nets([1], [2]));
    const by = (id: string, value: string | number) =>
      derived(id, { form: "filter", filter: [{ questionId: "top", operator: "eq", value }] });
    const all = [...questions, top, by("by code", 2), by("by label", "l2"), by("by nothing", 9)];
    const edited = (after: Question) =>
      newlyBroken(
        all,
        all.map((each) => (each === top ? after : each)),
      );
    expect(edited({ ...top, text: "Top" })).toEqual([]);
    expect(edited({ ...derived("top", nets([1])), version: 2 })).toEqual([
      "“by code” is made of “top” and could not be made any more: “top” has no option 2.",
      "“by label” is made of “top” and could not be made any more: “top” has no option “l2”.",
    ]);
    const renamed = top.options.map((each) => (each.code === 2 ? { ...each, label: "Others" } : each));
    expect(edited({ ...top, options: renamed })).toEqual([
      "“by label” is made of “top” and could not be made any more: “top” has no option “l2”.",
    ]);
  });

  test("that makes it one of several answers makes nets of it such ones, at whatever remove", () => {
    const lower = { ...derived("lower", nets([1, 2], [2])), kind: "multiple" as const };
    const above = (id: string, questionId: string): Question => ({
      ...derived(id, { ...nets([1], [2]), questionId } as Derivation),
      kind: "scale",
    });
    const [upper, highest] = [above("upper", "lower"), above("highest", "upper")];
    const after = withKindsOf([...questions, highest, upper, lower]);
    expect(after.map(({ id, kind, version }) => [id, kind, version]).slice(-3)).toEqual([
      ["highest", "multiple", 2],
      ["upper", "multiple", 2],
      ["lower", "multiple", 1],
    ]);
    expect(withKindsOf(after)).toEqual(after);
  });
});
