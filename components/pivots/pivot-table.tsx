"use client";

import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { Cell } from "@/lib/pivots/cell";
import { columnWidths, longestLabel, longestWord } from "@/lib/pivots/column-widths";
import type { CellMark } from "@/lib/pivots/judge";
import type { GridRow, HeadCell, Leaf, PivotGrid } from "@/lib/pivots/prepare-pivot";
import type { SortedBy } from "@/lib/pivots/sorting";
import { figureText } from "@/lib/tables/column";
import { onCellKey } from "./cell-keys";
import classes from "./pivot-table.module.css";
import { rowParts } from "./row-parts";

type Props = {
  grid: PivotGrid;
  label: string;
  sorted: SortedBy | null;
  onSort: (leaf: Leaf) => void;
  /** Shows who is behind a figure; null where the service cannot say. */
  onOpen: ((cell: Cell) => void) | null;
};

const ROW_HEIGHT = 31;
const rowHeight = () => ROW_HEIGHT;
/** Tables within these are in the page whole. */
const WHOLE = { rows: 120, leaves: 40 };

/** A cross table. A large one has only what is in view in the page, in both directions. */
export function PivotTable({ grid, label, sorted, onSort, onOpen }: Props) {
  const element = useRef<HTMLElement>(null);
  const { rows, leaves, corner, head } = grid;
  const widths = useMemo(() => columnWidths(grid), [grid]);
  const textWidth = useMemo(() => longestLabel(rows), [rows]);
  const widthAt = useCallback((at: number) => widths[at] ?? 0, [widths]);
  const vertical = useWindow(element, rows.length, { size: rowHeight, whole: WHOLE.rows });
  const across = useWindow(element, leaves.length, { size: widthAt, whole: WHOLE.leaves, isAcross: true });
  const shown = leaves.slice(across.from, across.to);
  const [last, setLast] = useState<Stop | null>(null);
  const kept = useMemo(() => rows.findIndex((row) => rowName(row) === last?.row), [rows, last?.row]);
  const parts = rowParts(vertical, kept < 0 ? null : kept);
  const below = parts.flatMap(({ from, to }) => rows.slice(from, to));
  const stop = stopOf(below, shown, last);
  const raised = grid.letters === "superscript" ? longestMark(grid, below, shown) : null;
  const width = corner.length + shown.length + 2;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keyboard too.
    <section ref={element} className={classes.scroll} tabIndex={0} aria-label={`${label}, scrolls`}>
      <table
        className={classes.table}
        aria-label={label}
        style={{
          ...variables({
            "--pivot-labels": corner.length,
            "--pivot-word": `${labelWidth(corner)}px`,
            // Several columns of labels leave no room for each to be as wide as it likes.
            ...(corner.length === 1 && { "--pivot-text": `${textWidth}px` }),
            ...(raised !== null && { "--pivot-raised": `${raised * RAISED_LETTER}px` }),
          }),
          width: `calc(${corner.length} * var(--pivot-label) + ${sum(widths)}px)`,
        }}
        {...(raised !== null && { "data-raised": true })}
        aria-rowcount={rows.length + head.length}
        aria-colcount={leaves.length + corner.length}
      >
        <colgroup>
          {corner.map((title, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two dimensions may have one title.
            <col key={`${at} ${title}`} className={classes.labels} />
          ))}
          <col style={{ width: across.before }} />
          {shown.map(({ id }, at) => (
            <col key={id} style={{ width: widths[across.from + at] }} />
          ))}
          <col style={{ width: across.after }} />
        </colgroup>
        <thead>
          {head.map((cells, level) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of the head are their levels.
            <tr key={level} aria-rowindex={level + 1}>
              {level === 0 && <Corner grid={grid} deep={head.length} />}
              <Gap width={across.before} />
              <HeadCells cells={cells} {...{ level, across, sorted, onSort, leaves }} />
              <Gap width={across.after} />
            </tr>
          ))}
        </thead>
        <tbody onKeyDown={onOpen ? onCellKey : undefined}>
          {/* One list, in which no row changes its place among the others: one that is moved loses the focus. */}
          {parts.flatMap(({ before, from, to }) => [
            <Filler key={`${before} before ${from}`} height={before * ROW_HEIGHT} width={width} />,
            ...rows
              .slice(from, to)
              .map((row, at) => (
                <Row
                  key={rowName(row)}
                  {...{ row, grid, shown, across, onOpen, stop }}
                  onStop={setLast}
                  goesOn={rows[from + at + 1]?.repeats ?? 0}
                  place={head.length + from + at + 1}
                  isFirst={at === 0}
                />
              )),
          ])}
          <Filler height={(rows.length - (parts.at(-1)?.to ?? 0)) * ROW_HEIGHT} width={width} />
        </tbody>
      </table>
    </section>
  );
}

type Stop = { row: string; leaf: string };

