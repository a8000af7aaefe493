import { describe, expect, test } from "vitest";
import {
  answered,
  cellAt,
  items,
  kish,
  meanOf,
  options,
  type Person,
  people,
  type ShownGrid,
  shownGrid,
  weightOf,
} from "@/lib/test-grid";
import { requestsOf } from "./composed";
import { spanTableOf } from "./pivot-file";

const labelsOf = ({ grid }: ShownGrid) => grid.rows.map(({ labels }) => labels.join());
const share = (has: (person: Person) => boolean, among: readonly Person[]) =>
  (100 * weightOf(among.filter(has))) / weightOf(among);

test("each item is asked for by itself, without columns and for each question of the banner", () => {
  const { asked, state } = shownGrid();
  expect(requestsOf(asked, state).map(({ rows, columns, measures }) => [rows, columns, measures.length])).toEqual([
    [["price"], [], 2],
    [["price"], ["sex"], 2],
    [["staff"], [], 2],
    [["staff"], ["sex"], 2],
    // Who is left out for their weight, over both.
    [[], [], 1],
  ]);
});

test("a grid has items in rows, options, top 2, mean and bases in columns, and the banner beside", () => {
  const of = shownGrid();
  expect(labelsOf(of)).toEqual(["Price", "Staff"]);
  expect(of.grid.corner).toEqual(["How good is it?"]);
  expect(of.grid.leaves.map(({ label }) => label)).toEqual([
    ...options.map(([, label]) => label),
    ...["Top 2", "Mean", "Base (n)", "Weighted base", "Effective base", "Female", "Male"],
  ]);
  for (const [row, item] of items.entries()) {
    const those = answered(item);
    const figure = (label: string) => cellAt(of, row, label).value;
    expect(figure("Base (n)")).toBe(those.length);
    expect(figure("Weighted base")).toBeCloseTo(weightOf(those), 9);
    expect(figure("Effective base")).toBeCloseTo(kish(those), 9);
    for (const [code, label] of options) {
      expect(figure(label)).toBeCloseTo(
        share((person) => person[item] === code, those),
        9,
      );
    }
    const isTop = (person: Person) => (person[item] ?? 0) >= 4;
    expect(figure("Top 2")).toBeCloseTo(share(isTop, those), 9);
    expect(figure("Mean")).toBeCloseTo(meanOf(item, those), 9);
    const women = those.filter(({ sex }) => sex === 1);
    expect(figure("Female")).toBeCloseTo(share(isTop, women), 9);
  }
  expect(of.grid.notes).toEqual([
    "Top 2: the two highest options, “Answer 4” and “Answer 5”.",
    "The banner shows the top 2 of each item.",
  ]);
});

test("shares are of those whom the base rule names", () => {
  const group = (look: Record<string, string>) => shownGrid(look).grid.head[0]?.[0]?.label;
  expect(group({})).toBe("% of those who answered the item");
  expect(group({ baseRule: "asked" })).toBe("% of those who were asked the item");
  expect(group({ baseRule: "all" })).toBe("% of all responses");
});

test("an option and a column of the banner that only one item has stand in their places, and letters stay", () => {
  // The price has 2 and 5 alone, and none of the women answered it.
  const among = people.map((person) => ({
    ...person,
    price: person.sex === 1 ? null : 2 + 3 * ((person.price ?? 0) % 2),
  }));
  const of = shownGrid({ against: "columns" }, among);
  const labels = of.grid.leaves.map(({ label }) => label);
  expect(labels.slice(0, 5)).toEqual(options.map(([, label]) => label));
  expect(labels.slice(-2)).toEqual(["Female", "Male"]);
  const letters = of.grid.head.flatMap((row) =>
    row.flatMap(({ label, letter }) => (letter ? `${label} ${letter}` : [])),
  );
  expect(letters).toEqual(["Female A", "Male B"]);
  expect(cellAt(of, 0, "Answer 1").value).toBe(0);
  expect(cellAt(of, 0, "Female").value).toBeNull();
});

