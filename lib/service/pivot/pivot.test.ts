import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { Measure } from "@/lib/contracts/interfaces/pivot";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { aggregations, type BaseRule, baseRules } from "@/lib/contracts/terms/pivot";
import { leftOutRequests } from "@/lib/pivots/items-left-out";
import { readCellResponses } from "@/lib/stores/clickhouse/cell-responses";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { countWithoutWeight, readPivot } from "@/lib/stores/clickhouse/pivot";
import type { Divided } from "@/lib/stores/clickhouse/pivot-rows";
import { question, type TestResponse, testWeight, writeAnswers } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { runs } from "@/lib/test-runs";
import { pivotTable } from "./pivot-table";

withEngine();

const questions: Question[] = [
  question(1, "sex", "single", {
    options: [
      [2, "Female", null],
      [1, "Male", null],
    ],
  }),
  question(2, "owns", "multiple", {
    options: [
      [1, "car", null],
      [2, "bike", null],
      [3, "boat", null],
    ],
  }),
  question(3, "likes", "scale", {
    options: [
      [1, "no", 1],
      [2, "so-so", 2.5],
      [3, "yes", 4],
      [9, "don't know", null],
    ],
  }),
  question(4, "reads", "multiple", {
    options: [
      [1, "news", null],
      [2, "news", null],
    ],
  }),
  question(5, "spent", "numeric", { missing: [{ cell: -1, kind: "no_answer" }] }),
  question(6, "since", "date"),
  // Of some answers: the others are in the base, and in no row.
  question(0, "top", "single", {
    options: [[1, "top", null]],
    derivation: { form: "nets", questionId: "likes", nets: [{ code: 1, of: [2, 3] }] },
  }),
  question(0, "wheels", "multiple", {
    options: [
      [1, "wheels", null],
      [2, "motor", null],
    ],
    derivation: {
      form: "nets",
      questionId: "owns",
      nets: [
        { code: 1, of: [1, 2] },
        { code: 2, of: [1] },
      ],
    },
  }),
  question(0, "spending", "single", {
    options: [
      [1, "0", null],
      [2, "5 to under 9", null],
    ],
    derivation: {
      form: "bands",
      questionId: "spent",
      bands: [
        { code: 1, low: 0, high: 1 },
        { code: 2, low: 5, high: 9 },
      ],
    },
  }),
  question(0, "man who likes", "single", {
    options: [[1, "man × yes", null]],
    derivation: { form: "combination", questionIds: ["sex", "top"], pairs: [{ code: 1, of: [1, 1] }] },
  }),
];
const byId = new Map(questions.map((each) => [each.id, each]));
const { count, base, min, max, sum, average, deviation } = aggregations;

/* The same, by hand: for each cell, loop over all responses. */

const NO_ANSWER = -1;
const NOT_ASKED = -2;

/** Derived questions by hand: from what they are made of, and which of their options those answers are in. */
const derived: Record<string, { of: string[]; codes: (answers: number[][]) => number[] }> = {
  top: { of: ["likes"], codes: ([[likes = 0] = []]) => (likes === 2 || likes === 3 ? [1] : []) },
  wheels: {
    of: ["owns"],
    codes: ([owns = []]) => [...(owns.some((each) => each < 3) ? [1] : []), ...(owns.includes(1) ? [2] : [])],
  },
  spending: {
    of: ["spent"],
    codes: ([[spent = -2] = []]) => (spent >= 0 && spent < 1 ? [1] : spent >= 5 && spent < 9 ? [2] : []),
  },
  "man who likes": { of: ["sex", "top"], codes: ([sex, top]) => (sex?.[0] === 1 && top?.[0] === 1 ? [1] : []) },
};

