import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { checkFormula } from "@/lib/contracts/formulas/check";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { question, writeAnswers } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { evaluateFormula, type FormulaRow } from "@/lib/test-formula";
import { runs } from "@/lib/test-runs";
import { readCounts, readFaults } from "./answer-counts";
import { readCellResponses } from "./cell-responses";
import { nobodyExcluded } from "./excluded-rows";
import { readPivot } from "./pivot";
import { readTrend } from "./trend";

withEngine();

const letters = ["A", "B", "C", "D"].map((label, at): [number, string, null] => [at + 1, label, null]);
const points = [1, 2, 3, 4, 5].map((value): [number, string, number] => [value, `${value} points`, value]);
const stored = [
  question(1, "x", "numeric"),
  question(2, "y", "numeric"),
  question(3, "sat", "scale", { options: points }),
  question(4, "second sat", "scale", { options: points }),
  question(5, "one", "single", { options: letters }),
  question(6, "two", "single", { options: letters }),
  question(7, "m", "multiple", { options: letters }),
  question(8, "words", "open"),
  question(9, "bought", "date"),
];

/** A question of a formula, with the codes of its results from 1. */
function made(id: string, expression: string, others: readonly Question[] = stored): Question {
  const { formula, problem } = checkFormula(expression, others);
  if (!formula) throw new Error(`${expression}: ${problem.message}`);
  const yesNo = [
    { code: 1, text: "Yes", from: [] },
    { code: 0, text: "No", from: [] },
  ];
  const results =
    formula.type === "yesno" ? yesNo : formula.results.map(({ text }, at) => ({ code: at + 1, text, from: [] }));
  const kind = { number: "numeric", yesno: "scale", category: "single", options: "multiple" } as const;
  return question(0, id, kind[formula.type], {
    options: results.map(({ code, text }) => [code, text, formula.type === "yesno" ? code : null]),
    derivation: { form: "formula", expression, gives: formula.type, questionIds: formula.questionIds, results },
  });
}

/** The results of formulas for each response, as texts of their options. */
async function answersOf(table: string, asked: readonly Question[], others: readonly Question[] = []) {
  const { responses } = await readCellResponses(
    {
      ...{ table, questions: [...stored, ...others, ...asked], rows: [], columns: [], rowKeys: [], columnKeys: [] },
      ...{ filter: [], weight: null, baseRule: "all", timeZone: "UTC", excluded: nobodyExcluded },
      ...{ includeExcluded: false, measured: null, shown: asked.map(({ id }) => id), page: 1, pageSize: 99 },
    },
    {},
  );
  const inOrder = responses.toSorted((one, other) => Number(one.id) - Number(other.id));
  return inOrder.map(({ answers }) =>
    answers.map((answer, at) => {
      const { derivation, kind } = asked[at] as Question;
      if (derivation?.form !== "formula" || derivation.gives === "number" || derivation.gives === "yesno")
        return answer;
      const textOf = (code: unknown) => derivation.results.find((each) => each.code === Number(code))?.text ?? null;
      return answer === null ? null : kind === "multiple" ? [answer].flat().map(textOf).sort() : textOf(answer);
    }),
  );
}

/* Random formulas, as a person writes them */