describe("tests of the banner beside the items", () => {
  const marks = (of: ShownGrid) =>
    of.grid.rows.map((row) => of.grid.leaves.slice(-2).map((leaf) => of.grid.cell(row, leaf).mark?.text ?? null));

  test("are letters of the top 2 or of the mean", () => {
    // Men rate the price 3 to 5, women 1 to 5; the staff both alike.
    const top = shownGrid({ against: "columns" });
    expect(marks(top)).toEqual([
      ["", "A"],
      ["", ""],
    ]);
    expect(top.grid.notes.join(" ")).toContain("z test of column shares");
    const mean = shownGrid({ against: "columns", bannerShows: "mean" });
    expect(marks(mean)[0]).toEqual(["", "A"]);
    expect(mean.grid.notes.join(" ")).toContain("Welch's t test of means");
    expect(marks(shownGrid())).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test("are arrows where each column is compared with the rest", () => {
    const rest = shownGrid({ against: "rest" });
    expect(marks(rest)).toEqual([
      ["▼", "▲"],
      ["", ""],
    ]);
    expect(rest.grid.notes.join(" ")).toContain("An arrow: this cell differs from everybody else");
  });

  test("mark what is too rare, and an exact test takes its place", () => {
    // 12 women, of whom none is in the top 2, and 12 men, of whom 5 are: Fisher's two-sided p is 0.0373.
    const few = Array.from({ length: 24 }, (_, at): Person => {
      const price = at % 2 === 1 && at < 10 ? 5 : 1;
      return { price, staff: 1 + (at % 5), sex: 1 + (at % 2), weight: 1 };
    });
    const look = { against: "columns", minimumBase: "10", low: "0" };
    const rare = shownGrid(look, few);
    expect(marks(rare)[0]).toEqual(["†", "†"]);
    const exact = shownGrid({ ...look, exact: "fisher" }, few);
    expect(marks(exact)[0]).toEqual(["", "A"]);
    expect(exact.grid.notes.join(" ")).toContain("Fisher's exact test, two-sided, on counts of the effective base");
  });

  test("are said not to be made where no banner stands beside the items", () => {
    expect(shownGrid({ against: "columns", columns: "" }).grid.notes).toContain(
      "Not tested: columns of a banner are compared, and none stands beside the items.",
    );
  });

  test("leave out small bases, which are grey", () => {
    // 75 women have a weight of 0.5 and 75 of 1: 112.5² / 93.75 is 135. Of men it is 141.2.
    const of = shownGrid({ minimumBase: "140", against: "columns" });
    expect(cellAt(of, 0, "Female").faint).toBe("Small base: 135, below 140.");
    expect(cellAt(of, 0, "Male")).toMatchObject({ faint: null, mark: { text: "" } });
    expect(of.grid.faintNote).toBe("Grey: an effective base below 140.");
  });
});

describe("rows of items", () => {
  test("are sorted by any column, in both directions, and a note says so", () => {
    const order = (look: Record<string, string>) => {
      const of = shownGrid(look);
      return { rows: labelsOf(of), note: of.grid.notes[0] };
    };
    const figures = (label: string) => items.map((_, row) => cellAt(shownGrid(), row, label).value ?? 0);
    const columns = [
      ["option 1", "Answer 1", "“Answer 1”"],
      ["option 5", "Answer 5", "“Answer 5”"],
      ["top", "Top 2", "“Top 2”"],
      ["mean", "Mean", "“Mean”"],
      ["banner sex 2", "Male", "“Male” (sex)"],
    ] as const;
    for (const [sortColumn, label, name] of columns) {
      const [price = 0, staff = 0] = figures(label);
      const greatest = price > staff ? ["Price", "Staff"] : ["Staff", "Price"];
      expect(price).not.toBe(staff);
      expect(order({ sort: "value", sortColumn, descending: "true" })).toEqual({
        rows: greatest,
        note: `Rows are sorted by ${name}, greatest first.`,
      });
      expect(order({ sort: "value", sortColumn })).toEqual({
        rows: greatest.toReversed(),
        note: `Rows are sorted by ${name}, least first.`,
      });
    }
    expect(order({ sort: "label", descending: "true" })).toEqual({
      rows: ["Staff", "Price"],
      note: "Rows are sorted by label, Z to A.",
    });
    expect(order({ descending: "true" }).rows).toEqual(["Staff", "Price"]);
    // A column that is gone gives way to the top 2.
    expect(order({ sort: "value", sortColumn: "banner age 1" }).note).toContain("“Top 2”");
  });

  test("of few respondents are hidden, and a note says how many", () => {
    const of = shownGrid({ hideBelow: "250" });
    expect(labelsOf(of)).toEqual(["Price"]);
    expect(of.grid.notes[0]).toBe("1 row of fewer than 250 respondents is hidden.");
  });

  test("have heat colours among shares alone", () => {
    const of = shownGrid({ heat: "true" });
    const heats = options.flatMap(([, label]) => items.map((_, row) => cellAt(of, row, label).heat ?? Number.NaN));
    expect(Math.min(...heats)).toBe(0);
    expect(Math.max(...heats)).toBe(1);
    const means = items.map((_, row) => cellAt(of, row, "Mean").heat);
    expect(means.toSorted()).toEqual([0, 1]);
    expect(cellAt(shownGrid(), 0, "Mean").heat).toBeNull();
  });
});

test("a workbook has the same table, with two rows of headings", () => {
  const [groups, labels, price] = spanTableOf(shownGrid().grid, []).rows;
  expect(groups?.filter(Boolean).map((cell) => cell?.value)).toEqual([
    ...["How good is it?", "% of those who answered the item", "Summary"],
    ...["Base (n)", "Weighted base", "Effective base", "sex"],
  ]);
  expect(labels?.filter(Boolean)).toHaveLength(9);
  expect(price?.[0]?.value).toBe("Price");
});