/** The keys under which a response stands; none of them where it is in the totals alone; null: in no cell at all. */
function keysOf(id: string, response: TestResponse, rule: BaseRule): number[] | null {
  const made = derived[id];
  if (made) {
    const answered = made.of.map((each) => keysOf(each, response, "answered"));
    const given = answered.filter((each) => each !== null);
    if (given.length === answered.length) return made.codes(given);
    if (rule === "answered") return null;
    const asked = made.of.every((each) => keysOf(each, response, "asked") !== null);
    return asked ? [NO_ANSWER] : rule === "all" ? [NOT_ASKED] : null;
  }
  if (id === "spent" && response.answers.spent === -1) return rule === "answered" ? null : [NO_ANSWER];
  const missing = rule === "answered" ? null : rule === "all" ? [NOT_ASKED] : null;
  if (id === "_time:month") {
    if (response.time === null) return missing;
    const at = new Date(response.time);
    return [at.getUTCFullYear() * 100 + at.getUTCMonth() + 1];
  }
  if (id === "since:weekday") {
    const since = response.answers.since ?? null;
    return since === null ? missing : [new Date(Number(since)).getUTCDay() || 7];
  }
  const answer = response.answers[id] ?? null;
  if (answer === null) return missing;
  // Of several options somebody may have chosen none, which is an answer.
  return Array.isArray(answer) ? answer : [Number(answer)];
}

function numberOf(id: string, { answers }: TestResponse): number | null {
  const answer = answers[id] ?? null;
  if (answer === null || answer === -1) return null;
  if (id === "spent") return Number(answer);
  return byId.get(id)?.options.find(({ code }) => code === answer)?.value ?? null;
}

type Asked = { rows: string[]; columns: string[]; measures: Measure[]; baseRule: BaseRule; isWeighted: boolean };

function cellByHand(responses: TestResponse[], asked: Asked, row: number[], column: number[], measure: Measure) {
  const dimensions = [...asked.rows, ...asked.columns];
  const members = responses.filter((response) => {
    if (response.excluded) return false;
    if (asked.isWeighted && !((response.weight ?? -1) >= 0)) return false;
    if (!dimensions.every((id) => keysOf(id, response, asked.baseRule) !== null)) return false;
    const isUnder = (ids: string[], path: number[]) =>
      path.every((key, at) => keysOf(ids[at] ?? "", response, asked.baseRule)?.includes(key));
    return isUnder(asked.rows, row) && isUnder(asked.columns, column);
  });
  const { aggregationType: type, questionId = "" } = measure;
  const isCount = type === count || type === base;
  const counted = isCount ? members : members.filter((each) => numberOf(questionId, each) !== null);
  const w = counted.map((each) => (asked.isWeighted ? Number(each.weight) : 1));
  const x = counted.map((each) => numberOf(questionId, each) ?? 0);
  const add = (values: number[]) => values.reduce((total, each) => total + each, 0);
  const [n, W] = [counted.length, add(w)];
  const mean = W > 0 ? add(x.map((each, at) => each * (w[at] ?? 0))) / W : null;
  const squares = mean === null ? 0 : add(x.map((each, at) => (w[at] ?? 0) * (each - mean) ** 2));
  const sd = mean === null || n < 2 ? null : Math.sqrt(squares / ((W * (n - 1)) / n));
  const cells: Record<number, number | null> = {
    [count]: W,
    [base]: n,
    [min]: n > 0 ? Math.min(...x) : null,
    [max]: n > 0 ? Math.max(...x) : null,
    [sum]: n > 0 ? add(x.map((each, at) => each * (w[at] ?? 0))) : null,
    [average]: mean,
    [deviation]: sd,
  };
  const squared = add(w.map((each) => each * each));
  return {
    cell: cells[type] ?? null,
    base: n,
    weightedBase: W,
    effectiveBase: squared > 0 ? W ** 2 / squared : 0,
    deviation: type === average ? sd : null,
  };
}

const dividedBy = (name: string, { rows, columns, isWeighted, baseRule }: Asked): Divided => ({
  ...{
    table: name,
    questions,
    rows,
    columns,
    filter: [],
    baseRule,
    timeZone: "UTC",
    excluded: nobodyExcluded,
    includeExcluded: false,
  },
  weight: isWeighted ? testWeight : null,
});

async function table(name: string, asked: Asked) {
  const measured = [...new Set(asked.measures.flatMap(({ questionId }) => questionId ?? []))];
  const groups = await readPivot({ ...dividedBy(name, asked), measured }, {});
  const excluded = await countWithoutWeight(dividedBy(name, asked), {});
  return { ...pivotTable({ questions, ...asked, measured }, groups), excluded };
}

