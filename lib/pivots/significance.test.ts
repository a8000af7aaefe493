import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { aggregations } from "@/lib/contracts/terms/pivot";
import { twoProportions } from "@/lib/stats/two-proportions";
import { againstRest, restAt } from "./against-rest";
import {
  type CellSample,
  type Compared,
  corrected,
  decidedLevels,
  differenceOf,
  levelOf,
  type Settings,
  sampleAt,
  TOO_RARE,
  usualSettings,
} from "./comparison";
import { columnLetters, SHARED, significanceLine } from "./significance";

/** A respondent: his row, his columns (innermost first parent), his number and his weight. */
type Person = { row: number; column: number; x: number; w: number };

const add = (values: number[]) => values.reduce((sum, each) => sum + each, 0);

/** A table of one banner question (or of one under each parent) with measures count and average, by plain loops. */
function tableOf(people: Person[], rows: number, columns: number): PivotTable {
  const rowCodes = [...Array.from({ length: rows }, (_, at) => [at]), []];
  const columnCodes = [...Array.from({ length: columns }, (_, at) => [at]), []];
  const figures = rowCodes.map(([row]) =>
    columnCodes.map(([column]) => {
      const here = people.filter(
        (each) => (row === undefined || each.row === row) && (column === undefined || each.column === column),
      );
      return figureOf(here);
    }),
  );
  const of = <K extends keyof ReturnType<typeof figureOf>>(key: K) =>
    figures.map((each) => each.map((figure) => figure[key]));
  const labels = (codes: number[][], name: string) => codes.map((path) => path.map((code) => `${name} ${code}`));
  return {
    ...{ rows: labels(rowCodes, "row"), columns: labels(columnCodes, "column"), rowCodes, columnCodes, excluded: 0 },
    ...{ cells: of("cells"), base: of("base"), weightedBase: of("weightedBase") },
    ...{ effectiveBase: of("effectiveBase"), deviation: of("deviation") },
  };
}

/** Decision: variance sum w (x - m)² / (sum w (n - 1) / n), effective base (sum w)² / sum w². */
function figureOf(here: Person[]) {
  const [n, w] = [here.length, add(here.map((each) => each.w))];
  const mean = n > 0 ? add(here.map((each) => each.w * each.x)) / w : null;
  const around = add(here.map((each) => each.w * (each.x - (mean ?? 0)) ** 2));
  const effective = n > 0 ? w ** 2 / add(here.map((each) => each.w ** 2)) : 0;
  return {
    cells: [w, mean],
    base: [n, n],
    weightedBase: [w, w],
    effectiveBase: [effective, effective],
    deviation: [null, n > 1 ? Math.sqrt((around * n) / (w * (n - 1))) : null],
  };
}

/** A table of counts alone, as one would type it: chosen and asked of each column. */
const counts = (columns: [chosen: number, asked: number][]): PivotTable =>
  tableOf(
    columns.flatMap(([chosen, asked], column) =>
      Array.from({ length: asked }, (_, at) => ({ row: at < chosen ? 0 : 1, column, x: 0, w: 1 })),
    ),
    2,
    columns.length,
  );

const asking = (table: PivotTable, settings: Partial<Settings> = {}, place = 0): Compared => ({
  ...{ table, place, type: place === 0 ? aggregations.count : aggregations.average },
  settings: { ...usualSettings, ...settings },
});
const texts = (table: PivotTable, settings: Partial<Settings> = {}, row = 0, place = 0) =>
  columnLetters({ ...asking(table, settings, place), hasSharedColumns: false })
    .marks(row)
    .slice(0, -1)
    .map(({ text }) => text);

