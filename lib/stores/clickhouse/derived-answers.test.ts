import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionKind } from "@/lib/contracts/terms/answers";
import { question, type TestResponse, writeAnswers } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { runs } from "@/lib/test-runs";
import { readCounts } from "./answer-counts";
import { readCellResponses } from "./cell-responses";
import { nobodyExcluded } from "./excluded-rows";

withEngine();

type Form<Name extends Derivation["form"]> = Omit<Extract<Derivation, { form: Name }>, "form">;

const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1);
const optionsOf = (codes: readonly number[]) => codes.map((code): [number, string, null] => [code, `${code}`, null]);

function derived(id: string, kind: QuestionKind, derivation: Derivation): Question {
  const codes =
    derivation.form === "combination"
      ? derivation.pairs
      : derivation.form === "nets"
        ? derivation.nets
        : derivation.form === "bands"
          ? derivation.bands
          : [];
  return question(0, id, kind, { options: optionsOf(codes.map(({ code }) => code)), derivation });
}
const combination = (id: string, given: Form<"combination">) =>
  derived(id, "single", { form: "combination", ...given });
const nets = (id: string, kind: QuestionKind, given: Form<"nets">) => derived(id, kind, { form: "nets", ...given });
const bands = (id: string, given: Form<"bands">) => derived(id, "single", { form: "bands", ...given });

const allPairs = (n: number) =>
  upTo(n * n).map((code) => ({ code, of: [Math.ceil(code / n), ((code - 1) % n) + 1] as [number, number] }));

describe("a question of as many parts as the page allows", () => {
  const refused = { missing: [{ cell: 20, kind: "no_answer" as const, marked: true as const }] };
  const questions = [
    question(1, "region", "single", { options: optionsOf(upTo(20)), ...refused }),
    question(2, "brand", "single", { options: optionsOf(upTo(20)), ...refused }),
    question(3, "spent", "numeric", { missing: [{ low: 990, high: null, kind: "no_answer", marked: true }] }),
    combination("region × brand", { questionIds: ["region", "brand"], pairs: allPairs(20) }),
    combination("brand × region", { questionIds: ["brand", "region"], pairs: allPairs(20) }),
    combination("ten × ten", { questionIds: ["region", "brand"], pairs: allPairs(10) }),
    combination("few of many", {
      questionIds: ["region", "brand"],
      pairs: upTo(40).map((code) => ({ code, of: [code, code === 13 ? 19 : 100 + code] })),
    }),
    nets("six nets", "multiple", {
      questionId: "ten × ten",
      nets: upTo(6).map((code) => ({ code, of: upTo(100).filter((each) => each % 7 <= code) })),
    }),
    bands("bands", {
      questionId: "spent",
      bands: upTo(201).map((code) => ({ code, low: code * 4, high: code * 4 + 4 })),
    }),
  ];
  const rows = [
    { region: 1, brand: 2, spent: 4 },
    { region: 20, brand: 2, spent: 995 },
    { region: 13, brand: 19, spent: 803.5 },
    { region: 7, brand: null, spent: 2 },
  ];
  beforeAll(() =>
    writeAnswers(
      "many",
      questions,
      rows.map((answers) => ({ time: 0, answers })),
    ),
  );

  test("is counted, with every other of its project", async () => {
    const all = await readCounts({ table: "many", excluded: nobodyExcluded, questions, asked: questions }, {});
    const found = Object.fromEntries(all.questions.map(({ id, numbers: _, ...counts }) => [id, counts]));
    expect(found).toMatchObject({
      "region × brand": { answered: 2, not_asked: 1, no_answer: 1, none: 0 },
      "brand × region": {
        counts: [
          { code: 21, n: 1 },
          { code: 373, n: 1 },
        ],
      },
      "ten × ten": { answered: 2, none: 1, counts: [{ code: 2, n: 1 }] },
      "few of many": { answered: 2, none: 1, counts: [{ code: 13, n: 1 }] },
      "six nets": { answered: 2, none: 1, counts: upTo(5).map((at) => ({ code: at + 1, n: 1 })) },
      bands: { answered: 3, no_answer: 1, none: 1 },
    });
  });

  test("is counted in a project of a hundred like it", async () => {
    const many = upTo(100).map((at) =>
      combination(`pairs ${at}`, { questionIds: ["region", "brand"], pairs: allPairs(20) }),
    );
    const { questions: found } = await readCounts(
      { table: "many", excluded: nobodyExcluded, questions: [...questions, ...many], asked: many },
      {},
    );
    expect(found.map(({ id, answered }) => [id, answered])).toEqual(many.map(({ id }) => [id, 2]));
  });
});

