import { expect, test } from "vitest";
import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { question } from "@/lib/test-answers";
import { loadPivotState } from "./address";
import { askOf } from "./ask";
import { composedRefusal, requestsOf } from "./composed";
import { spanTableOf } from "./pivot-file";
import { gridOf, madeOf, namesOf, type TableRead } from "./shown-table";

/** Answers 1 to 5 to two items, the second of which not everybody was asked; weights that are not whole. */
type Person = { price: number; staff: number | null; sex: number; weight: number };
const people: Person[] = Array.from({ length: 300 }, (_, at) => {
  const sex = 1 + (at % 2);
  const price = sex === 1 ? 1 + ((at * 7) % 5) : 3 + ((at * 5) % 3);
  return { price, staff: at % 3 === 0 ? null : 1 + ((at * 11) % 5), sex, weight: 0.5 + (at % 4) / 4 };
});
type Item = "price" | "staff";
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const weightOf = (them: Person[]) => sum(them.map(({ weight }) => weight));

/** The service's table of an item, counted person by person. */
function tableOf(item: Item, bySex: boolean): PivotTable {
  const those = people.filter((person) => person[item] !== null);
  const columns = bySex ? [[1], [2], []] : [[]];
  const rows = [[1], [2], [3], [4], [5], []];
  const at = ([code]: number[], [sex]: number[]) =>
    those.filter(
      (person) => (code === undefined || person[item] === code) && (sex === undefined || person.sex === sex),
    );
  const each = (figures: (them: Person[]) => (number | null)[]) =>
    rows.map((row) => columns.map((column) => figures(at(row, column))));
  const mean = (them: Person[]) => sum(them.map((each) => each.weight * (each[item] ?? 0))) / weightOf(them);
  const kish = (them: Person[]) =>
    them.length === 0 ? 0 : weightOf(them) ** 2 / sum(them.map(({ weight }) => weight ** 2));
  const deviation = (them: Person[]) => {
    const around = sum(them.map((each) => each.weight * ((each[item] ?? 0) - mean(them)) ** 2));
    return Math.sqrt((around * them.length) / (weightOf(them) * (them.length - 1)));
  };
  return {
    rows: rows.map((path) => path.map((code) => `Answer ${code}`)),
    columns: columns.map((path) => path.map((sex) => (sex === 1 ? "Female" : "Male"))),
    ...{ rowCodes: rows, columnCodes: columns, excluded: 0 },
    cells: each((them) => [weightOf(them), them.length > 0 ? mean(them) : null]),
    base: each((them) => [them.length, them.length]),
    weightedBase: each((them) => [weightOf(them), weightOf(them)]),
    effectiveBase: each((them) => [kish(them), kish(them)]),
    deviation: each((them) => [null, them.length > 1 ? deviation(them) : null]),
  };
}

const options = [1, 2, 3, 4, 5].map((code): [number, string, number] => [code, `Answer ${code}`, code]);
const grid = { id: "g", text: "How good is it?" };
const questions = [
  { ...question(0, "price", "scale", { options }), text: "Price", grid },
  { ...question(1, "staff", "scale", { options }), text: "Staff", grid },
  question(2, "sex", "single"),
];
const known = { fields: [], questions, weights: [] };

function shown(look: Record<string, string> = {}) {
  const state = loadPivotState({
    ...{ project: "p", rows: "price,staff", items: "true", columns: "sex", values: "column,mean:price", weight: "w" },
    ...look,
  });
  const asked = askOf(state, "UTC");
  if (!asked) throw new Error("Nothing is asked.");
  const requests = requestsOf(asked, state);
  expect(composedRefusal(asked, state)).toBeNull();
  expect(requests.map(({ rows, columns, measures }) => [rows, columns, measures.length])).toEqual([
    [["price"], [], 2],
    [["price"], ["sex"], 2],
    [["staff"], [], 2],
    [["staff"], ["sex"], 2],
  ]);
  const tables = (["price", "staff"] as const).flatMap((item) => [tableOf(item, false), tableOf(item, true)]);
  const read: TableRead = { tables, asked, state, timeZone: "UTC", madeAt: 0 };
  return gridOf(read, madeOf(read, { names: namesOf(read, known), ...known }));
}

const figure = (of: ReturnType<typeof shown>, row: number, label: string) => {
  const [at, leaf] = [of.rows[row], of.leaves.find((each) => each.label === label)];
  return at && leaf ? of.cell(at, leaf).value : null;
};

test("a grid has items in rows, options, top 2 and mean in columns, each item's own base, and the banner beside", () => {
  const of = shown();
  expect(of.rows.map(({ labels }) => labels)).toEqual([["Price"], ["Staff"]]);
  expect(of.corner).toEqual(["How good is it?"]);
  expect(of.leaves.map(({ label }) => label)).toEqual([
    ...options.map(([, label]) => label),
    ...["Top 2", "Mean", "Base (n)", "Female", "Male"],
  ]);
  for (const [row, item] of (["price", "staff"] as const).entries()) {
    const those = people.filter((person) => person[item] !== null);
    const share = (has: (person: Person) => boolean, among = those) =>
      (100 * weightOf(among.filter(has))) / weightOf(among);
    expect(figure(of, row, "Base (n)")).toBe(those.length);
    for (const [code, label] of options) {
      expect(figure(of, row, label)).toBeCloseTo(
        share((person) => person[item] === code),
        9,
      );
    }
    const isTop = (person: Person) => (person[item] ?? 0) >= 4;
    expect(figure(of, row, "Top 2")).toBeCloseTo(share(isTop), 9);
    const mean = sum(those.map((each) => each.weight * (each[item] ?? 0))) / weightOf(those);
    expect(figure(of, row, "Mean")).toBeCloseTo(mean, 9);
    const women = those.filter(({ sex }) => sex === 1);
    expect(figure(of, row, "Female")).toBeCloseTo(share(isTop, women), 9);
  }
});

test("the banner has letters of the top 2 or of the mean, and shows the one that is chosen", () => {
  const marks = (of: ReturnType<typeof shown>) =>
    of.rows.map((row) => of.leaves.slice(-2).map((leaf) => of.cell(row, leaf).mark?.text ?? null));
  // Men rate the price 3 to 5, women 1 to 5; the staff both alike.
  const top = shown({ against: "columns" });
  expect(marks(top)).toEqual([
    ["", "A"],
    ["", ""],
  ]);
  const letters = top.head.flatMap((row) => row.flatMap(({ label, letter }) => (letter ? [`${label} ${letter}`] : [])));
  expect(letters).toEqual(["Female A", "Male B"]);
  expect(top.notes.join(" ")).toContain("z test of column shares");
  const mean = shown({ against: "columns", bannerShows: "mean" });
  expect(marks(mean)[0]).toEqual(["", "A"]);
  expect(mean.notes.join(" ")).toContain("Welch's t test of means");
  expect(marks(shown())).toEqual([
    [null, null],
    [null, null],
  ]);
});

test("a workbook has the same table, with two rows of headings", () => {
  const [groups, labels, price] = spanTableOf(shown(), []).rows;
  expect(groups?.filter(Boolean).map((cell) => cell?.value)).toEqual([
    ...["How good is it?", "% of those who answered the item", "Summary", "Base (n)", "sex"],
  ]);
  expect(labels?.filter(Boolean)).toHaveLength(9);
  expect(price?.[0]?.value).toBe("Price");
});
