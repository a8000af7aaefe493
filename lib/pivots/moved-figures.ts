import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotRequest, PivotTable } from "@/lib/contracts/interfaces/pivot";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { figuresOf } from "./figures";
import { baseOfItem, type ItemColumn, type Items, itemFigure } from "./items";
import { isInNoNet, netsOf } from "./nets";
import type { GridRow, Leaf, Made, PivotGrid } from "./prepare-pivot";

export type MovedFigures = {
  moved: number;
  /** Figures of the table, then and now. */
  of: number;
  /** Rows and columns that the recorded table showed and that its questions have no more. */
  gone: number;
  /** Those that it showed and this one does not, because nobody is in them now, or too few to be shown. */
  hidden: number;
  /** The recorded figure of one that moved; null: there was none. Undefined: it is the same. */
  was: (row: GridRow, leaf: Leaf) => number | null | undefined;
};

/** A table, and what of it is shown. */
type Version = { made: Made; grid: PivotGrid };

/** What the table is asked for, and its project's questions as they are now. */
type Asked = Pick<PivotRequest, "rows" | "columns"> & { questions: readonly Question[] };

/** Sums of the same numbers differ by this much, as a part of them, by the order in which they are added. */
const NOISE = 1e-9;

const isSame = (one: number | null, other: number | null) =>
  one === null || other === null
    ? one === other
    : Math.abs(one - other) <= NOISE * Math.max(1, Math.abs(one), Math.abs(other));

/** Which figures of a table, as it is arranged, are not those of the recorded one, which was asked for alike. */
export function movedSince(was: Version, is: Version, asked: Asked): MovedFigures {
  const [before, now] = [was.made.items, is.made.items];
  const areItems = before && now;
  const figures = areItems
    ? { present: figuresOfItems(now), past: figuresOfItems(before) }
    : figuresOfTables(was.made.table, is.made.table);
  const left = areItems ? leftItems(before, now, asked) : leftAnswers(was.made, is.made, asked);
  return { ...compared(is.grid, figures), ...countLeft(shownOf(was), new Set(shownOf(is)), left) };
}

function figuresOfItems(of: Items): Figure {
  const items = new Map(of.items.map((item) => [item.id, item]));
  const columns = new Map(of.columns.map((column) => [column.id, column]));
  return (row, leaf) => {
    const [item, column] = [items.get(row.id), columns.get(leaf.id)];
    if (!item) return null;
    if (leaf.kind === "base") return baseOfItem(item, leaf.base);
    return column ? itemFigure(item, column) : null;
  };
}

/**
 * Rows and columns are known again by their codes, so that an edited label moves nothing; without codes by their labels.
 */
function figuresOfTables(recorded: PivotTable, table: PivotTable): Figures {
  const [before, now] = [figuresOf(recorded), figuresOf(table)];
  const rows = placesIn(recorded, table, "row");
  const columns = placesIn(recorded, table, "column");
  const figure = (figures: typeof now, at: (row: number, column: number) => [number, number] | null) => {
    return (row: GridRow, leaf: Leaf): number | null => {
      const column = leaf.kind === "value" ? leaf.column : now.totals.column;
      const place = at(row.kind === "figures" ? row.row : now.totals.row, column);
      if (!place) return null;
      const value = leaf.kind === "value" ? { ...leaf, column: place[1] } : null;
      if (row.kind === "base") return value && figures.base(row.base, place[0], value);
      if (leaf.kind === "base") return figures.base(leaf.base, place[0], null);
      return value && figures.value(place[0], value);
    };
  };
  const present = figure(now, (row, column) => [row, column]);
  const past = figure(before, (row, column) => {
    const [r, c] = [rows[row] ?? -1, columns[column] ?? -1];
    return r < 0 || c < 0 ? null : [r, c];
  });
  return { present, past };
}

type Figure = (row: GridRow, leaf: Leaf) => number | null;
type Figures = { present: Figure; past: Figure };

function compared(grid: PivotGrid, { present, past }: Figures): Pick<MovedFigures, "moved" | "of" | "was"> {
  const moved = new Map<string, number | null>();
  let of = 0;
  for (const row of grid.rows) {
    for (const leaf of grid.leaves) {
      const [is, was] = [present(row, leaf), past(row, leaf)];
      if (is === null && was === null) continue;
      of++;
      // Where nothing was recorded there was nobody, as there is now.
      if (!isSame(is, was ?? (isOfPeople(row, leaf) ? 0 : null))) moved.set(nameOf(row, leaf), was);
    }
  }
  const was: MovedFigures["was"] = (row, leaf) => moved.get(nameOf(row, leaf));
  return { moved: moved.size, of, was };
}

/** Counts, shares and bases: of nobody they are zero, or not there at all. */
const isOfPeople = (row: GridRow, leaf: Leaf): boolean =>
  row.kind === "base" || leaf.kind === "base" || (leaf.value.questionId === null && leaf.value.show !== "rank");

const nameOf = (row: GridRow, leaf: Leaf) => `${row.kind} ${row.id} ${leaf.id}`;

type Side = "row" | "column";
const SIDES = { row: ["rows", "rowCodes"], column: ["columns", "columnCodes"] } as const;