const measures: Measure[] = [
  { aggregationType: count },
  { aggregationType: base },
  ...["likes", "spent"].flatMap((questionId) =>
    [average, min, max, sum, deviation].map((aggregationType) => ({ aggregationType, questionId })),
  ),
];

const near = (one: number | null | undefined, other: number | null, where: string) => {
  if (one === null || one === undefined || other === null) return expect(one ?? null, where).toBe(other);
  expect(Math.abs(one - other), `${where}: ${one} and ${other}`).toBeLessThan(1e-9 * Math.max(1, Math.abs(other)));
};

const answers = fc.record({
  sex: fc.constantFrom(1, 2, null),
  owns: fc.oneof(fc.constant(null), fc.subarray([1, 2, 3])),
  likes: fc.constantFrom(1, 2, 3, 9, null),
  reads: fc.oneof(fc.constant(null), fc.subarray([1, 2])),
  spent: fc.oneof(
    fc.constantFrom(null, -1, 0),
    fc.integer({ min: -50, max: 900_000_000 }),
    fc.double({ min: 0, max: 9, noNaN: true }),
  ),
  since: fc.constantFrom(null, Date.UTC(2024, 1, 29), Date.UTC(2025, 5, 1)),
});
const response: fc.Arbitrary<TestResponse> = fc.record({
  time: fc.constantFrom(null, Date.UTC(2024, 11, 31, 23, 59), Date.UTC(2025, 0, 1)),
  excluded: fc.boolean(),
  answers,
  weight: fc.constantFrom(null, -1, 0, 0.25, 1, 3.5),
});
const ids = ["sex", "owns", "likes", "reads", "since:weekday", "_time:month", ...Object.keys(derived)];
const asked = fc
  .record({
    order: fc.shuffledSubarray(ids, { minLength: 0, maxLength: 4 }),
    inRows: fc.nat(4),
    baseRule: fc.constantFrom(...baseRules),
    isWeighted: fc.boolean(),
  })
  .map(
    ({ order, inRows, ...rest }): Asked => ({
      ...rest,
      rows: order.slice(0, inRows),
      columns: order.slice(inRows),
      measures,
    }),
  );

describe("a cross table", () => {
  let made = 0;
  test("is what loops over the responses give, in every cell, subtotal and total", { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(response, { maxLength: 12 }),
        fc.array(asked, { minLength: 3, maxLength: 5 }),
        async (responses, tables) => {
          const name = `random_${made++}`;
          await writeAnswers(name, questions, responses);
          for (const each of tables) await compare(name, responses, each);
          for (const each of tables.slice(0, 1)) await openCells(name, each, await table(name, each));
        },
      ),
      { numRuns: runs(10) },
    );
  });

  async function compare(name: string, responses: TestResponse[], one: Asked) {
    const found = await table(name, one);
    for (const [r, row] of found.rowCodes.entries()) {
      for (const [c, column] of found.columnCodes.entries()) {
        for (const [m, measure] of one.measures.entries()) {
          const wanted = cellByHand(responses, one, row, column, measure);
          const where = JSON.stringify({ row, column, measure });
          near(found.cells[r]?.[c]?.[m], wanted.cell, where);
          near(found.base[r]?.[c]?.[m], wanted.base, `base ${where}`);
          near(found.weightedBase[r]?.[c]?.[m], wanted.weightedBase, `weighted base ${where}`);
          near(found.effectiveBase[r]?.[c]?.[m], wanted.effectiveBase, `effective base ${where}`);
          near(found.deviation[r]?.[c]?.[m], wanted.deviation, `deviation ${where}`);
        }
      }
    }
    // No key that occurs is missing: the cells under the grand total hold everybody once per key.
    const keys = new Set(
      responses.flatMap((each) => {
        const all = [...one.rows, ...one.columns].map((id) => keysOf(id, each, one.baseRule));
        const counts =
          !each.excluded && (!one.isWeighted || (each.weight ?? -1) >= 0) && all.every((of) => of !== null);
        return counts && one.rows.length > 0 ? (all[0] ?? []) : [];
      }),
    );
    expect(new Set(found.rowCodes.filter(({ length }) => length === 1).map(([key]) => key))).toEqual(keys);
  }
});