describe("letters of columns", () => {
  // p by prop.test(correct = FALSE) of R: A and B 0.0039, A and C 0.0874, B and C 0.2324.
  const three = counts([
    [50, 100],
    [70, 100],
    [62, 100],
  ]);

  test("are not given where the test says nothing, which is said", () => {
    const reasons = (table: PivotTable) => {
      const letters = columnLetters({ ...asking(table), hasSharedColumns: false }).marks(0);
      const arrows = againstRest(asking(table))(0);
      return [letters, arrows].map((marks) => marks.slice(0, -1).map(({ reason }) => reason));
    };
    const rare: [number, number][] = [
      [0, 60],
      [8, 60],
    ];
    expect(reasons(counts(rare))).toEqual([Array(2).fill(TOO_RARE), Array(2).fill(TOO_RARE)]);
    // With many in a third column, both can be compared with that one.
    expect(reasons(counts([...rare, [80, 160]]))[0]).toEqual([null, null, null]);
    expect(reasons(three)).toEqual([Array(3).fill(null), Array(3).fill(null)]);
    // A total has everybody in both columns.
    const total = counts([
      [60, 60],
      [60, 60],
    ]);
    expect(reasons(total)).toEqual([Array(2).fill(null), Array(2).fill(null)]);
  });

  test("stand in the higher cell: capital at 95%, small at 90%", () => {
    expect(texts(three)).toEqual(["", "A", "a"]);
    expect(texts(three, {}, 1)).toEqual(["Bc", "", ""]);
    expect(texts(three, { low: null })).toEqual(["", "A", ""]);
    expect(texts(three, { high: 0.999, low: 0.99 })).toEqual(["", "a", ""]);
    const { letters, marks } = columnLetters({ ...asking(three), hasSharedColumns: false });
    expect(letters).toEqual(["A", "B", "C", null]);
    // A total stands beside its columns and is compared with none; everybody of a column is in its total row.
    expect(three.rows.map((_, row) => marks(row).at(-1)?.text)).toEqual(["", "", ""]);
    expect(marks(three.rows.length - 1).map(({ text }) => text)).toEqual(["", "", "", ""]);
  });

  test("are fewer after a correction over the pairs of a row", () => {
    expect(texts(three, { correction: "bonferroni" })).toEqual(["", "A", ""]);
    // A and C by p.adjust of R: 0.1311.
    expect(texts(three, { correction: "benjamini-hochberg" })).toEqual(["", "A", ""]);
    expect(texts(three, { correction: "bonferroni", high: 0.99, low: null })).toEqual(["", "", ""]);
  });

  test("take the means of an average by Welch's test", () => {
    const people = [0, 1].flatMap((column) =>
      Array.from({ length: 40 }, (_, at) => ({ row: 0, column, x: (at % 5) + column, w: 1 })),
    );
    // t.test of R: t = 3.1225, df = 78, p = 0.0025.
    expect(texts(tableOf(people, 1, 2), {}, 0, 1)).toEqual(["", "A"]);
    expect(texts(tableOf(people, 1, 2), { high: 0.999 }, 0, 1)).toEqual(["", "a"]);
  });

  test("are none below the minimum base, with a reason, and by the effective base where weights differ", () => {
    const small = counts([
      [2, 29],
      [90, 100],
    ]);
    const { marks } = columnLetters({ ...asking(small), hasSharedColumns: false });
    expect(marks(0)[0]).toEqual({ text: "", above: [], reason: "Not compared: its base of 29 is below 30." });
    expect(marks(0)[1]).toEqual({ text: "", above: [], reason: null });
    expect(texts(small, { minimumBase: 29 })).toEqual(["", "A"]);
    const weighted = [0, 1].flatMap((column) =>
      Array.from({ length: 40 }, (_, at) => ({
        row: (at % 2) ^ column && at % 8 ? 1 : 0,
        column,
        x: 0,
        w: at < 8 ? 9 : 1,
      })),
    );
    const reason = columnLetters({ ...asking(tableOf(weighted, 2, 2)), hasSharedColumns: false }).marks(0)[0]?.reason;
    // (8 * 9 + 32)² / (8 * 81 + 32)
    expect(reason).toBe("Not compared: its base of 15.9 is below 30.");
  });

  test("are a dash with a reason where columns share respondents", () => {
    const { marks } = columnLetters({ ...asking(three), hasSharedColumns: true });
    expect(marks(0)).toEqual([
      ...Array(3).fill({ text: "–", above: [], reason: SHARED }),
      { text: "", above: [], reason: null },
    ]);
  });

  test("compare within one parent alone, and begin with A there", () => {
    const halves = counts([
      [50, 100],
      [70, 100],
      [10, 100],
      [90, 100],
    ]);
    const nested: PivotTable = {
      ...halves,
      columns: [["x", "1"], ["x", "2"], ["y", "1"], ["y", "2"], []],
    };
    expect(texts(nested)).toEqual(["", "A", "", "A"]);
    expect(columnLetters({ ...asking(nested), hasSharedColumns: false }).letters).toEqual(["A", "B", "A", "B", null]);
  });

  test("are none for a sum, of nobody, and without columns", () => {
    const sum = { ...asking(three), type: aggregations.sum, hasSharedColumns: false };
    expect(columnLetters(sum).marks(0)[1]).toEqual({ text: "", above: [], reason: null });
    expect(texts(counts([]))).toEqual([]);
    expect(
      texts(
        counts([
          [0, 0],
          [30, 60],
        ]),
      ),
    ).toEqual(["", ""]);
  });

  const columnsOf = fc.array(
    fc.tuple(fc.nat(120), fc.integer({ min: 0, max: 120 })).map(([a, b]): [number, number] => [a, a + b]),
    { minLength: 2, maxLength: 6 },
  );
  const settingsOf = fc.record({
    correction: fc.constantFrom("none" as const, "bonferroni" as const, "benjamini-hochberg" as const),
    variance: fc.constantFrom("pooled" as const, "unpooled" as const),
  });

  test("never say of two columns that each is higher, and move with the order of the columns", () => {
    fc.assert(
      fc.property(columnsOf, settingsOf, fc.nat(5), (columns, settings, by) => {
        const pairs = (order: [number, number][], names: number[]) => {
          const found = texts(counts(order), settings) ?? [];
          return found.flatMap((text, higher) =>
            [...text].map((letter) => {
              const lower = names[letter.toUpperCase().charCodeAt(0) - 65];
              return `${names[higher]} over ${lower}${letter === letter.toUpperCase() ? "!" : ""}`;
            }),
          );
        };
        const names = columns.map((_, at) => at);
        const found = pairs(columns, names);
        for (const pair of found) {
          const [higher = 0, lower = 0] = pair.replace("!", "").split(" over ").map(Number);
          expect(found.some((each) => each.startsWith(`${lower} over ${higher}`))).toBe(false);
          const share = (at: number) => (columns[at]?.[0] ?? 0) / (columns[at]?.[1] ?? 1);
          expect(share(higher)).toBeGreaterThan(share(lower));
        }
        const turn = <T>(list: T[]) => [...list.slice(by % list.length), ...list.slice(0, by % list.length)].reverse();
        expect(pairs(turn(columns), turn(names)).sort()).toEqual(found.sort());
      }),
      { numRuns: 60 },
    );
  });

  test("are as rare as the level says where nothing differs, over all pairs of a row after Bonferroni", () => {
    let state = 20_240_229;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const yes = () => Array.from({ length: 100 }, random).filter((each) => each < 0.4).length;
    const tables = Array.from({ length: 600 }, () =>
      counts([
        [yes(), 100],
        [yes(), 100],
        [yes(), 100],
      ]),
    );
    const lettersIn = (table: PivotTable, settings: Partial<Settings>) =>
      (texts(table, settings) ?? []).join("").length;
    const perPair = add(tables.map((each) => lettersIn(each, {}))) / 3 / tables.length;
    const perTable = tables.filter((each) => lettersIn(each, { correction: "bonferroni" }) > 0).length / tables.length;
    // Four standard errors around the level of 600 tables; Bonferroni holds it for the three pairs together.
    const error = Math.sqrt((0.1 * 0.9) / tables.length);
    expect(Math.abs(perPair - 0.1)).toBeLessThan(4 * error);
    expect(perTable).toBeLessThan(0.1 + 4 * error);
    expect(perTable).toBeGreaterThan(0.1 - 4 * error);
  });
});

