import { describe, expect, test } from "vitest";
import type { PivotTable, Provenance } from "@/lib/contracts/interfaces/pivot";
import { type Recording, recordTable } from "@/lib/contracts/ours/recordings";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { loadPivotState } from "./address";
import { dataChanges } from "./data-changes";
import { movedFigures, withMoved } from "./moved-figures";
import { preparePivot } from "./prepare-pivot";
import { askedFor, changedSince, frozenText, namesToRecord, sinceText } from "./recorded";
import { measuresOf, type PivotValue, readValue, valueText } from "./values";

const format = formatFor(usualSettings);
const question = (id: string, labels = "1", coding = "1") => ({ id, labels, coding });
const was: Provenance = {
  ...{ revision: 3, revisedAt: null, responses: 100, excluded: 5, exclusions: "these", definitions: "d" },
  weight: { id: "w", values: "1", madeAt: "2026-03-01T00:00:00.000Z" },
  questions: [question("a"), question("b"), question("c")],
};

describe("what changed in the data", () => {
  test.each<[Partial<Provenance>, string[]]>([
    [{}, []],
    [{ revision: 4 }, ["the answers are of revision 4 instead of 3"]],
    [{ revision: 4, responses: 1214, excluded: 7 }, ["1,114 responses added", "2 excluded"]],
    [{ responses: 99, excluded: 4 }, ["1 response removed", "1 no longer excluded"]],
    [{ exclusions: "others" }, ["other responses are excluded"]],
    [{ exclusions: "others", excluded: 6 }, ["1 excluded"]],
    [{ weight: { id: "w", values: "2", madeAt: null } }, ["the weight was made anew"]],
    [
      { weight: { id: "w", values: "2", madeAt: "2026-03-01T00:00:00.000Z" } },
      ["the values of the weight are not the same"],
    ],
    [
      { questions: [question("a", "2"), question("b", "2", "2"), question("c")] },
      ["the labels of 2 questions were edited", "the options, values or missing codes of 1 question were edited"],
    ],
  ])("%j is said in words", (change, words) => {
    expect(dataChanges(was, { ...was, ...change }, format)).toEqual(words);
  });
});

/** Counts by region and sex; `total` last in both directions. */
function tableOf(regions: [code: number, label: string, women: number, men: number][], more: Partial<PivotTable> = {}) {
  const sum = (at: 2 | 3) => regions.reduce((total, region) => total + region[at], 0);
  const counts = [...regions.map(([, , w, m]) => [w, m]), [sum(2), sum(3)]];
  const cells = counts.map(([w = 0, m = 0]) => [w, m, w + m].map((n) => [n]));
  const table: PivotTable = {
    rows: [...regions.map(([, label]) => [label]), []],
    rowCodes: [...regions.map(([code]) => [code]), []],
    ...{ columns: [["Women"], ["Men"], []], columnCodes: [[1], [2], []], excluded: 0 },
    ...{ cells, base: cells, weightedBase: cells, effectiveBase: cells },
    deviation: cells.map((row) => row.map(() => [null])),
  };
  return { ...table, ...more };
}

const asAsked = (...texts: string[]): PivotValue[] => texts.map(readValue).filter((each) => each !== null);

function compare(recorded: PivotTable, table: PivotTable, ...texts: string[]) {
  const values = asAsked(...texts);
  const titles = { rows: ["Region"], columns: ["Sex"], value: valueText };
  const made = { table, measures: measuresOf(values), isWeighted: false, sharesColumns: false, titles };
  const grid = preparePivot(made, { ...loadPivotState({}), values });
  const moved = movedFigures(recorded, table, grid);
  const marked = withMoved(grid, moved);
  const beside = grid.rows.flatMap((row) =>
    grid.leaves.flatMap((leaf) => {
      const { was: before } = marked.cell(row, leaf);
      return before === undefined ? [] : [`${row.labels.at(-1)} ${leaf.id}: ${before}`];
    }),
  );
  return { ...moved, beside };
}

const recorded = tableOf([
  [1, "North", 4, 6],
  [2, "South", 10, 0],
]);