const pick = (...texts: string[]) => fc.constantFrom(...texts);
type Tie = Record<"number" | "yesno" | "category", string>;
const formulas = fc.letrec<Tie & { options: string }>((tie) => {
  const number = () => tie("number") as fc.Arbitrary<string>;
  const yesno = () => tie("yesno") as fc.Arbitrary<string>;
  const category = () => tie("category") as fc.Arbitrary<string>;
  const pair = fc.tuple(number(), number());
  const several = fc.array(number(), { minLength: 1, maxLength: 3 }).map((list) => list.join(", "));
  const time = pick("bought", "response_time", 'date("2031-01-31")', 'date("2031-03-01T12:30Z")');
  return {
    number: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      pick("0", "1", "2.5", "-3", "x", "y", "sat", "[second sat]"),
      fc.tuple(pair, pick("+", "-", "*", "/")).map(([[a, b], sign]) => `(${a} ${sign} ${b})`),
      number().map((a) => `(${a}) ^ 2`),
      fc
        .tuple(pick("sum", "mean", "min", "max"), several, pick("", ", all", ", any"))
        .map(([f, of, last]) => `${f}(${of}${last})`),
      number().map((a) => `round(${a}, 1)`),
      number().map((a) => `abs(${a})`),
      fc.tuple(yesno(), pair).map(([when, [a, b]]) => `if(${when}, ${a}, ${b})`),
      fc.tuple(yesno(), yesno(), number(), number()).map(([c, d, a, b]) => `if(${c}, ${a}, ${d}, missing, ${b})`),
      pair.map(([a, b]) => `first(${a}, ${b})`),
      fc.tuple(yesno(), yesno(), pick("", ", all")).map(([a, b, last]) => `count(${a}, ${b}${last})`),
      fc.tuple(number(), several).map(([a, of]) => `rank(${a}, ${of})`),
      pick("chosen(m)", 'rank_of("B", one, two)', "top_share(2, sat, [second sat])", "bottom_share(1, sat)"),
      fc.tuple(pick("days", "weeks", "months", "years"), time, time).map(([u, a, b]) => `${u}_between(${a}, ${b})`),
    ),
    yesno: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      pick("yes", "no", 'one = "A"', 'two != "C"', "one = two", 'sat = "4 points"', "answered(x)", "answered(m)"),
      pick('chose(m, "A", "C")', 'chose(m, "A", "C", all)', 'contains(words, "LO")', 'words = "hello"'),
      fc.tuple(time, pick("<", ">=", "="), time).map(([a, sign, b]) => `${a} ${sign} ${b}`),
      fc.tuple(pair, pick("<", "<=", ">", ">=", "=", "!=")).map(([[a, b], sign]) => `(${a} ${sign} ${b})`),
      yesno().map((a) => `not (${a})`),
      fc.tuple(yesno(), pick("and", "or"), yesno()).map(([a, word, b]) => `(${a} ${word} ${b})`),
      number().map((a) => `answered(${a} + 0)`),
      category().map((a) => `(${a} = "P")`),
    ),
    category: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      pick("one", "two", 'recode(one, "A", "B" -> "P", "C" -> missing, else -> "Q")', 'recode(two, "D" -> "A")'),
      fc.tuple(yesno(), category()).map(([when, a]) => `if(${when}, "P", ${a})`),
      fc.tuple(category(), category()).map(([a, b]) => `first(${a}, ${b})`),
      number().map((a) => `bands(${a}, -1, 2.5, 100)`),
      number().map((a) => `quantiles(${a}, 4)`),
      number().map((a) => `combine(one, bands(${a}, 0, "Low", "High"))`),
    ),
    options: fc.oneof(
      fc.tuple(category(), category()).map(([a, b]) => `pool(${a}, ${b})`),
      pick("m", 'recode(m, "A" -> "P", "B", "C" -> "Q")', 'recode(m, "B" -> "P", "A" -> missing, else -> "Others")'),
    ),
  };
});
const formula = fc.oneof(formulas.number, formulas.yesno, formulas.category, formulas.options);

const code = (most: number) => fc.option(fc.integer({ min: 1, max: most }));
const row: fc.Arbitrary<FormulaRow> = fc.record({
  time: fc.option(fc.integer({ min: Date.UTC(2030, 0), max: Date.UTC(2032, 0) })),
  answers: fc.record({
    x: fc.option(fc.integer({ min: -6, max: 6 })),
    y: fc.option(fc.integer({ min: -12, max: 12 }).map((half) => half / 2)),
    ...{ sat: code(5), "second sat": code(5), one: code(4), two: code(4) },
    m: fc.option(fc.subarray([1, 2, 3, 4])),
    words: fc.option(fc.constantFrom("hello", "Low price", "nothing")),
    bought: fc.option(fc.constantFrom(0, 30, 31, 58, 59, 365).map((days) => Date.UTC(2031, 0, 1 + days))),
  }),
});

const rounded = (answer: unknown) => (typeof answer === "number" ? Number(answer.toPrecision(9)) + 0 : answer);

