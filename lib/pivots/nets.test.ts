import { describe, expect, test } from "vitest";
import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { question } from "@/lib/test-answers";
import { loadPivotState, type PivotState } from "./address";
import { askOf } from "./ask";
import { cellRequest, cellWords } from "./cell";
import type { DrawnKind } from "./chart-kinds";
import { requestsOf } from "./composed";
import { joinNets } from "./nets";
import { longRows, spanTableOf } from "./pivot-file";
import { type PivotGrid, preparePivot } from "./prepare-pivot";
import { preparePivotChart } from "./prepare-pivot-chart";
import { gridOf, madeOf, namesOf, type TableRead } from "./shown-table";

/** Who owns what, of several answers: 1 car, 2 van, 3 bike, 4 boat; weights that are not whole. */
type Person = { owns: number[]; region: number; weight: number };
const people: Person[] = Array.from({ length: 400 }, (_, at) => ({
  owns: [1, 2, 3, 4].filter((code) => (at * 7 + code * code * 3) % (code + (at % 2 === 0 ? 2 : 4)) === 0),
  region: 1 + (at % 2),
  weight: 0.5 + (at % 5) / 4,
}));
const nets = new Map([
  [1, [1, 2]],
  [2, [3]],
]);
const names: Record<number, string> = { 1: "Car", 2: "Van", 3: "Bike", 4: "Boat" };
const netNames: Record<number, string> = { 1: "Any motor", 2: "Any cycle" };
const inNet = (net: number, { owns }: Person) => owns.some((code) => nets.get(net)?.includes(code));

/** Counted person by person: who stands under these codes. */
function tabulated(rows: { codes: number[]; labels: string[]; has: (person: Person) => boolean }[], across: boolean) {
  const columns = across
    ? [1, 2].map((region) => ({ codes: [region], has: (person: Person) => person.region === region }))
    : [];
  const all = [...columns, { codes: [] as number[], has: () => true }];
  const each = (figure: (them: Person[]) => number | null) =>
    [...rows, { has: () => true }].map((row) =>
      all.map((column) => [figure(people.filter((person) => row.has(person) && column.has(person)))]),
    );
  const sum = (them: Person[]) => them.reduce((total, { weight }) => total + weight, 0);
  const squares = (them: Person[]) => them.reduce((total, { weight }) => total + weight ** 2, 0);
  const table: PivotTable = {
    rows: [...rows.map(({ labels }) => labels), []],
    rowCodes: [...rows.map(({ codes }) => codes), []],
    columns: all.map(({ codes }) => codes.map((code) => `Region ${code}`)),
    columnCodes: all.map(({ codes }) => codes),
    cells: each(sum),
    base: each((them) => them.length) as number[][][],
    weightedBase: each(sum) as number[][][],
    effectiveBase: each((them) => (them.length === 0 ? 0 : sum(them) ** 2 / squares(them))) as number[][][],
    deviation: each(() => null),
    excluded: 0,
  };
  return table;
}

const crossed = (across: boolean) =>
  tabulated(
    [...nets.keys()].flatMap((net) => [
      ...[1, 2, 3, 4].map((code) => ({
        codes: [net, code],
        labels: [netNames[net] ?? "", names[code] ?? ""],
        has: (person: Person) => inNet(net, person) && person.owns.includes(code),
      })),
      { codes: [net], labels: [netNames[net] ?? ""], has: (person: Person) => inNet(net, person) },
    ]),
    across,
  );
const alone = (across: boolean) =>
  tabulated(
    [1, 2, 3, 4].map((code) => ({
      ...{ codes: [code], labels: [names[code] ?? ""] },
      has: (person: Person) => person.owns.includes(code),
    })),
    across,
  );

const options = (...codes: number[]) => codes.map((code): [number, string, null] => [code, `Option ${code}`, null]);
const derivation = {
  ...{ form: "nets" as const, questionId: "owns" },
  nets: [...nets].map(([code, of]) => ({ code, of })),
};
const questions = [
  question(0, "owns", "multiple", { options: options(1, 2, 3, 4) }),
  question(1, "kinds", "multiple", { options: options(1, 2), derivation }),
  question(2, "region", "single", { options: options(1, 2) }),
];
const known = { fields: [], questions, weights: [] };

function shown(look: Record<string, string>) {
  const state: PivotState = loadPivotState({
    ...{ project: "p", rows: "kinds,owns", columns: "region", weight: "w", values: "column", nets: "above" },
    ...look,
  });
  const asked = askOf(state, "UTC");
  if (!asked) throw new Error("Nothing is asked.");
  const isBanner = state.banner && state.columns.length > 1;
  const tables = isBanner
    ? [crossed(false), crossed(true), crossed(true), alone(false), alone(true), alone(true)]
    : [crossed(true), alone(true)];
  expect(requestsOf(asked, state)).toHaveLength(tables.length);
  const read: TableRead = { tables, asked, state, timeZone: "UTC", madeAt: 0 };
  const made = madeOf(read, { names: namesOf(read, known), ...known });
  return { asked, state, made, grid: gridOf(read, made) };
}