describe("which figures moved", () => {
  test("none, when the table is the same but for labels and the noise of sums", () => {
    const same = tableOf([
      [1, "The North", 4, 6 + 1e-12],
      [2, "South", 10, 0],
    ]);
    // 3 rows of 3 columns, and a row of bases.
    expect(compare(recorded, same, "count")).toMatchObject({ moved: 0, of: 12, gone: 0, beside: [] });
  });

  test("each, its totals and bases, beside what they were", () => {
    const one = tableOf([
      [1, "North", 4, 6],
      [2, "South", 11, 0],
    ]);
    const { moved, beside } = compare(recorded, one, "count");
    expect(beside).toEqual([
      ...["South 0 count: 10", "South 2 count: 10"],
      ...["Total 0 count: 14", "Total 2 count: 20"],
      ...["Base (n) 0 count: 14", "Base (n) 2 count: 20"],
    ]);
    expect(moved).toBe(6);
    // The share of all columns' women moves though the counts of the North do not.
    expect(compare(recorded, one, "column").beside).toContain(`North 0 column: ${(100 * 4) / 14}`);
  });

  test("those of a new row had no figure, and where nobody is there was nobody; a row that is gone is counted", () => {
    const other = tableOf([
      [1, "North", 4, 6],
      [3, "West", 10, 0],
    ]);
    const found = compare(recorded, other, "count");
    expect(found.beside).toEqual(["West 0 count: null", "West 2 count: null"]);
    expect(found.gone).toBe(1);
    const shares = compare(recorded, other, "column", "rank").beside.filter((each) => each.startsWith("West"));
    expect(shares).toEqual([
      "West 0 column: null",
      "West 0 rank: null",
      "West 1 rank: null",
      "West 2 column: null",
      "West 2 rank: null",
    ]);
  });

  test("without codes rows are known by their labels", () => {
    const bare = { rowCodes: [], columnCodes: [] };
    const [then, now] = [tableOf([[1, "North", 4, 6]], bare), tableOf([[1, "The North", 4, 6]], bare)];
    expect(compare(then, now, "count")).toMatchObject({ moved: 3, gone: 1 });
    expect(compare(then, then, "count")).toMatchObject({ moved: 0, gone: 0 });
  });
});

const state = loadPivotState({ project: "p", rows: "since:day", values: "count" });
const recording = (zone: string): Recording => ({
  asked: askedFor(state, zone, null).asked as Recording["asked"],
  table: { ...recorded, provenance: was },
  names: { titles: {}, weight: null, filter: [] },
  ...{ recorded_at: "2026-03-03T10:00:00.000Z", who: "Ann", frozen_at: null },
});

describe("a recording", () => {
  test("is of a table that is asked for alike, in the zone that it was recorded in unless the address names one", () => {
    for (const zone of ["Asia/Tokyo", "UTC"]) {
      const kept = recording(zone);
      expect(askedFor(state, "Europe/Berlin", kept)).toMatchObject({ timeZone: zone, held: kept });
    }
    const kept = recording("Asia/Tokyo");
    expect(askedFor({ ...state, zone: "Europe/Berlin" }, "UTC", kept)).toMatchObject({ held: null });
    expect(askedFor({ ...state, rows: ["since:month"] }, "Europe/Berlin", kept)).toMatchObject({
      ...{ timeZone: "Europe/Berlin", held: null },
    });
  });

  test("has names that are too long for it shortened, so that a filter on many brands is recorded too", () => {
    const long = `Brand is one of ${"Acme, ".repeat(1000)}`;
    const names = namesToRecord({ titles: { "dimension a": "A", "dimension b": long }, weight: null, filter: [long] });
    const body = { id: "v", asked: recording("UTC").asked, names };
    expect(recordTable.body.safeParse({ ...body, names: { ...names, filter: [long] } }).success).toBe(false);
    expect(recordTable.body.safeParse(body).error).toBeUndefined();
    expect(names.titles["dimension a"]).toBe("A");
    expect(names.filter[0]).toMatch(/^Brand is one of Acme, .*…$/);
  });

  test("is not of a banner, which is several tables", () => {
    const nested = { ...state, columns: ["sex", "region"], banner: false };
    const asked = askedFor(nested, "UTC", null).asked as Recording["asked"];
    const kept = { ...recording("UTC"), asked };
    expect(askedFor(nested, "UTC", kept).held).toBe(kept);
    expect(askedFor({ ...nested, banner: true }, "UTC", kept)).toMatchObject({ asked, held: null });
  });

  test("says what changed since, which figures moved, and that it is frozen", () => {
    const kept = recording("UTC");
    const figures = { moved: 31, of: 120, gone: 0, was: () => undefined };
    const none = { ...figures, moved: 0 };
    const after = { ...recorded, provenance: { ...was, responses: 114, excluded: 7 } };
    const said = (of: Recording, table: PivotTable, moved: typeof figures) => {
      const since = changedSince(of, table, { figures: moved, format });
      return since && sinceText(of, since, format);
    };
    expect(said(kept, after, figures)).toBe(
      "Data changed since 3 Mar 2026, 10:00 UTC: 14 responses added; 2 excluded. 31 of 120 figures moved.",
    );
    expect(said(kept, after, none)).toMatch(/2 excluded\. None of 120 figures moved\.$/);
    expect(said(kept, kept.table, none)).toBeNull();
    expect(said(kept, recorded, { ...figures, gone: 2 })).toBe(
      "The service does not say which data this is. The figures of 3 Mar 2026, 10:00 UTC were compared with these. " +
        "31 of 120 figures moved. 2 recorded rows or columns are no longer there.",
    );
    expect(said({ ...kept, table: recorded }, recorded, none)).toBeNull();
    expect(frozenText(kept, format)).toBe(
      "Frozen: these are the figures of 3 Mar 2026, 10:00 UTC, recorded by Ann. What changed since is not in them.",
    );
  });
});