test("one request counts whom weights leave out of any item of a grid, each once", { timeout: 600_000 }, async () => {
  let made = 0;
  const items = fc.shuffledSubarray(["sex", "owns", "likes", "reads", ...Object.keys(derived)], { minLength: 2 });
  await fc.assert(
    fc.asyncProperty(fc.array(response, { maxLength: 12 }), items, async (responses, rows) => {
      const name = `left_out_${made++}`;
      await writeAnswers(name, questions, responses);
      for (const baseRule of ["answered", "asked"] as const) {
        const asked = { projectId: "p", rows, columns: [], measures: [], filter: [], weight: "weight", baseRule };
        const [request] = leftOutRequests(asked);
        if (!request) throw new Error("Nothing is asked.");
        const { filter } = request;
        const divided = dividedBy(name, { rows: [], columns: [], measures: [], baseRule, isWeighted: true });
        const wanted = responses.filter(
          (each) => !each.excluded && (each.weight ?? -1) < 0 && rows.some((id) => keysOf(id, each, baseRule) !== null),
        );
        expect(await countWithoutWeight({ ...divided, filter }, {})).toBe(wanted.length);
      }
    }),
    { numRuns: runs(10) },
  );
});

/** Options that are called like rows beside them, and one that is gone. */
const confusing: Record<string, [code: number, label: string, value: number | null][]> = {
  sex: [
    [2, "Not asked", null],
    [1, "Not asked (missing)", null],
  ],
  owns: [
    [1, "3", null],
    [2, "bike", null],
  ],
  likes: [
    [1, "No answer", 1],
    [2, "No answer", 2.5],
    [9, "don't know", null],
  ],
};

test("a row of a table is found by its name as a filter: an option, one that is gone, and missing answers", async () => {
  const renamed = questions.map((each) => {
    const options = confusing[each.id];
    return options ? { ...each, options: question(0, each.id, each.kind, { options }).options } : each;
  });
  const name = "named";
  const of = (answered: TestResponse["answers"]): TestResponse => ({ time: 0, answers: answered });
  await writeAnswers(name, renamed, [
    of({ sex: 1, owns: [1, 3], likes: 3, spent: -1 }),
    of({ sex: 2, owns: [2], likes: 1, spent: 0.5, reads: [1, 2] }),
    of({ sex: null, owns: [], likes: 2, spent: 6, reads: [2] }),
    of({ sex: 2, owns: [3], likes: 9, reads: [] }),
    of({ spent: 70 }),
  ]);
  const tableOf = async (rows: string[], filter: FilterItem[] = []) => {
    const one = { rows, columns: [], measures: [{ aggregationType: count }], baseRule: "all" as const };
    const divided = { ...dividedBy(name, { ...one, isWeighted: false }), questions: renamed, filter };
    return pivotTable({ questions: renamed, ...one, measured: [] }, await readPivot({ ...divided, measured: [] }, {}));
  };
  const labels: Record<string, (string | number | undefined)[]> = {};
  for (const questionId of ids.filter((id) => byId.has(id))) {
    const { rows, cells } = await tableOf([questionId]);
    const named = rows.flatMap(([label], at) => (label === undefined ? [] : [{ label, wanted: cells[at]?.[0]?.[0] }]));
    labels[questionId] = named.map(({ label }) => label);
    for (const { label, wanted } of named) {
      const found = await tableOf([], [{ questionId, operator: "eq", value: label }]);
      expect([questionId, label, found.cells[0]?.[0]?.[0]]).toEqual([questionId, label, wanted]);
    }
    // A missing answer is in no option, and does not meet “none of these options” either.
    const others = await tableOf(
      [],
      [{ questionId, operator: "nin", value: labels[questionId]?.slice(1) as string[] }],
    );
    const answered = await tableOf(
      [],
      [
        { questionId, operator: "answered" },
        { not: { questionId, operator: "in", value: labels[questionId]?.slice(1) as string[] } },
      ],
    );
    expect(others.cells).toEqual(answered.cells);
  }
  expect(labels).toMatchObject({
    sex: ["Not asked", "Not asked (missing)", "Not asked (missing, 2)"],
    owns: ["3", "bike", "3 (no option)", "Not asked"],
    likes: ["No answer (1)", "No answer (2)", "don't know", "3", "Not asked"],
    spending: ["0", "5 to under 9", "No answer", "Not asked"],
  });
});