describe("a cell against the rest", () => {
  const person = fc.record({
    row: fc.nat(1),
    column: fc.nat(2),
    x: fc.integer({ min: -50, max: 1_000_000 }),
    w: fc.constantFrom(0.25, 1, 1.7, 4),
  });

  test("has the rest's exact share, mean, variance and effective base", () => {
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 60 }), (people) => {
        const table = tableOf(people, 2, 3);
        for (const column of [0, 1, 2]) {
          const others = people.filter((each) => each.column !== column).map((each) => ({ ...each, column: 0 }));
          const direct = tableOf(others, 2, 1);
          for (const row of [0, 1, 2]) {
            for (const place of [0, 1]) {
              const [found, wanted] = [
                restAt(asking(table, {}, place), row, column),
                sampleAt(asking(direct, {}, place), row, 0),
              ];
              const cell = table.cells[row]?.[column]?.[place] ?? null;
              // A mean of nobody has no rest that would differ from the total.
              if (wanted === null || cell === null) continue;
              expect(found?.of).toBe(wanted.of);
              for (const [name, value] of Object.entries(wanted)) {
                if (typeof value !== "number") continue;
                const is = found?.[name as keyof typeof found] as unknown as number;
                const scale = name === "variance" ? 1e12 : name === "mean" ? 1e6 : 1;
                expect(Math.abs(is - value), `${name} ${is} ${value}`).toBeLessThan(
                  1e-9 * Math.max(scale, Math.abs(value)),
                );
              }
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("says which way, at which level, and why not", () => {
    const table = counts([
      [70, 100],
      [50, 100],
      [56, 100],
      [9, 20],
    ]);
    const row = againstRest(asking(table))(0);
    // 70 of 100 against 115 of 220; by R p = 0.0029, of the second column against its rest 0.0564.
    const found = twoProportions({ share: 0.7, count: 100 }, { share: 115 / 220, count: 220 });
    expect(found?.p).toBeLessThan(0.05);
    expect(row[0]).toEqual({ direction: "higher", level: "high", reason: null });
    expect(row[1]).toEqual({ direction: "lower", level: "low", reason: null });
    expect(row[2]).toEqual({ direction: null, level: null, reason: null });
    expect(row[3]).toEqual({ direction: null, level: null, reason: "Not compared: its base of 20 is below 30." });
    expect(row[4]).toEqual({ direction: null, level: null, reason: null });
    expect(againstRest(asking(table, { correction: "bonferroni" }))(0)[1]?.level).toBeNull();
    const two = counts([
      [30, 60],
      [5, 9],
    ]);
    expect(againstRest(asking(two))(0)[0]?.reason).toBe("Not compared: the base of the rest, 9, is below 30.");
  });
});

test("differences of means have the levels that they have with every p computed, after every correction", () => {
  const sample = fc
    .record({
      mean: fc.double({ min: 0, max: 3, noNaN: true }),
      variance: fc.double({ min: 0.01, max: 20, noNaN: true }),
      count: fc.double({ min: 2, max: 300, noNaN: true }),
    })
    .map((each): CellSample => ({ of: "means", ...each }));
  const settingsOf = fc.record({
    correction: fc.constantFrom("none" as const, "bonferroni" as const, "benjamini-hochberg" as const),
    high: fc.constantFrom(0.9, 0.95, 0.999),
    low: fc.constantFrom(null, 0.5, 0.8),
  });
  fc.assert(
    fc.property(fc.array(sample, { minLength: 2, maxLength: 12 }), settingsOf, (samples, given) => {
      const settings: Settings = { ...usualSettings, ...given };
      const pairs = samples.flatMap((a, at) => samples.slice(at + 1).map((b) => [a, b] as const));
      const levels = (decided: ReturnType<ReturnType<typeof decidedLevels>>) => {
        const ps = pairs.map(([a, b]) => differenceOf(a, b, settings, decided)?.p ?? 1);
        return corrected(ps, settings.correction).map((p) => levelOf(p, settings));
      };
      expect(levels(decidedLevels(settings, pairs.length)(samples))).toEqual(levels(undefined));
    }),
    { numRuns: 500 },
  );
});

test("the line under a table names test, sides, levels, correction and bases", () => {
  const told = { type: aggregations.count, settings: usualSettings, isWeighted: false, against: "columns" as const };
  expect(significanceLine(told)).toBe(
    "A letter: this cell is higher than the column of that letter under the same heading. z test of column shares, pooled variance, two-sided, capital letters at 95%, small letters at 90%; no correction for several comparisons. Columns with a base below 30 are not compared. †: not compared, since fewer than 5 would be expected.",
  );
  const settings = { ...usualSettings, high: 0.999, low: null, correction: "bonferroni" as const };
  expect(significanceLine({ type: aggregations.average, settings, isWeighted: true, against: "rest" })).toBe(
    "An arrow: this cell differs from everybody else under the same heading. Welch's t test of means, two-sided, filled arrows at 99.9%; Bonferroni over the cells of a row under one heading. Columns with an effective base (Kish) below 30 are not compared.",
  );
  expect(significanceLine({ ...told, type: aggregations.max })).toBe("");
});