const hasCodes = (table: PivotTable, side: Side): boolean => {
  const [labels, codes] = SIDES[side];
  return table[codes].length === table[labels].length;
};

/** The place in the recorded table of each row or column of the present one, -1 where it had none. */
function placesIn(recorded: PivotTable, table: PivotTable, side: Side): number[] {
  const [labels, codes] = SIDES[side];
  const areCoded = hasCodes(recorded, side) && hasCodes(table, side);
  const names = (of: PivotTable) => (areCoded ? of[codes] : of[labels]).map((path) => JSON.stringify(path));
  const places = new Map(names(recorded).map((name, at) => [name, at]));
  return names(table).map((name) => places.get(name) ?? -1);
}

/** Whether a row or column of the recorded table, by its name, can still be in one of these questions. */
type IsLeft = (name: string) => boolean;

function countLeft(before: readonly string[], now: ReadonlySet<string>, isLeft: IsLeft) {
  const unseen = before.filter((name) => !now.has(name));
  const hidden = unseen.filter(isLeft).length;
  return { gone: unseen.length - hidden, hidden };
}

/** Names of the rows and columns of figures that are shown, each once. */
function shownOf({ made, grid }: Version): string[] {
  const rows = grid.rows.flatMap((row) =>
    row.kind === "figures" ? [made.items ? row.id : rowName(made, row.row)] : [],
  );
  const columns = grid.leaves.flatMap((leaf) => {
    if (leaf.kind !== "value") return [];
    return [made.items ? leaf.id : columnName(made, leaf.column)];
  });
  return [...new Set([...rows, ...columns])];
}

const nameIn = (table: PivotTable, side: Side, at: number): string => {
  const [labels, codes] = SIDES[side];
  return `${side} ${JSON.stringify((hasCodes(table, side) ? table[codes] : table[labels])[at])}`;
};
const rowName = ({ table }: Made, row: number) => nameIn(table, "row", row);
const columnName = ({ table }: Made, column: number) => nameIn(table, "column", column);

/** Whether a question has an answer of this code; a missing answer, or a part of a date, is never gone. */
function answerOf({ questions }: Asked) {
  const codes = new Map(
    questions.flatMap((question) => {
      const valid = validOptions(question).map(({ code }) => code);
      return valid.length > 0 ? [[question.id, new Set(valid)] as const] : [];
    }),
  );
  return (id: string | undefined, code: number | string | undefined): boolean =>
    typeof code === "number" && (code < 0 || (codes.get(id ?? "")?.has(code) ?? true));
}

/** Items are those that are asked for; their columns are options, or answers of the banner. */
function leftItems(was: Items, is: Items, asked: Asked): IsLeft {
  const hasAnswer = answerOf(asked);
  const columns = new Map(was.columns.map((column) => [column.id, column]));
  const now = new Set(is.columns.map(({ id }) => id));
  const isOffered = ({ kind, banner, ...shown }: ItemColumn) => {
    if (banner) return hasAnswer(asked.columns[Number(banner.codes[0])], banner.codes[1]);
    const code = shown.of === "share" ? shown.options[0]?.codes[0] : undefined;
    return kind === "option" && asked.rows.some((id) => hasAnswer(id, code));
  };
  return (name) => {
    const column = columns.get(name);
    return column === undefined || now.has(name) || isOffered(column);
  };
}

function leftAnswers(was: Made, is: Made, asked: Asked): IsLeft {
  const present = new Set([
    ...is.table.rows.map((_, at) => rowName(is, at)),
    ...is.table.columns.map((_, at) => columnName(is, at)),
  ]);
  const hasAnswer = answerOf(asked);
  const nets = was.nets ? netsOf(asked.rows, asked.questions) : null;
  const isNet = ([net, option]: readonly number[]) => {
    if (option === undefined) return hasAnswer(asked.rows[0], net);
    if (!hasAnswer(asked.rows[1], option)) return false;
    const holders = [...(nets ?? [])].filter(([, of]) => of.has(option)).map(([code]) => code);
    return isInNoNet([net ?? 0]) ? holders.length === 0 : holders.includes(net ?? 0);
  };
  const isRow = (codes: readonly number[]) =>
    was.nets ? isNet(codes) : codes.every((code, at) => hasAnswer(asked.rows[at], code));
  const isColumn = (codes: readonly number[]) =>
    was.table.spans
      ? codes.length < 2 || hasAnswer(asked.columns[codes[0] ?? 0], codes[1])
      : codes.every((code, at) => hasAnswer(asked.columns[at], code));
  const offered = new Set([
    ...was.table.rowCodes.flatMap((codes, at) => (isRow(codes) ? [rowName(was, at)] : [])),
    ...was.table.columnCodes.flatMap((codes, at) => (isColumn(codes) ? [columnName(was, at)] : [])),
  ]);
  return (name) => present.has(name) || offered.has(name);
}

/** The table with each figure that moved beside what it was. */
export const withMoved = (grid: PivotGrid, { was }: MovedFigures): PivotGrid => ({
  ...grid,
  cell: (row, leaf) => {
    const before = was(row, leaf);
    return before === undefined ? grid.cell(row, leaf) : { ...grid.cell(row, leaf), was: before };
  },
});