/** The first cell, the last member and the grand total: as many responses are behind each as its base says. */
async function openCells(name: string, one: Asked, found: Awaited<ReturnType<typeof table>>) {
  const [rows, columns] = [found.rowCodes.length, found.columnCodes.length];
  for (const [row, column] of [
    [0, 0],
    [Math.max(0, rows - 2), 0],
    [rows - 1, columns - 1],
  ] as const) {
    // The count, and a figure of numbers.
    for (const place of [0, 7]) {
      const { questionId = null } = one.measures[place] ?? {};
      const { total, responses } = await readCellResponses(
        {
          ...dividedBy(name, one),
          ...{ rowKeys: found.rowCodes[row] ?? [], columnKeys: found.columnCodes[column] ?? [] },
          ...{ measured: questionId, shown: ["owns"], page: 1, pageSize: 100 },
        },
        {},
      );
      expect(total, JSON.stringify({ one, row, column, place })).toBe(found.base[row]?.[column]?.[place]);
      expect(new Set(responses.map(({ id }) => id)).size).toBe(total);
    }
  }
}

test("a day without a time is that day in every zone; a moment is what its zone's clocks show", async () => {
  const [day, moment] = [Date.UTC(2024, 2, 1), Date.UTC(2024, 2, 1, 3, 30)];
  const answered = (since: number[]) =>
    [...since.map((at) => ({ since: at })), {}].map((answers) => ({ time: day, answers }));
  await writeAnswers("days", questions, answered([day, day]));
  await writeAnswers("moments", questions, answered([day, moment]));
  const one: Asked = {
    rows: [],
    columns: [],
    measures: [{ aggregationType: count }],
    baseRule: "all",
    isWeighted: false,
  };
  const countsOf = async (name: string, id: string, timeZone: string) => {
    const divided = { ...dividedBy(name, { ...one, rows: [id] }), timeZone, measured: [] };
    const { rowCodes, cells } = pivotTable(
      { questions, ...one, rows: [id], measured: [] },
      await readPivot(divided, {}),
    );
    return rowCodes.map(([key], row) => [key, cells[row]?.[0]?.[0]]).slice(0, -1);
  };
  const nobody = [NOT_ASKED, 1];
  const newYork = "America/New_York";
  expect(await countsOf("days", "since:month", newYork)).toEqual([[202_403, 2], nobody]);
  expect(await countsOf("days", "since:hour", newYork)).toEqual([[20_240_301_00, 2], nobody]);
  expect(await countsOf("days", "_time:day", newYork)).toEqual([[20_240_229, 3]]);
  expect(await countsOf("moments", "since:day", newYork)).toEqual([[20_240_229, 2], nobody]);
  expect(await countsOf("moments", "since:hour", "Asia/Tokyo")).toEqual([
    [20_240_301_09, 1],
    [20_240_301_12, 1],
    nobody,
  ]);
});

test("hours of every year of an answer are in the order of time, and a cell of one opens", async () => {
  const times = [Date.UTC(2299, 11, 31, 23), Date.UTC(2148, 11, 31, 22), Date.UTC(1900, 0, 1, 5), Date.UTC(2024, 2, 1)];
  const responses = times.map((at) => ({ time: at, answers: { since: at } }));
  await writeAnswers("hours", questions, responses);
  for (const id of ["_time:hour", "since:hour"]) {
    const one: Asked = { rows: [id], columns: [], measures, baseRule: "asked", isWeighted: false };
    const found = await table("hours", one);
    expect(found.rows).toEqual([
      ["1900-01-01 05:00"],
      ["2024-03-01 00:00"],
      ["2148-12-31 22:00"],
      ["2299-12-31 23:00"],
      [],
    ]);
    await openCells("hours", one, found);
  }
});