const rowName = (row: GridRow) => `${row.kind} ${row.id}`;

/** The figure that the Tab key stops at: the one that was last looked at, or the first in view. */
function stopOf(rows: readonly GridRow[], leaves: readonly Leaf[], last: Stop | null): Stop | null {
  const isThere = rows.some((row) => rowName(row) === last?.row) && leaves.some(({ id }) => id === last?.leaf);
  if (isThere) return last;
  const row = rows.find(({ kind }) => kind === "figures");
  const leaf = leaves.find(({ kind }) => kind === "value");
  return row && leaf ? { row: rowName(row), leaf: leaf.id } : null;
}

type Window = { from: number; to: number; before: number; after: number };
type Sizes = { size: (at: number) => number; whole: number; isAcross?: boolean };

/** Which of `count` are in the page, and the pixels that stand for the others. */
function useWindow(
  element: React.RefObject<HTMLElement | null>,
  count: number,
  { size, whole, isAcross = false }: Sizes,
): Window {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => element.current,
    estimateSize: size,
    horizontal: isAcross,
    overscan: 8,
    enabled: count > whole,
    initialRect: { width: 1200, height: 700 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies(size): it keeps the sizes that it was told first.
  useEffect(() => virtualizer.measure(), [virtualizer, size]);
  const items = virtualizer.getVirtualItems();
  if (count <= whole) return { from: 0, to: count, before: 0, after: 0 };
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? 0) + 1];
  const between = (one: number, other: number) => sum(Array.from({ length: other - one }, (_, at) => size(one + at)));
  return { from, to, before: between(0, from), after: between(to, count) };
}

const Gap = ({ width }: { width: number }) => <td aria-hidden className={classes.gap} style={{ width }} />;

const Filler = ({ height, width }: { height: number; width: number }) =>
  height > 0 ? (
    <tr aria-hidden style={{ height }}>
      <td colSpan={width} className={classes.gap} />
    </tr>
  ) : null;

/** React's types do not know a style sheet's own variables. */
const variables = (all: Record<`--${string}`, number | string>): CSSProperties => ({ ...all });

const sum = (sizes: readonly number[]) => sizes.reduce((total, each) => total + each, 0);

/** Pixels of a letter of a superscript. */
const RAISED_LETTER = 8;

/** Letters of the longest mark in view, whose room every figure leaves, so that they stay one under the other. */
const longestMark = (grid: PivotGrid, rows: readonly GridRow[], leaves: readonly Leaf[]): number =>
  Math.max(0, ...rows.flatMap((row) => leaves.map((leaf) => grid.cell(row, leaf).mark?.text.length ?? 0)));

/** What the longest word of the corner needs. */
const labelWidth = (corner: readonly string[]) => Math.min(260, Math.ceil(Math.max(...corner.map(longestWord)) + 18));

/** The titles of what the rows are, and of all figures where they are one value. */
function Corner({ grid: { corner, shown }, deep }: { grid: PivotGrid; deep: number }) {
  return corner.map((title, at) => (
    <th
      // biome-ignore lint/suspicious/noArrayIndexKey: two dimensions may have one title.
      key={`${at} ${title}`}
      rowSpan={deep}
      scope="col"
      className={classes.corner}
      style={variables({ "--pivot-at": at })}
    >
      {at === 0 && shown && <span className={classes.shown}>{shown}</span>}
      <span className={classes.clamped} title={title}>
        {title}
      </span>
    </th>
  ));
}

type HeadProps = {
  cells: HeadCell[];
  level: number;
  across: Window;
  sorted: SortedBy | null;
  onSort: (leaf: Leaf) => void;
  leaves: Leaf[];
};

/** The cells of one row of the head that stand over what is in view, as wide as they are there. */
function HeadCells({ cells, across, sorted, onSort, leaves }: HeadProps) {
  return cells.map((cell) => {
    const span = Math.min(cell.from + cell.span, across.to) - Math.max(cell.from, across.from);
    if (span <= 0) return null;
    const leaf = cell.leaf === undefined ? undefined : leaves[cell.leaf];
    const isSorted = sorted !== null && cell.leaf === sorted.leaf;
    const Arrow = sorted?.descending ? IconArrowDown : IconArrowUp;
    const words = (
      <span className={classes.clamped} title={cell.label}>
        {cell.label}
        {cell.letter && <span className={classes.letter}> {cell.letter}</span>}
      </span>
    );
    return (
      <th
        key={`${cell.from} ${cell.label}`}
        colSpan={span}
        rowSpan={cell.deep}
        scope={cell.span > 1 ? "colgroup" : "col"}
        className={leaf || cell.span === 1 ? classes.over : classes.group}
        {...(cell.isTotal && { "data-total": true })}
        {...(isSorted && { "aria-sort": sorted.descending ? ("descending" as const) : ("ascending" as const) })}
      >
        {leaf ? (
          <UnstyledButton className={classes.sort ?? ""} onClick={() => onSort(leaf)}>
            {isSorted && <Arrow size={13} aria-hidden className={classes.arrow} />}
            {words}
          </UnstyledButton>
        ) : (
          words
        )}
      </th>
    );
  });
}