describe("answers of derived questions", () => {
  /** 0 and codes that are looked up by their place, and some above. */
  const CODES = [0, 1, 2, 7, 1000, 1001, 65_535];
  const [own, several] = [optionsOf(CODES), optionsOf(CODES)];
  const stored = [
    question(1, "a", "single", { options: own }),
    question(2, "b", "single", { options: own, missing: [{ cell: 7, kind: "no_answer", marked: true }] }),
    question(3, "m", "multiple", { options: several }),
    question(4, "x", "numeric", { missing: [{ cell: 9, kind: "no_answer", marked: true }] }),
  ];
  type Given = { a: number | null; b: number | null; m: number[] | null; x: number | null };

  const code = fc.constantFrom(...CODES);
  const edge = fc.option(fc.integer({ min: -5, max: 5 }));
  const numbered = <Part>(part: fc.Arbitrary<Part>, maxLength: number, codes = CODES) =>
    fc
      .tuple(fc.array(part, { minLength: 1, maxLength }), fc.shuffledSubarray(codes, { minLength: codes.length }))
      .map(([parts, own]) => parts.slice(0, own.length).map((each, at) => ({ ...each, code: own[at] ?? 0 })));
  const made = fc.record({
    pairs: numbered(fc.record({ of: fc.tuple(code, code) }), 7),
    among: numbered(fc.record({ of: fc.tuple(code, code) }), 7),
    nets: numbered(fc.record({ of: fc.array(code, { minLength: 1, maxLength: 4 }) }), 4),
    bands: fc.oneof(
      numbered(fc.record({ low: edge, high: edge }), 3),
      numbered(fc.record({ low: edge, high: edge }), 30, upTo(30)),
    ),
  });
  const given: fc.Arbitrary<Given> = fc.record({
    a: fc.option(code),
    b: fc.option(code),
    m: fc.option(fc.subarray(CODES)),
    x: fc.option(fc.oneof(fc.integer({ min: -7, max: 9 }), fc.double({ min: -7, max: 7, noNaN: true }))),
  });

  let tables = 0;
  test("are those that each option's own rule gives", async () => {
    const property = fc.asyncProperty(made, fc.array(given, { minLength: 1, maxLength: 30 }), async (parts, rows) => {
      const { pairs, among } = parts;
      const questions = [
        ...stored,
        combination("pairs", { questionIds: ["a", "b"], pairs }),
        combination("among", { questionIds: ["m", "b"], pairs: among }),
        nets("net of one", "single", { questionId: "a", nets: parts.nets }),
        nets("nets of one", "multiple", { questionId: "a", nets: parts.nets }),
        nets("net of several", "single", { questionId: "m", nets: parts.nets }),
        nets("nets of several", "multiple", { questionId: "m", nets: parts.nets }),
        nets("nets of pairs", "multiple", { questionId: "pairs", nets: parts.nets }),
        nets("net of nets", "single", { questionId: "nets of several", nets: parts.nets }),
        nets("nets of nets", "multiple", { questionId: "nets of several", nets: parts.nets }),
        bands("bands", { questionId: "x", bands: parts.bands }),
        derived("filter", "single", {
          form: "filter",
          filter: [{ questionId: "a", operator: "in", value: [1, 1001] }],
        }),
      ];
      const table = `derived_${++tables}`;
      const answers = (row: Given): TestResponse["answers"] => row;
      await writeAnswers(
        table,
        questions,
        rows.map((row) => ({ time: 0, answers: answers(row) })),
      );
      const shown = questions.filter(({ derivation }) => derivation).map(({ id }) => id);
      const { responses } = await readCellResponses(
        {
          ...{ table, questions, rows: [], columns: [], rowKeys: [], columnKeys: [], filter: [], weight: null },
          ...{
            baseRule: "all",
            timeZone: "UTC",
            excluded: nobodyExcluded,
            includeExcluded: false,
            measured: null,
            shown,
            page: 1,
            pageSize: 99,
          },
        },
        {},
      );
      const found = responses.toSorted((one, other) => Number(one.id) - Number(other.id)).map((each) => each.answers);
      expect(found).toEqual(
        rows.map(({ a, b: stored, m, x }) => {
          const b = stored === 7 ? null : stored;
          const netsOf = (codes: readonly (number | null)[]) =>
            parts.nets.filter(({ of }) => of.some((each) => codes.includes(each))).map((each) => each.code);
          /** Nets of several answers, of who answered what they are made of. */
          const listOf = (isAnswered: boolean, codes: readonly number[]) => (isAnswered ? codes : null);
          const pair = pairs.find(({ of }) => of[0] === a && of[1] === b)?.code ?? null;
          const inBand = parts.bands.find(
            ({ low, high }) => x !== null && x !== 9 && (low === null || x >= low) && (high === null || x < high),
          );
          return [
            pair,
            among.find(({ of }) => m?.includes(of[0]) && of[1] === b)?.code ?? null,
            netsOf([a])[0] ?? null,
            listOf(a !== null, netsOf([a])),
            netsOf(m ?? [])[0] ?? null,
            listOf(m !== null, netsOf(m ?? [])),
            listOf(a !== null && b !== null, netsOf([pair])),
            netsOf(netsOf(m ?? []))[0] ?? null,
            listOf(m !== null, netsOf(netsOf(m ?? []))),
            inBand?.code ?? null,
            a === 1 || a === 1001 ? 1 : 0,
          ];
        }),
      );
    });
    await fc.assert(property, { numRuns: runs(60) });
  });
});
