import { describe, expect, test } from "vitest";
import type { PivotTable, Provenance } from "@/lib/contracts/interfaces/pivot";
import { type Recording, recordTable } from "@/lib/contracts/ours/recordings";
import { asRecorded, recordedRequests, recordedTables } from "@/lib/contracts/rules/recorded-tables";
import { MOST_TABLES } from "@/lib/contracts/terms/recordings";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { question as questionOf } from "@/lib/test-answers";
import { loadPivotState } from "./address";
import { composedRefusal, requestsOf } from "./composed";
import { dataChanges } from "./data-changes";
import { goneText } from "./left-out";
import { movedSince, withMoved } from "./moved-figures";
import { preparePivot } from "./prepare-pivot";
import { askedFor, changedSince, frozenText, namesToRecord, sinceText } from "./recorded";
import { gridOf, madeOf, namesOf } from "./shown-table";
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

/** Regions as they are now: the West is new, the East was never one of them. */
const regions = ["North", "South", "West"].map((label, at): [number, string, null] => [at + 1, label, null]);
const asked = {
  rows: ["region"],
  columns: ["sex"],
  questions: [questionOf(0, "region", "single", { options: regions })],
};

function compare(recorded: PivotTable, table: PivotTable, texts: string | readonly string[], hideBelow = 0) {
  const values = asAsked(...[texts].flat());
  const titles = { rows: ["Region"], columns: ["Sex"], value: valueText };
  const look = { ...loadPivotState({}), values, hideBelow };
  const version = (of: PivotTable) => {
    const made = { table: of, measures: measuresOf(values), isWeighted: false, sharesColumns: false, titles };
    return { made, grid: preparePivot(made, look) };
  };
  const is = version(table);
  const { grid } = is;
  const moved = movedSince(version(recorded), is, asked);
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

  test("those of a new row had no figure, and where nobody is there was nobody; a row without anybody is not gone", () => {
    const other = tableOf([
      [1, "North", 4, 6],
      [3, "West", 10, 0],
    ]);
    const found = compare(recorded, other, "count");
    expect(found.beside).toEqual(["West 0 count: null", "West 2 count: null"]);
    expect(found).toMatchObject({ gone: 0, hidden: 1 });
    const shares = compare(recorded, other, ["column", "rank"]).beside.filter((each) => each.startsWith("West"));
    expect(shares).toEqual([
      "West 0 column: null",
      "West 0 rank: null",
      "West 1 rank: null",
      "West 2 column: null",
      "West 2 rank: null",
    ]);
  });

  test("a row is gone once its question has no such option, be it shown or not in the present table", () => {
    const then = tableOf([
      [1, "North", 4, 6],
      [4, "East", 3, 3],
    ]);
    expect(compare(then, recorded, "count")).toMatchObject({ gone: 1, hidden: 0 });
    // Nobody saw it then.
    expect(compare(then, recorded, "count", 7)).toMatchObject({ gone: 0, hidden: 0 });
  });

  test("a row that is hidden as small in one of the two versions is not gone, and what was hidden then is compared", () => {
    const [few, many] = [3, 30].map((men) =>
      tableOf([
        [1, "North", 40, 60],
        [2, "South", 2, men],
      ]),
    ) as [PivotTable, PivotTable];
    expect(compare(many, few, "count", 20)).toMatchObject({ gone: 0, hidden: 1 });
    const shown = compare(few, many, "count", 20);
    expect(shown).toMatchObject({ gone: 0, hidden: 0 });
    expect(shown.beside).toContain("South 1 count: 3");
    // Hidden in both.
    expect(compare(few, few, "count", 20)).toMatchObject({ moved: 0, gone: 0, hidden: 0 });
  });

  test("without codes rows are known by their labels", () => {
    const bare = { rowCodes: [], columnCodes: [] };
    const [then, now] = [tableOf([[1, "North", 4, 6]], bare), tableOf([[1, "The North", 4, 6]], bare)];
    expect(compare(then, now, "count")).toMatchObject({ moved: 3, gone: 1, hidden: 0 });
    expect(compare(then, then, "count")).toMatchObject({ moved: 0, gone: 0, hidden: 0 });
  });
});