const outline = ({ grid }: { grid: PivotGrid }) =>
  grid.rows.map(({ labels, isIndented }) => `${isIndented ? "  " : ""}${labels.join(" / ")}`);

describe("nets with their options", () => {
  test("stand above or below them, options in no net after all, in one column of labels", () => {
    const bases = ["Base (n)", "Weighted base", "Effective base"];
    const above = ["Any motor", "  Car", "  Van", "Any cycle", "  Bike", "Boat", "Total"];
    expect(outline(shown({}))).toEqual([...above, ...bases]);
    const below = ["  Car", "  Van", "Any motor", "  Bike", "Any cycle", "Boat", "Total"];
    expect(outline(shown({ nets: "below" }))).toEqual([...below, ...bases]);
    const { grid } = shown({});
    expect(grid.corner).toEqual(["owns"]);
    expect(spanTableOf(grid, []).rows[3]?.[0]).toMatchObject({ value: "    Car" });
  });

  test("have the shares, bases and letters that are counted person by person", () => {
    const { grid } = shown({ against: "columns", minimumBase: "2" });
    const share = (has: (person: Person) => boolean, region: number) => {
      const all = people.filter((person) => person.region === region);
      const sum = (them: Person[]) => them.reduce((total, { weight }) => total + weight, 0);
      return (100 * sum(all.filter(has))) / sum(all);
    };
    const tests = new Map<string, (person: Person) => boolean>([
      ["Any motor", (person) => inNet(1, person)],
      ["Any cycle", (person) => inNet(2, person)],
      ["Total", () => true],
      ...[1, 2, 3, 4].map((code) => [names[code] ?? "", ({ owns }: Person) => owns.includes(code)] as const),
    ]);
    const effective = [1, 2].map((region) => {
      const them = people.filter((person) => person.region === region);
      return them.reduce((s, { weight }) => s + weight, 0) ** 2 / them.reduce((s, { weight }) => s + weight ** 2, 0);
    });
    const letters: string[] = [];
    for (const row of grid.rows.slice(0, 7)) {
      const has = tests.get(row.labels[0] ?? "") ?? (() => false);
      const [east = 0, west = 0] = [share(has, 1), share(has, 2)];
      const cells = grid.leaves.slice(0, 2).map((leaf) => grid.cell(row, leaf));
      expect(cells[0]?.value).toBeCloseTo(east, 9);
      expect(cells[1]?.value).toBeCloseTo(west, 9);
      const [n = 0, m = 0] = effective;
      const common = (east * n + west * m) / (n + m) / 100;
      const z = (east - west) / 100 / Math.sqrt(common * (1 - common) * (1 / n + 1 / m));
      const higher = Math.abs(z) > 1.959964 ? (z > 0 ? 0 : 1) : -1;
      if (common < 1) {
        expect(cells[higher]?.mark?.text ?? "").toBe(higher < 0 ? "" : higher === 0 ? "B" : "A");
        letters.push(`${row.labels[0]} ${higher}`);
      }
    }
    // Nets have letters of their own, and some of them differ.
    expect(letters.filter((each) => !each.endsWith("-1")).length).toBeGreaterThan(1);
    expect(letters.find((each) => each.startsWith("Any motor"))).not.toMatch(/-1$/);
  });

  test("are sorted among each other, and options within their net", () => {
    const order = outline(shown({ sort: "value", descending: "true" })).slice(0, 7);
    const size = (name: string) => {
      const code = Number(Object.keys(names).find((key) => names[Number(key)] === name));
      return people.reduce((s, { owns, weight }) => s + (owns.includes(code) ? weight : 0), 0);
    };
    const inMotor = order
      .slice(order.indexOf("Any motor") + 1, order.indexOf("Any motor") + 3)
      .map((each) => each.trim());
    expect(inMotor).toEqual(["Car", "Van"].toSorted((one, other) => size(other) - size(one)));
    expect(order).toContain("Boat");
  });

  test("stand beside a banner, and cells open the respondents of their own question", () => {
    const { grid, made, asked } = shown({ columns: "region,sex", banner: "true" });
    const row = (label: string) => {
      const found = grid.rows.find(({ labels }) => labels[0] === label);
      return found?.kind === "figures" ? found.row : -1;
    };
    const open = (label: string) => {
      const value = { show: "count", questionId: null } as const;
      const cell = { row: row(label), column: 0, value };
      const { rows, rowCodes } = cellRequest(asked, made, { cell, shown: [], page: 1 });
      return { rows, rowCodes };
    };
    expect(open("Van")).toEqual({ rows: ["kinds", "owns"], rowCodes: [1, 2] });
    expect(open("Any motor")).toEqual({ rows: ["kinds", "owns"], rowCodes: [1] });
    expect(open("Boat")).toEqual({ rows: ["owns"], rowCodes: [4] });
  });

  test("are sorted together with the options that are in no net", () => {
    // Any motor 50 (30 cars, 25 vans), 60 bikes and 10 boats.
    const tableOf = (rows: [codes: number[], labels: string[], count: number][]): PivotTable => {
      const cells = rows.map(([, , count]) => [[count]]);
      return {
        ...{ rows: rows.map(([, labels]) => labels), rowCodes: rows.map(([codes]) => codes), columns: [[]] },
        ...{ columnCodes: [[]], cells, base: cells, weightedBase: cells, effectiveBase: cells, excluded: 0 },
        deviation: rows.map(() => [[null]]),
      };
    };
    const total: [number[], string[], number] = [[], [], 100];
    const inNet: typeof total = [[1], ["Any motor"], 50];
    const car: typeof total = [[1, 1], ["Any motor", "Car"], 30];
    const alone = [1, 2, 3, 4].map((code): typeof total => [
      [code],
      [names[code] ?? ""],
      [30, 25, 60, 10][code - 1] ?? 0,
    ]);
    const table = joinNets(
      tableOf([[[1, 2], ["Any motor", "Van"], 25], car, inNet, total]),
      tableOf([...alone, total]),
      new Map([[1, new Set([1, 2])]]),
    );
    if (!table) throw new Error("They are not joined.");
    const { made, state } = shown({});
    const order = (look: Partial<PivotState>) => {
      const of = { ...made, table, titles: { ...made.titles, columns: [] } };
      return outline({ grid: preparePivot(of, { ...state, bases: "none", ...look }) });
    };
    const greatest = ["Bike", "Any motor", "  Car", "  Van", "Boat", "Total"];
    expect(order({ sort: "value", descending: true })).toEqual(greatest);
    expect(order({ sort: "value" })).toEqual(["Boat", "Any motor", "  Van", "  Car", "Bike", "Total"]);
    expect(order({ sort: "label" })).toEqual(["Any motor", "  Car", "  Van", "Bike", "Boat", "Total"]);
    const { notes } = preparePivot({ ...made, table }, { ...state, sort: "value", descending: true });
    expect(notes[0]).toBe("Rows are sorted within their nets by % of column in “Total”, greatest first.");
  });

  test("are drawn beside their options, whose stack leaves them out", () => {
    const of = shown({});
    const drawn = (kind: DrawnKind) =>
      preparePivotChart({
        ...{
          kind,
          grid: of.grid,
          made: of.made,
          rows: of.asked.rows,
          columns: of.asked.columns,
          questions,
          decimals: null,
          hasSeveral: false,
        },
        value: { show: "column", questionId: null },
      });
    const bars = drawn("bars").chart;
    expect(bars?.categories).toEqual([
      ...["Any motor", "Any motor › Car", "Any motor › Van"],
      ...["Any cycle", "Any cycle › Bike", "Boat"],
    ]);
    const east = people.filter(({ region }) => region === 1);
    const sum = (them: Person[]) => them.reduce((total, { weight }) => total + weight, 0);
    expect(bars?.cells[0]?.[0]?.value).toBeCloseTo(
      (100 * sum(east.filter((person) => inNet(1, person)))) / sum(east),
      9,
    );
    // Respondents own several of them.
    expect(drawn("stacked").refusal).toContain("do not add up to 100");
  });

  test("have a row for each figure in the long form, and words for each cell", () => {
    const { made, state } = shown({});
    const rows = longRows(made, state.values).filter(({ column }) => column[0] === "Region 1");
    expect(rows.map(({ row }) => row)).toEqual([
      ...[["Any motor", "Car"], ["Any motor", "Van"], ["Any motor"], ["Any cycle", "Bike"], ["Any cycle"]],
      ...[["In no net", "Boat"], []],
    ]);
    const east = people.filter(({ region }) => region === 1);
    expect(rows.map(({ base }) => base)).toEqual(rows.map(() => east.length));
    const words = (row: number) => cellWords(made, { row, column: 0, value: { show: "column", questionId: null } });
    expect(words(0)).toBe("kinds: Any motor · owns: Car · region: Region 1");
    expect(words(5)).toBe("kinds: In no net · owns: Boat · region: Region 1");
  });
});