describe("formulas in the store", () => {
  let tables = 0;
  test("give what a reading of their words gives, for any formula and responses", async () => {
    const property = fc.asyncProperty(
      fc.array(formula, { minLength: 60, maxLength: 60 }),
      fc.array(row, { minLength: 1, maxLength: 40 }),
      async (drawn, rows) => {
        const expressions = drawn.filter((each) => checkFormula(each, stored).formula);
        // A formula is refused only where it is always missing, or of the same text everywhere.
        expect(expressions.length).toBeGreaterThan(40);
        const table = `formulas_${++tables}`;
        await writeAnswers(table, stored, rows);
        const asked = expressions.map((each, at) => made(`f${at}`, each));
        const found = await answersOf(table, asked);
        const expected = expressions.map((each) => evaluateFormula(each, stored, rows));
        for (const [at, expression] of expressions.entries()) {
          const given = found.map((answers) => rounded(answers[at]));
          expect({ expression, given }).toEqual({ expression, given: expected[at]?.map(rounded) });
        }
      },
    );
    await fc.assert(property, { numRuns: runs(3), endOnFailure: true });
  });
});

describe("a question made by a formula", () => {
  const ratio = made("ratio", "x / y");
  const huge = made("huge", "x ^ 100 * if(x > 5, 10 ^ 300, 1)");
  const band = made("band", 'bands(ratio, 1, "Low", "High")', [...stored, ratio]);
  const nested = made("nested", 'count(band = "High", ratio > 2)', [...stored, ratio, band]);
  const drinks = made("drinks", 'recode(m, "A", "B" -> "Old", else -> "New")');
  const formulas = [ratio, huge, band, nested, drinks];
  const questions = [...stored, ...formulas];
  const rows = [
    { x: 6, y: 2, m: [1, 4] },
    { x: 1, y: 2, m: [] },
    { x: 1, y: 0, m: null },
    { x: null, y: 0, m: [2] },
  ];
  const from = { table: "used", excluded: nobodyExcluded, questions };
  beforeAll(() =>
    writeAnswers(
      "used",
      questions,
      rows.map((answers, at) => ({ time: at * 86_400_000, answers })),
    ),
  );

  test("is counted with its missing results, which say why they are", async () => {
    const { questions: counted } = await readCounts({ ...from, asked: formulas }, {});
    expect(counted.map(({ id, answered, not_asked, no_answer }) => [id, answered, not_asked, no_answer])).toEqual([
      ["ratio", 2, 1, 1],
      ["huge", 2, 1, 1],
      ["band", 2, 1, 1],
      ["nested", 2, 1, 1],
      ["drinks", 3, 1, 0],
    ]);
    expect(counted[0]?.numbers).toEqual({ n: 2, min: 0.5, mean: 1.75, max: 3 });
    expect(counted[4]?.counts).toEqual([
      { code: 1, n: 2 },
      { code: 2, n: 1 },
    ]);
    expect(await readFaults({ ...from, asked: [ratio] }, {})).toEqual({ divided_by_zero: 1, too_large: 0 });
    expect(await readFaults({ ...from, asked: [huge] }, {})).toEqual({ divided_by_zero: 0, too_large: 1 });
  });

  test("is a line of a trend, a row, a column, a measure and a filter", async () => {
    const common = { weight: null, excluded: nobodyExcluded, includeExcluded: false, table: "used", questions };
    const filter = [{ questionId: "ratio", operator: "gt" as const, value: 1 }];
    const days = [0, 1, 2, 3].map((day) => day * 86_400_000);
    const trend = await readTrend(
      {
        ...common,
        series: [{ id: "s", questionIds: ["ratio"] }],
        from: 0,
        to: days[3] ?? 0,
        boundaries: days,
        filter: [],
      },
      {},
    );
    expect(trend.means.get("s")?.map(({ mean }) => mean)).toEqual([3, 0.5, null]);
    const divided = { ...common, baseRule: "answered" as const, timeZone: "UTC", measured: ["nested"] };
    const groups = await readPivot({ ...divided, rows: ["band"], columns: ["drinks"], filter }, {});
    const cell = groups.find((group) => group.rows.length === 1 && group.columns[0] === 2);
    expect(cell).toMatchObject({ rows: [2], columns: [2], responses: { count: 1 }, numbers: [{ mean: 2 }] });
  });
});