const state = loadPivotState({ project: "p", rows: "since:day", values: "count" });
const recording = (zone: string): Recording => ({
  asked: askedFor(state, zone, null).asked as Recording["asked"],
  table: { ...recorded, provenance: was },
  others: [],
  names: { titles: {}, weight: null, filter: [] },
  ...{ recorded_at: "2026-03-03T10:00:00.000Z", who: "Ann", frozen_at: null },
});

/** As a state's tables are recorded. */
function recordedOf(of: typeof state, tables: readonly PivotTable[]): Recording {
  const asked = askedFor(of, "UTC", null).asked as Recording["asked"];
  const { asked: first, others } = asRecorded(requestsOf(asked, of));
  const table = (at: number) => tables[at] ?? recorded;
  return {
    ...recording("UTC"),
    ...{ asked: first, table: table(0), others: others.map((other, at) => ({ ...other, table: table(at + 1) })) },
  };
}

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

  test("is of the table that is put together of the same tables: side by side is another than nested", () => {
    const nested = { ...state, columns: ["sex", "region"], banner: false };
    const beside = { ...nested, banner: true };
    const asked = askedFor(nested, "UTC", null).asked as Recording["asked"];
    const ofNested = { ...recording("UTC"), asked };
    expect(askedFor(nested, "UTC", ofNested).held).toBe(ofNested);
    expect(askedFor(beside, "UTC", ofNested)).toMatchObject({ asked, held: null });
    const ofBeside = recordedOf(beside, []);
    expect(ofBeside.others.map(({ columns }) => columns)).toEqual([["sex"], ["region"]]);
    expect(askedFor(beside, "UTC", ofBeside).held).toBe(ofBeside);
    expect(askedFor(nested, "UTC", ofBeside).held).toBeNull();
  });

  test("has room for the largest table that can be made, whose requests it gives back as they were", () => {
    const ids = (of: string, n: number) => Array.from({ length: n }, (_, at) => `${of}${at}`);
    const most = { ...state, rows: ids("i", 30), columns: ids("c", 20), items: true, weight: "w" };
    const asked = askedFor(most, "UTC", null).asked as Recording["asked"];
    expect(composedRefusal(asked, most)).toBeNull();
    const requests = requestsOf(asked, most);
    expect(requests).toHaveLength(MOST_TABLES);
    expect(recordedRequests(asRecorded(requests))).toEqual(requests);
    const body = { id: "v", ...asRecorded(requests), names: { titles: {}, weight: null, filter: [] } };
    expect(recordTable.body.safeParse(body).error).toBeUndefined();
    const more = { ...body, others: [...body.others, ...body.others.slice(0, 1)] };
    expect(recordTable.body.safeParse(more).error?.issues[0]?.message).toMatch(/at most 631 tables/);
  });

  test("is of the same table with and without what counts whom weights leave out, and has room for it", () => {
    const of = { ...state, rows: ["price", "staff"], columns: ["sex"], items: true, weight: "w" };
    const withCount = recordedOf(of, []);
    const counting = withCount.others.at(-1);
    expect(counting).toMatchObject({ rows: [], columns: [], filter: [{ any: [{}, {}] }] });
    const { asked, others: read } = withCount;
    const others = read.map(({ table: _, ...other }) => other);
    const body = { id: "v", asked, others, names: withCount.names };
    expect(recordTable.body.parse(body).others).toEqual(others);
    const first = recordTable.body.safeParse({ ...body, others: others.toReversed() });
    expect(first.error?.issues[0]?.message).toBe("Only the last of others can have a filter of its own.");
    const earlier = { ...withCount, others: read.slice(0, -1) };
    for (const held of [withCount, earlier]) expect(askedFor(of, "UTC", held).held).toBe(held);
    const otherItem = { ...of, rows: ["price", "food"] };
    for (const held of [withCount, earlier]) expect(askedFor(otherItem, "UTC", held).held).toBeNull();
  });

  test("says what changed since, which figures moved, and that it is frozen", () => {
    const kept = recording("UTC");
    const figures = { moved: 31, of: 120, gone: 0, hidden: 0, was: () => undefined };
    const none = { ...figures, moved: 0 };
    const after = { ...recorded, provenance: { ...was, responses: 114, excluded: 7 } };
    const said = (of: Recording, table: PivotTable, moved: typeof figures) => {
      const since = changedSince(of, [table], { figures: moved, format });
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
    expect(said(kept, after, { ...none, hidden: 1 })).toMatch(
      /moved\. 1 recorded row or column is not shown now, as nobody or too few are in there\.$/,
    );
    expect(said({ ...kept, table: recorded }, recorded, none)).toBeNull();
    expect(frozenText(kept, format)).toBe(
      "Frozen: these are the figures of 3 Mar 2026, 10:00 UTC, recorded by Ann. What changed since is not in them.",
    );
  });
});

