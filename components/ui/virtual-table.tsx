// biome-ignore-all lint/a11y/useSemanticElements: a table of thousands of rows, of which the page holds those in sight, cannot be a table element
// biome-ignore-all lint/a11y/useFocusableInteractive: what has the focus are the fields in the cells
"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { Selection } from "./data-table";
import classes from "./virtual-table.module.css";

/** Selects one row; `isRange`: and all from the one before on. */
export type Select = (id: string, isSelected: boolean, isRange: boolean) => void;

export type Head = { key: string; cell: ReactNode; sort?: "ascending" | "descending" | undefined; isFigure?: boolean };

type Props<Row> = {
  label: string;
  heads: readonly Head[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** The cells of a row, each an element with the role of one. */
  cells: (row: Row, select: Select) => ReactNode;
  selection: Selection;
  /** Rows that a person should look at. */
  isMarked?: (row: Row) => boolean;
  /** Of a row in pixels; `isMeasured`: about, and each has its own. */
  height: number;
  isMeasured?: boolean;
  /** The widths of the columns, and how a row stands on a narrow screen. */
  className: string | undefined;
};

/**
 * A table of which only the rows in sight are drawn, and rows are selected: Shift selects from the last one on, Ctrl A
 * all of them, and arrows go from row to row.
 */
export function VirtualTable<Row>(props: Props<Row>) {
  const { label, heads, rows, idOf, cells, selection, isMarked, height, isMeasured = false, className } = props;
  const element = useRef<HTMLDivElement>(null);
  const last = useRef<string | null>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element.current,
    estimateSize: () => height,
    getItemKey: (at) => (rows[at] === undefined ? at : idOf(rows[at])),
    overscan: 10,
    initialRect: { width: 1000, height: 640 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height on another width
  useEffect(() => list.measure(), [height]);
  const ids = rows.map(idOf);
  const select: Select = (id, isSelected, isRange) => {
    selection.set(isRange && last.current !== null ? between(ids, last.current, id) : [id], isSelected);
    last.current = id;
  };
  const goTo = (at: number) => {
    list.scrollToIndex(at);
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>(`[data-index="${at}"] input`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!isStop(event.target)) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "a") {
      event.preventDefault();
      selection.set(ids, true);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = Number(event.target.closest("[data-index]")?.getAttribute("data-index") ?? Number.NaN);
    const next = ids[at + (step ?? 0)];
    if (step === undefined || next === undefined) return;
    event.preventDefault();
    if (event.shiftKey) select(next, true, true);
    goTo(at + step);
  };
  return (
    <div
      ref={element}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className={`${classes.frame} ${className ?? ""}`}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" className={classes.row}>
          {heads.map(({ key, cell, sort, isFigure }) => (
            <div key={key} role="columnheader" aria-sort={sort} className={isFigure ? classes.figure : undefined}>
              {cell}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ height: list.getTotalSize(), position: "relative" }}>
        {list.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={key}
              ref={isMeasured ? list.measureElement : undefined}
              role="row"
              data-index={index}
              aria-rowindex={index + 2}
              className={`${classes.row} ${classes.item}`}
              data-chosen={selection.ids.has(idOf(row)) || undefined}
              data-look={isMarked?.(row) || undefined}
              style={{ transform: `translateY(${start}px)` }}
            >
              {cells(row, select)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** What keys go from: boxes and buttons; in a field they are the field's own. */
const isStop = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLButtonElement || (target instanceof HTMLInputElement && target.type === "checkbox");

/** The ids from one row to another, both of them, as the rows stand. */
function between(ids: readonly string[], from: string, to: string): string[] {
  const [one, other] = [ids.indexOf(from), ids.indexOf(to)];
  return one === -1 ? [to] : ids.slice(Math.min(one, other), Math.max(one, other) + 1);
}

type AllProps = { ids: readonly string[]; selection: Selection };

/** Selects all rows that are shown, in the head of the table. */
export function SelectAll({ ids, selection }: AllProps) {
  const selected = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <input
      type="checkbox"
      aria-label={`Select all ${ids.length}`}
      checked={selected === ids.length && selected > 0}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && selected < ids.length;
      }}
      onChange={({ currentTarget }) => selection.set([...ids], currentTarget.checked)}
    />
  );
}
