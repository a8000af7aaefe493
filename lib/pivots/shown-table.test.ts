import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { question } from "@/lib/test-answers";
import { addressOf, loadPivotState, type PivotState } from "./address";
import { askOf } from "./ask";
import { bannerRequests } from "./banner";
import { bookTable } from "./book";
import { cellRequest } from "./cell";
import { gridOf, hasSeveral, madeOf, namesOf, remarksUnder, type TableRead } from "./shown-table";
import { SHARED } from "./significance";

/** By columns that are divided as `columnCodes` say, in one row and the total, with the same figures. */
function tableOf(columnCodes: number[][], bases: number[]): PivotTable {
  const cells = [0, 1].map(() => bases.map((n) => [n]));
  return {
    ...{ rows: [["Yes"], []], rowCodes: [[1], []], columnCodes, excluded: 0 },
    columns: columnCodes.map((path) => path.map((code) => `Answer ${code}`)),
    ...{ cells, base: cells, weightedBase: cells, effectiveBase: cells },
    deviation: cells.map((row) => row.map(() => [null])),
  };
}

const read = (address: Record<string, string>, tables: PivotTable[], timeZone = "UTC"): TableRead => {
  const state: PivotState = loadPivotState({ project: "p", rows: "row", against: "columns", ...address });
  const asked = askOf(state, timeZone);
  if (!asked) throw new Error("Nothing is asked.");
  return { tables, asked, state, timeZone, madeAt: 0 };
};

/** Nothing is known of the questions but what the figures say. */
const unknown = { fields: [], questions: [], weights: [] };

function shown(of: TableRead, questions: Question[] = []) {
  const names = namesOf(of, unknown);
  const made = madeOf(of, { names, ...unknown });
  const grid = gridOf(of, made);
  const format = formatFor(usualSettings);
  return { made, grid, remarks: remarksUnder(of, { made, names, data: [], questions, notes: grid.notes, format }) };
}

const COUNT = { show: "count", questionId: null } as const;
const separate = tableOf([[1], [2], []], [60, 40, 100]);
const overlapping = tableOf([[1], [2], []], [60, 70, 100]);

describe("respondents who stand in several columns of a question whose kind is not known", () => {
  test("are known by their bases: such columns are not compared, and the table says how totals count", () => {
    const several = shown(read({ columns: "owns" }, [overlapping]));
    expect(several.made.sharesColumns).toBe(true);
    expect(several.remarks).toContain(`–: ${SHARED}`);
    expect(several.remarks.join()).toContain("totals count each respondent once");
    const one = shown(read({ columns: "sex" }, [separate]));
    expect(one.made.sharesColumns).toBe(false);
    expect(one.remarks.join()).not.toContain("totals count each respondent once");
  });

  test("are of the inner question only where its own columns overlap", () => {
    const outer = tableOf([[1, 1], [1, 2], [1], [2, 1], [2, 2], [2], []], [30, 30, 60, 40, 30, 70, 100]);
    expect(shown(read({ columns: "owns,sex" }, [outer])).made.sharesColumns).toBe(false);
    const inner = tableOf([[1, 1], [1, 2], [1], [2, 1], [2, 2], [2], []], [50, 30, 60, 20, 20, 40, 100]);
    expect(shown(read({ columns: "sex,owns" }, [inner])).made.sharesColumns).toBe(true);
  });

  test("are told of each question of a banner", () => {
    const everybody = tableOf([[]], [100]);
    const { made } = shown(read({ columns: "sex,owns", banner: "true" }, [everybody, separate, overlapping]));
    expect(made.table.spans?.map(({ title, isShared }) => [title, isShared])).toEqual([
      ["sex", false],
      ["owns", true],
    ]);
  });

  test("are found in rows too, and not where a service gives no totals", () => {
    const cells = [[[60]], [[70]], [[100]]];
    const rows = {
      ...{ rows: [["A"], ["B"], []], rowCodes: [[1], [2], []], columns: [[]], columnCodes: [[]], excluded: 0 },
      ...{ cells, base: cells, weightedBase: cells, effectiveBase: cells, deviation: cells },
    };
    expect(hasSeveral(read({}, [rows]), [])).toBe(true);
    expect(hasSeveral(read({}, [{ ...rows, rows: [["A"], ["B"], ["C"]], rowCodes: [[1], [2], [3]] }]), [])).toBe(false);
  });
});

