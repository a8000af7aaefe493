"use client";

import { memo, type ReactNode, type Ref } from "react";
import classes from "./data-table.module.css";
import { scrollInFrame } from "./scroll-in-frame";
import { SortField } from "./sort-field";

/** A column of a table whose rows, order and pages come from the server. */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand right, under each other. */
  figures?: boolean;
  /** What the server sorts by; without it the column cannot be sorted by. */
  sortKey?: string;
  /** Texts of any length, which take several lines; other cells have one line. */
  wraps?: boolean;
  /** Takes the room that the others leave, in one line that is cut where it has none. */
  grows?: boolean;
  /** Its place in the card that stands for a row on a narrow screen; absent: a fact under its header. */
  card?: "title" | "corner" | "none";
  width?: number;
  /** Shown in its place whatever columns a person chooses. */
  fixed?: "first" | "last";
};

type Sort = { key: string; descending: boolean };
type OnSort = (sort: Sort) => void;

/** Chosen rows by id; `set` chooses or leaves several at once, and is the same function at every rendering. */
export type Selection = { ids: ReadonlySet<string>; set: (ids: string[], chosen: boolean) => void };

type Props<Row> = {
  label: string;
  /** The same array for the same columns: a row is drawn again only when it or its columns change. */
  columns: Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: OnSort;
  /** Rows can be chosen; absent: they cannot. */
  selection?: Selection | undefined;
  /** Shown instead of the rows when there are none. */
  empty: ReactNode;
  skeletonRows?: number;
};

/**
 * Native elements throughout: a page of rows costs the server a few milliseconds. On a narrow screen the same rows are
 * laid out as cards.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowId, sort, onSort, selection, empty, skeletonRows = 12 } = props;
  if (rows?.length === 0) return <div className={classes.empty}>{empty}</div>;
  return (
    <div ref={scrollInFrame} className={classes.frame}>
      {onSort && <SortField columns={columns} sort={sort} onSort={onSort} />}
      <table className={classes.table} aria-label={label} aria-busy={!rows}>
        <thead>
          <tr>
            {selection && <ChoosePage selection={selection} ids={(rows ?? []).map(rowId)} />}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => {
            const id = rowId(row);
            return (
              <TableRow
                key={id}
                id={id}
                row={row}
                columns={columns as Column<unknown>[]}
                isChosen={selection?.ids.has(id) ?? false}
                choose={selection?.set}
              />
            );
          })}
          {!rows && <SkeletonRows rows={skeletonRows} cells={columns.length + (selection ? 1 : 0)} />}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  id: string;
  row: unknown;
  columns: Column<unknown>[];
  isChosen: boolean;
  choose: Selection["set"] | undefined;
};

const TableRow = memo(({ id, row, columns, isChosen, choose }: RowProps) => (
  <tr {...(isChosen && { "data-chosen": true })}>
    {choose && (
      <td className="choose">
        <input
          type="checkbox"
          aria-label="Choose this row"
          checked={isChosen}
          onChange={(event) => choose([id], event.currentTarget.checked)}
        />
      </td>
    )}
    {columns.map((column) => (
      <td key={column.id} className={cellClass(column)} {...labelOf(column)}>
        {/* Called, not rendered: as a component it would be another one whenever the columns are, and the focus gone. */}
        {column.cell(row)}
      </td>
    ))}
  </tr>
));

/** Short names of the table's own style sheet: they stand in every cell. */
const cellClass = ({ figures, wraps, grows, card }: Column<unknown>) =>
  [figures && "figures", wraps && "wraps", grows && "grows", card && `card-${card}`].filter(Boolean).join(" ") ||
  undefined;

/** What a card writes over a fact. */
const labelOf = ({ card, header }: Column<unknown>) => (card ? {} : { "data-label": header });

function SkeletonRows({ rows, cells }: { rows: number; cells: number }) {
  const places = (count: number) => Array.from({ length: count }, (_, place) => place);
  return places(rows).map((row) => (
    <tr key={row} className={classes.skeleton}>
      {places(cells).map((cell) => (
        <td key={cell}>
          <i />
        </td>
      ))}
    </tr>
  ));
}

function ChoosePage({ selection, ids }: { selection: Selection; ids: string[] }) {
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  const isPartly = chosen > 0 && chosen < ids.length;
  const markPartly: Ref<HTMLInputElement> = (box) => {
    if (box) box.indeterminate = isPartly;
  };
  return (
    <th className="choose">
      <input
        ref={markPartly}
        type="checkbox"
        aria-label="Choose all on this page"
        checked={ids.length > 0 && chosen === ids.length}
        onChange={(event) => selection.set(ids, event.currentTarget.checked)}
      />
    </th>
  );
}

type HeaderProps<Row> = { column: Column<Row>; sort: Sort | undefined; onSort: OnSort | undefined };

function HeaderCell<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const { sortKey, figures = false, header, width } = column;
  const cell = { ...(figures && { className: "figures" }), ...(width !== undefined && { style: { width } }) };
  if (!sortKey || !onSort) return <th {...cell}>{header}</th>;
  const isSorted = sort?.key === sortKey;
  const order = sort?.descending ? "descending" : "ascending";
  return (
    <th {...cell} {...(isSorted && { "aria-sort": order })}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort({ key: sortKey, descending: isSorted ? !sort.descending : figures })}
      >
        {header}
      </button>
    </th>
  );
}
