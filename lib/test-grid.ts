import { expect } from "vitest";
import type { PivotRequest, PivotTable, Provenance } from "./contracts/interfaces/pivot";
import { loadPivotState } from "./pivots/address";
import { askOf } from "./pivots/ask";
import { composedRefusal, requestsOf } from "./pivots/composed";
import { gridOf, madeOf, namesOf, type TableRead } from "./pivots/shown-table";
import { question } from "./test-answers";

/** A grid of two items as one table, whose figures are counted person by person. */

/** Answers 1 to 5 to two items, null of those who were not asked, and weights that are not whole. */
export type Person = { price: number | null; staff: number | null; sex: number; weight: number };
export const people: Person[] = Array.from({ length: 300 }, (_, at) => {
  const sex = 1 + (at % 2);
  const price = sex === 1 ? 1 + ((at * 7) % 5) : 3 + ((at * 5) % 3);
  return { price, staff: at % 3 === 0 ? null : 1 + ((at * 11) % 5), sex, weight: 0.5 + (at % 4) / 4 };
});
export const items = ["price", "staff"] as const;
export type ItemOf = (typeof items)[number];

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
export const weightOf = (them: readonly Person[]) => sum(them.map(({ weight }) => weight));
export const answered = (item: ItemOf, among: readonly Person[] = people) =>
  among.filter((person) => person[item] !== null);
export const meanOf = (item: ItemOf, them: readonly Person[]) =>
  sum(them.map((each) => each.weight * (each[item] ?? 0))) / weightOf(them);
export const kish = (them: readonly Person[]) =>
  them.length === 0 ? 0 : weightOf(them) ** 2 / sum(them.map(({ weight }) => weight ** 2));

/** The service's table of an item: answers and columns of which there are none are not in it. */
export function tableOfItem(item: ItemOf, bySex: boolean, among: readonly Person[] = people): PivotTable {
  const those = answered(item, among);
  const among5 = [1, 2, 3, 4, 5].filter((code) => those.some((person) => person[item] === code));
  const sexes = bySex ? [1, 2].filter((sex) => those.some((person) => person.sex === sex)) : [];
  const rows = [...among5.map((code) => [code]), []];
  const columns = [...sexes.map((sex) => [sex]), []];
  const at = ([code]: number[], [sex]: number[]) =>
    those.filter(
      (person) => (code === undefined || person[item] === code) && (sex === undefined || person.sex === sex),
    );
  const each = <T>(figures: (them: Person[]) => T[]) =>
    rows.map((row) => columns.map((column) => figures(at(row, column))));
  const deviation = (them: Person[]) => {
    const around = sum(them.map((each) => each.weight * ((each[item] ?? 0) - meanOf(item, them)) ** 2));
    return Math.sqrt((around * them.length) / (weightOf(them) * (them.length - 1)));
  };
  return {
    rows: rows.map((path) => path.map((code) => `Answer ${code}`)),
    columns: columns.map((path) => path.map((sex) => (sex === 1 ? "Female" : "Male"))),
    ...{ rowCodes: rows, columnCodes: columns, excluded: 0 },
    cells: each((them) => [weightOf(them), them.length > 0 ? meanOf(item, them) : null]),
    base: each((them) => [them.length, them.length]),
    weightedBase: each((them) => [weightOf(them), weightOf(them)]),
    effectiveBase: each((them) => [kish(them), kish(them)]),
    deviation: each((them) => [null, them.length > 1 ? deviation(them) : null]),
  };
}

type Asked = Pick<PivotRequest, "rows" | "columns"> & {
  [Member in "filter" | "weight"]?: PivotRequest[Member] | undefined;
};
/** `unweighted`: those without a weight, whom a weighted table leaves out. */
type Sample = { among?: readonly Person[]; unweighted?: readonly Person[] };

/** The service's table of a request for an item, or without rows for those who answered any of those in its filter. */
export function tableAsked({ rows, columns, filter = [], weight }: Asked, sample: Sample = {}): PivotTable {
  const { among = people, unweighted = [] } = sample;
  const [item] = items.filter((each) => rows.includes(each));
  const named = items.filter((each) => (item ? each === item : JSON.stringify(filter).includes(`"${each}"`)));
  const isIn = (person: Person) => named.some((each) => person[each] !== null);
  const excluded = weight === undefined ? 0 : unweighted.filter(isIn).length;
  const table = item ? tableOfItem(item, columns.length > 0, among) : countOf(among.filter(isIn));
  return { ...table, excluded, provenance: provenanceOf([...named, ...columns]) };
}

function countOf(them: readonly Person[]): PivotTable {
  const figure = (value: number) => [[[value]]];
  return {
    ...{ rows: [[]], columns: [[]], rowCodes: [[]], columnCodes: [[]], excluded: 0, deviation: [[[null]]] },
    ...{ cells: figure(weightOf(them)), base: figure(them.length), weightedBase: figure(weightOf(them)) },
    effectiveBase: figure(kish(them)),
  };
}

const provenanceOf = (ids: readonly string[]): Provenance => ({
  ...{ revision: 1, revisedAt: null, responses: people.length, excluded: 0, weight: null },
  definitions: `version of ${ids.toSorted().join(" and ")}`,
  questions: ids.toSorted().map((id) => ({ id, labels: "l", coding: "c" })),
});

export const options = [1, 2, 3, 4, 5].map((code): [number, string, number] => [code, `Answer ${code}`, code]);
const grid = { id: "g", text: "How good is it?" };
export const gridQuestions = [
  { ...question(0, "price", "scale", { options }), text: "Price", grid },
  { ...question(1, "staff", "scale", { options }), text: "Staff", grid },
  question(2, "sex", "single"),
];
const known = { fields: [], questions: gridQuestions, weights: [] };

/** The grid's table of an address, among these people. */
export function shownGrid(
  look: Record<string, string> = {},
  among: readonly Person[] = people,
  unweighted: readonly Person[] = [],
) {
  const state = loadPivotState({
    ...{ project: "p", rows: "price,staff", items: "true", columns: "sex", values: "column,mean:price", weight: "w" },
    ...look,
  });
  const asked = askOf(state, "UTC");
  if (!asked) throw new Error("Nothing is asked.");
  expect(composedRefusal(asked, state)).toBeNull();
  const tables = requestsOf(asked, state).map((request) => tableAsked(request, { among, unweighted }));
  const read: TableRead = { tables, asked, state, timeZone: "UTC", madeAt: 0 };
  const made = madeOf(read, { names: namesOf(read, known), ...known });
  if (!made.items) throw new Error("It is of no grid.");
  return { asked, state, read, made, items: made.items, grid: gridOf(read, made) };
}

export type ShownGrid = ReturnType<typeof shownGrid>;

/** A cell by its row and the label of its column. */
export function cellAt({ grid: { rows, leaves, cell } }: ShownGrid, row: number, label: string) {
  const [at, leaf] = [rows[row], leaves.find((each) => each.label === label)];
  if (!at || !leaf) throw new Error(`No ${label}.`);
  return cell(at, leaf);
}