/** Counts of one question's options by those of another, or by none, in total. */
function counts(codes: number[], across: number[], of: (code: number, column: number) => number): PivotTable {
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  const columns = across.length > 0 ? across : [0];
  const rows = codes.map((code) => {
    const own = columns.map((column) => of(code, column));
    return across.length > 0 ? [...own, sum(own)] : own;
  });
  const total = (rows[0] ?? []).map((_, at) => sum(rows.map((row) => row[at] ?? 0)));
  const cells = [...rows, total].map((row) => row.map((n) => [n]));
  return {
    ...{ rows: [...codes.map((code) => [`Option ${code}`]), []], rowCodes: [...codes.map((code) => [code]), []] },
    columns: across.length > 0 ? [...across.map((code) => [`Column ${code}`]), []] : [[]],
    columnCodes: across.length > 0 ? [...across.map((code) => [code]), []] : [[]],
    ...{ cells, base: cells, weightedBase: cells, effectiveBase: cells, excluded: 0 },
    deviation: cells.map((row) => row.map(() => [null])),
    provenance: was,
  };
}

describe("figures of a table that is put together of several", () => {
  const options = (...codes: number[]) => codes.map((code): [number, string, number] => [code, `Option ${code}`, code]);
  const derivation = { form: "nets" as const, questionId: "owns", nets: [{ code: 1, of: [1, 2] }] };
  const nets = (of: number[]) =>
    questionOf(1, "kinds", "single", { options: options(1), derivation: { ...derivation, nets: [{ code: 1, of }] } });
  const known = (of = [1, 2]) => ({
    fields: [],
    weights: [],
    questions: [
      questionOf(0, "owns", "single", { options: options(1, 2, 3) }),
      nets(of),
      ...["price", "staff"].map((id, at) => questionOf(2 + at, id, "scale", { options: options(1, 2, 3, 4, 5) })),
    ],
  });
  function compareTables(address: Record<string, string>, then: PivotTable[], now: PivotTable[], before = known()) {
    const own = loadPivotState({ project: "p", ...address });
    const asked = askedFor(own, "UTC", null).asked as Recording["asked"];
    expect(requestsOf(asked, own)).toHaveLength(now.length);
    const read = { tables: now, asked, state: own, timeZone: "UTC", madeAt: 0 };
    const names = namesOf(read, known());
    const made = madeOf(read, { names, ...known() });
    const recordedRead = { ...read, tables: recordedTables(recordedOf(own, then)) };
    const past = madeOf(recordedRead, { names, ...before });
    const grid = gridOf(read, made);
    const moved = movedSince(
      { made: past, grid: gridOf(recordedRead, past) },
      { made, grid },
      { rows: asked.rows, columns: asked.columns, questions: known().questions },
    );
    const beside = grid.rows.flatMap((row) =>
      grid.leaves.flatMap((leaf) => {
        const before = withMoved(grid, moved).cell(row, leaf).was;
        return before === undefined ? [] : [`${row.labels.at(-1)}, ${leaf.id}: ${before}`];
      }),
    );
    return { moved: moved.moved, gone: moved.gone, hidden: moved.hidden, beside };
  }

  test("side by side, a figure that moved is that of its question's own table", () => {
    const banner = { rows: "owns", columns: "sex,region", banner: "true" };
    const tables = (north: number) => [
      counts([1, 2], [], (code) => 10 * code),
      counts([1, 2], [1, 2], (code, column) => code * column),
      counts([1, 2], [1, 2], (code, column) => (code === 1 && column === 1 ? north : 4)),
    ];
    expect(compareTables(banner, tables(4), tables(4)).moved).toBe(0);
    expect(compareTables(banner, tables(4), tables(5)).beside).toEqual([
      "Option 1, 3 count: 4",
      "Total, 3 count: 8",
      "Base (n), 3 count: 8",
    ]);
  });

  test("nets and their options are those of the nets as they were when they were recorded", () => {
    const of = { rows: "kinds,owns", nets: "above" };
    const crossed = (n: number): PivotTable => ({
      ...counts([1, 2, 3], [], () => n),
      ...{ rows: [["Net", "Option 1"], ["Net", "Option 2"], ["Net"], []], rowCodes: [[1, 1], [1, 2], [1], []] },
    });
    const alone = (n: number) => counts([1, 2, 3], [], () => n);
    expect(compareTables(of, [crossed(4), alone(4)], [crossed(4), alone(4)]).moved).toBe(0);
    const moved = compareTables(of, [crossed(4), alone(4)], [crossed(4), alone(5)]);
    expect(moved.beside).toEqual(["Option 3, 0 count: 4"]);
    // The second option was in no net then.
    const other = compareTables(of, [crossed(4), alone(4)], [crossed(4), alone(4)], known([1]));
    expect(other).toMatchObject({ gone: 1, beside: ["Option 2, 0 count: null"] });
  });

  test("of a grid as one table are known by their items and options, its top 2 and base among them", () => {
    const of = { rows: "price,staff", items: "true" };
    const item = (n: number) => counts([1, 2, 3, 4, 5], [], (code) => (code === 5 ? n : 10));
    expect(compareTables(of, [item(10), item(10)], [item(10), item(10)]).moved).toBe(0);
    const { beside, gone } = compareTables(of, [item(10), item(10)], [item(10), item(60)]);
    expect(gone).toBe(0);
    expect(beside).toEqual([
      ...[1, 2, 3, 4, 5].map((code) => `staff, option ${code}: 20`),
      "staff, top: 40",
      "staff, base: 50",
    ]);
  });

  test("say what was edited in any of the questions, not in the first table's alone", () => {
    const own = { ...state, columns: ["sex", "region"], banner: true };
    const tables = [1, 2, 3].map(() => recorded).map((table) => ({ ...table, provenance: was }));
    const edited = tables.map((table, at) =>
      at === 2 ? { ...table, provenance: { ...was, questions: [question("c", "2")] } } : table,
    );
    const figures = { moved: 0, of: 9, gone: 0, hidden: 0, was: () => undefined };
    expect(changedSince(recordedOf(own, tables), tables, { figures, format })).toBeNull();
    expect(changedSince(recordedOf(own, tables), edited, { figures, format })?.changes).toEqual([
      "the labels of 1 question were edited",
    ]);
  });
});

test("a frozen table says which of its questions are gone, by their ids, and nothing while those are not known", () => {
  const asked = askedFor({ ...state, rows: ["since:day"], columns: ["sex", "region"] }, "UTC", null).asked;
  if (!asked) throw new Error("Nothing is asked.");
  const field = (id: string) => ({
    id,
    title: id,
    part: id,
    grid: null,
    kind: null,
    dimension: "itself" as const,
    numbers: [],
  });
  const text = (...ids: string[]) => goneText(asked, { fields: ids.map(field), questions: [] });
  expect(text("since", "sex", "region")).toBeNull();
  expect(text()).toBeNull();
  expect(text("sex")).toBe("“since” and “region” are no longer in this project. The recorded figures stay.");
});