describe("a table to read", () => {
  beforeAll(() =>
    writeAnswers("small", questions, [
      { time: 0, answers: { sex: 1, owns: [1, 2], likes: 3, spent: 10, reads: [1] }, weight: 2 },
      { time: 0, answers: { sex: 2, owns: [1], likes: 1, spent: 1, reads: [2] }, weight: 1 },
      { time: 0, answers: { sex: 2, owns: [3, 2], likes: 9, reads: [1, 2] }, weight: null },
      { time: 0, answers: { sex: null, owns: [1] }, weight: 1 },
    ]),
  );
  const one: Asked = {
    rows: ["sex", "owns"],
    columns: [],
    measures: [{ aggregationType: count }],
    baseRule: "answered",
    isWeighted: false,
  };

  test("has its members in questionnaire order, each total after them, and totals count a response once", async () => {
    const found = await table("small", one);
    expect(found.rows).toEqual([
      ["Female", "car"],
      ["Female", "bike"],
      ["Female", "boat"],
      ["Female"],
      ["Male", "car"],
      ["Male", "bike"],
      ["Male"],
      [],
    ]);
    expect(found.cells.map(([cell]) => cell?.[0])).toEqual([1, 1, 1, 2, 1, 1, 1, 3]);
    expect(found.columns).toEqual([[]]);
  });

  test("has who answered with none of a net's options in its totals, and in no row", async () => {
    const found = await table("small", { ...one, rows: ["top"], columns: ["sex"] });
    expect(found.rows).toEqual([["top"], []]);
    expect(found.columns).toEqual([["Female"], ["Male"], []]);
    expect(found.cells.map((row) => row.map(([cell]) => cell))).toEqual([
      [0, 1, 1],
      [2, 1, 3],
    ]);
  });

  test("leaves out and counts responses without a weight", async () => {
    const found = await table("small", { ...one, isWeighted: true });
    expect(found.excluded).toBe(1);
    expect(found.cells.at(-1)).toEqual([[3]]);
    expect(found.base.at(-1)).toEqual([[2]]);
  });

  test("has the deviation of close answers far from all others, and of one with a weight beside others without", async () => {
    const at = (sex: number, spent: number, weight: number): TestResponse => ({
      time: 0,
      answers: { sex, spent },
      weight,
    });
    await writeAnswers("far", questions, [
      ...[at(1, 900_000_001, 1), at(1, 900_000_003, 1), at(1, 900_000_005, 2)],
      ...[at(2, 7, 1), at(2, 800_000_000, 0), at(2, 7, 3)],
    ]);
    const measures = [{ aggregationType: average, questionId: "spent" }];
    const found = await table("far", { ...one, rows: ["sex"], measures, isWeighted: true });
    // Around 900000003.5 the squares are 6.25, 0.25 and twice 2.25, weights 4, 3 answers.
    near(found.deviation[1]?.[0]?.[0], Math.sqrt(11 / ((4 * 2) / 3)), "far");
    near(found.deviation[0]?.[0]?.[0], 0, "no weight");
  });

  test("has no figure, instead of zero, where a sum is larger than any number", async () => {
    const answers = (sex: number, spent: number) => ({ time: 0, answers: { sex, spent }, weight: 2 });
    const huge = [answers(1, 1e308), answers(1, 1.5e308), answers(2, 1e200), answers(2, 3e200)];
    await writeAnswers("huge", questions, huge);
    const measures = [sum, average, deviation].map((aggregationType) => ({ aggregationType, questionId: "spent" }));
    for (const isWeighted of [true, false]) {
      const { cells } = await table("huge", { ...one, rows: ["sex"], measures, isWeighted });
      expect(cells.map(([cell]) => cell)).toEqual([
        [isWeighted ? 8e200 : 4e200, 2e200, null],
        [null, null, null],
        [null, null, null],
      ]);
    }
  });

  test("tells two options of one label apart", async () => {
    const found = await table("small", { ...one, rows: ["reads"] });
    expect(found.rows).toEqual([["news (1)"], ["news (2)"], []]);
  });

  test("of nobody has its total alone", async () => {
    await writeAnswers("nobody", questions, []);
    const found = await table("nobody", {
      ...one,
      columns: ["likes"],
      measures: [...one.measures, { aggregationType: average, questionId: "spent" }],
    });
    expect(found).toMatchObject({ rows: [[]], columns: [[]], cells: [[[0, null]]], base: [[[0, 0]]], excluded: 0 });
  });

  test("has a row for no answer where the base rule is of all who were asked", async () => {
    const found = await table("small", { ...one, rows: ["sex"], baseRule: "all" });
    expect(found.rows).toEqual([["Female"], ["Male"], ["Not asked"], []]);
  });
});