test("days of a filter are said to be of UTC where the table's own are of another zone", () => {
  const filter = JSON.stringify([{ questionId: "since", operator: "gte", value: "2024-03-01" }]);
  const remarks = (zone: string) =>
    shown(read({ rows: "_time:day", filter }, [separate], zone), [question(1, "since", "date")]).remarks.slice(-3, -1);
  expect(remarks("Asia/Tokyo")).toEqual(["Dates by the clock of Asia/Tokyo.", "Days of filters are of UTC."]);
  expect(remarks("UTC").join()).not.toContain("Days of filters");
});

test("counts are said to be unweighted under a weight, and ranks to be of the weighted count", () => {
  const remarks = (values: string) => shown(read({ values, weight: "w" }, [separate])).remarks;
  expect(remarks("column,count")).toContain(
    "Weighted by w. Counts and bases (n) are unweighted, effective bases are after Kish.",
  );
  expect(remarks("column,rank")).toEqual(
    expect.arrayContaining([
      "Weighted by w; bases (n) are unweighted, effective bases after Kish.",
      "Rank: by the weighted count in the column among the rows of a group, equal counts equal.",
    ]),
  );
  const { remarks: plain } = shown(read({ values: "count,rank" }, [separate]));
  expect(plain).toContain("Unweighted.");
  expect(plain.join()).toContain("Rank: by the count in the column");
});

describe("responses excluded for quality", () => {
  const provenance = {
    ...{ revision: 1, revisedAt: null, responses: 1615, excluded: 35, exclusions: "these" },
    ...{ weight: null, definitions: "d", questions: [] },
  };
  const of = (address: Record<string, string>, includesExcluded?: boolean) =>
    read(address, [
      { ...separate, provenance: { ...provenance, ...(includesExcluded !== undefined && { includesExcluded }) } },
    ]);

  test("are named beside the base, whether they count or not", () => {
    expect(shown(of({}, false)).remarks[1]).toBe("1,580 responses in the project; 35 excluded for quality.");
    expect(shown(of({ includeExcluded: "true" }, true)).remarks[1]).toBe(
      "1,615 responses in the project; 35 excluded for quality are included.",
    );
    expect(shown(of({ includeExcluded: "true", weight: "w" }, true)).remarks[1]).toMatch(
      /as far as they have a weight\.$/,
    );
  });

  test("are not said to be included by a service that does not do it, or does not say so", () => {
    expect(shown(of({ includeExcluded: "true" }, false)).remarks[1]).toMatch(/which this service does not include\.$/);
    expect(shown(of({ includeExcluded: "true" })).remarks[1]).toMatch(/^This service does not say whether/);
  });

  test("are asked for in the table, its cells and its book as the address says, and kept by an address", () => {
    const including = of({ includeExcluded: "true" }, true);
    expect(including.asked.includeExcluded).toBe(true);
    expect(of({}).asked).not.toHaveProperty("includeExcluded");
    const cell = { row: 0, column: 0, value: COUNT };
    const opened = (each: TableRead) => cellRequest(each.asked, shown(each).made, { cell, shown: [], page: 1 });
    expect(opened(including).includeExcluded).toBe(true);
    expect(opened(of({}))).not.toHaveProperty("includeExcluded");
    expect(bannerRequests(including.asked).every(({ includeExcluded }) => includeExcluded)).toBe(true);
    expect(loadPivotState(bookTable(including)).includeExcluded).toBe(true);
    expect(addressOf(of({}).state)).not.toHaveProperty("includeExcluded");
  });
});