type RowProps = {
  row: GridRow;
  /** How many of its labels the next row shares. */
  goesOn: number;
  grid: PivotGrid;
  shown: Leaf[];
  across: Window;
  place: number;
  isFirst: boolean;
  onOpen: Props["onOpen"];
  stop: Stop | null;
  onStop: (stop: Stop) => void;
};

function Row({ row, goesOn, grid, shown, across, place, isFirst, onOpen, stop, onStop }: RowProps) {
  const format = useFormat();
  const name = rowName(row);
  return (
    <tr
      aria-rowindex={place}
      {...(row.isTotal && { "data-total": true })}
      {...(row.kind === "base" && { "data-base": true })}
    >
      <RowLabels row={row} goesOn={goesOn} width={grid.corner.length} isFirst={isFirst} />
      <Gap width={across.before} />
      {shown.map((leaf) => {
        const { value, kind, decimals, heat, mark, faint, was } = grid.cell(row, leaf);
        const before =
          was === undefined ? null : wasText(was, was === null ? "" : figureText({ kind, decimals }, was, format));
        const written = (
          <>
            <Marked mark={value === null ? null : mark} isRaised={grid.letters === "superscript"}>
              {figureText({ kind, decimals }, value, format)}
            </Marked>
            {before && <span className="visually-hidden">, {before}</span>}
          </>
        );
        return (
          <td
            key={leaf.id}
            className={classes.figure}
            {...(leaf.isTotal && { "data-total": true })}
            {...(faint && { "data-faint": true, title: faint })}
            {...(before && { "data-was": before })}
            {...(heat !== null && { style: { backgroundColor: heatColour(heat) } })}
          >
            {onOpen && row.kind === "figures" && leaf.kind === "value" ? (
              <button
                type="button"
                className={classes.open}
                tabIndex={name === stop?.row && leaf.id === stop.leaf ? 0 : -1}
                aria-haspopup="dialog"
                onFocus={() => onStop({ row: name, leaf: leaf.id })}
                onClick={() => onOpen({ row: row.row, column: leaf.column, value: leaf.value })}
              >
                {written}
              </button>
            ) : (
              written
            )}
          </td>
        );
      })}
      <Gap width={across.after} />
    </tr>
  );
}

const wasText = (was: number | null, text: string) => (was === null ? "not in the recorded table" : `was ${text}`);

type MarkedProps = { mark: CellMark | null; isRaised: boolean; children: string };

/** Letters or an arrow before the figure, so that figures stay one under the other, or above it; or why there is none. */
function Marked({ mark, isRaised, children }: MarkedProps) {
  if (!mark?.words) return children;
  if (mark.text === "") {
    return (
      <span title={mark.words}>
        {children}
        <span className="visually-hidden">, {mark.words}</span>
      </span>
    );
  }
  if (isRaised) {
    return (
      <>
        {children}
        <sup className={classes.raised} title={mark.words} aria-hidden>
          {mark.text}
        </sup>
        <span className="visually-hidden">, {mark.words}</span>
      </>
    );
  }
  return (
    <span className={classes.marked}>
      <span className={classes.mark} title={mark.words}>
        <span aria-hidden>{mark.text}</span>
        <span className="visually-hidden">{mark.words}: </span>
      </span>
      {children}
    </span>
  );
}

type LabelsProps = Pick<RowProps, "row" | "goesOn" | "isFirst"> & { width: number };

/** A label is shown once for the rows that share it; who does not see the table hears it with each. */
function RowLabels({ row, goesOn, width, isFirst }: LabelsProps) {
  return row.labels.map((label, at) => {
    const isLast = at === row.labels.length - 1;
    const isRepeated = at < row.repeats && !isFirst;
    return (
      <th
        // biome-ignore lint/suspicious/noArrayIndexKey: a label's place is its dimension.
        key={at}
        scope="row"
        className={classes.label}
        style={variables({ "--pivot-at": at })}
        {...(isLast && { colSpan: width - at })}
        {...(isLast && at < width - 1 && { "data-wide": true })}
        {...(at < goesOn && { "data-goes-on": true })}
      >
        <span
          className={isRepeated ? "visually-hidden" : classes.clipped}
          title={label}
          {...(row.isIndented && { "data-indented": true })}
        >
          {label}
        </span>
      </th>
    );
  });
}

/** Faint enough at its strongest that figures on it are read in both schemes. */
const heatColour = (heat: number) =>
  `color-mix(in srgb, var(--pivot-heat) ${Math.round(heat * 34)}%, var(--mantine-color-body))`;
