// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: a table of thousands of rows, of which the page holds those in sight, cannot be a table element
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are heard by the grid's own listener
"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, type Ref, useCallback, useId, useImperativeHandle, useRef } from "react";
import type { Quota } from "@/lib/contracts/interfaces/survey-codec";
import type { QuotaDraft } from "@/lib/surveys/draft";
import type { QuestionsById } from "@/lib/surveys/qualification-text";
import { figuresOf } from "@/lib/surveys/quotas/grid-edit";
import { at, type Place, rangeOfSelection, wholeRows } from "@/lib/surveys/quotas/grid-move";
import type { QuotaProblems } from "@/lib/surveys/quotas/quota-problems";
import { cellId, columnTitles, type GridLayout, HEADER_HEIGHT, SUMS_HEIGHT } from "./grid-layout";
import { GridRow } from "./grid-row";
import { GridSums } from "./grid-sums";
import classes from "./quota-grid.module.css";
import { type GridCommands, useGrid } from "./use-grid";
import type { QuotaListControl } from "./use-quota-list";

type Props = {
  ref: Ref<GridCommands>;
  list: QuotaListControl;
  layout: GridLayout;
  questions: QuestionsById;
  /** Why names of questions are missing; null: they are there. */
  namesMissing: string | null;
  /** Quotas as saved, by id; null: the survey does not exist yet. */
  saved: ReadonlyMap<string, QuotaDraft> | null;
  collected: ReadonlyMap<string, Quota>;
  /** Under a soft launch: quota id to what stands at the service for now. */
  targetsNow: ReadonlyMap<string, number>;
  countsStarts: boolean;
  problems: QuotaProblems;
  /** Rows to look at, each with why. */
  warnings: ReadonlyMap<number, string>;
  largestTotal: number | null;
  onQualifications: (row: number) => void;
  onFind: () => void;
};

/** All quotas of a survey as a spreadsheet. One tab stop: inside, the arrows go from cell to cell. */
export function QuotaGrid(props: Props) {
  const { ref, list, layout, questions, saved, collected, targetsNow, countsStarts, problems, warnings, largestTotal } =
    props;
  const { quotas, locked } = list;
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const figures = useCallback(
    (quota: QuotaDraft) => figuresOf(quota, collectedOf(quota, collected), countsStarts),
    [collected, countsStarts],
  );
  const { rowHeight } = layout;
  const grid = useGrid({
    element,
    layout,
    list,
    questions,
    namesMissing: props.namesMissing,
    figures,
    pageRows: () => Math.max(1, Math.floor(roomFor(element.current) / rowHeight) - 1),
    reveal: (place) => reveal(element.current, place, layout),
    isLow: (row) => isLow(element.current, row, layout),
    onQualifications: props.onQualifications,
    onFind: props.onFind,
  });
  const { selection, edit, commands, size } = grid;
  const { cursor } = selection;
  const range = rangeOfSelection(selection);
  useImperativeHandle(ref, () => commands);

  const rows = useVirtualizer({
    count: quotas.length,
    getScrollElement: () => element.current,
    estimateSize: () => rowHeight,
    scrollMargin: HEADER_HEIGHT,
    overscan: 6,
    initialRect: { width: 1000, height: 600 },
  });
  const shown = rows.getVirtualItems().map(({ index }) => index);
  // The active cell is in the page wherever the grid is scrolled to: it is named as the one that has the focus.
  if (size.rows > 0 && !shown.includes(cursor.row)) shown.push(cursor.row);
  const onLeave = useStable(grid.leave);

  const onMouse = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (!place || event.button !== 0 || isTyping(event.target)) return;
    const { row, column } = place;
    if (event.type === "mousemove") {
      if (event.buttons === 1 && (row !== cursor.row || (column !== null && column !== cursor.column)))
        grid.select({ anchor: selection.anchor, cursor: { row, column: column ?? size.columns - 1 } });
      return;
    }
    event.preventDefault();
    commands.focus();
    if (column === null) grid.select(wholeRows(event.shiftKey ? selection.anchor.row : row, row, size));
    else if (event.shiftKey) grid.select({ anchor: selection.anchor, cursor: { row, column } });
    else grid.select(at(row, column));
  };
  const onOpen = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (place && place.column !== null && !isTyping(event.target)) {
      grid.beginEdit({ row: place.row, column: place.column }, null);
    }
  };
  // A finger has no second click to spare: touching the chosen cell again opens it.
  const wasChosen = useRef(false);

  return (
    <div
      ref={element}
      role="grid"
      aria-label="Quotas"
      aria-rowcount={quotas.length + 2}
      aria-colcount={layout.columns.length + 1}
      aria-multiselectable
      aria-readonly={locked !== null}
      aria-activedescendant={size.rows > 0 ? cellId(id, cursor.row, cursor.column) : undefined}
      tabIndex={0}
      className={classes.grid}
      onMouseDown={(event) => {
        const place = placeOf(event.target);
        wasChosen.current = place?.row === cursor.row && place.column === cursor.column;
        onMouse(event);
      }}
      onMouseMove={onMouse}
      onDoubleClick={onOpen}
      onClick={(event) => {
        if (layout.isNarrow && wasChosen.current) onOpen(event);
      }}
    >
      <div
        role="row"
        aria-rowindex={1}
        className={classes.header}
        style={{ height: HEADER_HEIGHT, minWidth: layout.minWidth, gridTemplateColumns: layout.template }}
      >
        <div role="columnheader" aria-colindex={1} className={classes.number}>
          <span className="visually-hidden">Row</span>
        </div>
        {layout.columns.map((column, place) => (
          <div key={column} role="columnheader" aria-colindex={place + 2} className={classes.cell} data-column={column}>
            {columnTitles[column]}
          </div>
        ))}
      </div>
      <div
        role="rowgroup"
        className={classes.rows}
        style={{ height: quotas.length * rowHeight, minWidth: layout.minWidth }}
      >
        {shown.map((row) => {
          const quota = quotas[row];
          if (!quota) return null;
          const isChosen = row >= range.top && row <= range.bottom;
          return (
            <GridRow
              key={row}
              grid={id}
              layout={layout}
              quota={quota}
              row={row}
              top={row * rowHeight}
              saved={saved && (quota.quota_id === null ? undefined : saved.get(quota.quota_id))}
              collected={collectedOf(quota, collected)}
              targetNow={targetsNow.get(quota.quota_id ?? "")}
              countsStarts={countsStarts}
              questions={questions}
              problems={problems.of.get(quota)}
              warning={warnings.get(row)}
              left={isChosen ? range.left : -1}
              right={isChosen ? range.right : -1}
              cursor={row === cursor.row ? cursor.column : -1}
              edit={edit?.row === row ? edit : null}
              onLeave={onLeave}
            />
          );
        })}
      </div>
      <div role="rowgroup" className={classes.foot} style={{ minWidth: layout.minWidth }}>
        <GridSums quotas={quotas} largestTotal={largestTotal} layout={layout} rowIndex={quotas.length + 2} />
      </div>
    </div>
  );
}

const collectedOf = ({ quota_id }: QuotaDraft, collected: ReadonlyMap<string, Quota>) =>
  quota_id === null ? undefined : collected.get(quota_id);

/** The cell at which a pointer is; `column` null: its row's number. */
function placeOf(target: EventTarget): { row: number; column: number | null } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  if (!cell) return null;
  const { row, place } = cell.dataset;
  return { row: Number(row), column: place === undefined ? null : Number(place) };
}

const isTyping = (target: EventTarget) => target instanceof HTMLInputElement;

/** What is left for rows between header and sums. */
const roomFor = (grid: HTMLElement | null) => (grid?.clientHeight ?? 0) - HEADER_HEIGHT - SUMS_HEIGHT;

const isLow = (grid: HTMLElement | null, row: number, { rowHeight }: GridLayout) =>
  grid !== null && row * rowHeight - grid.scrollTop > roomFor(grid) * 0.6;

/** Scrolls as little as shows the cell whole, beside what stays in place. */
function reveal(
  grid: HTMLElement | null,
  { row, column }: Place,
  { rowHeight, lockedWidth, columns }: GridLayout,
): void {
  if (!grid) return;
  const top = row * rowHeight;
  if (top < grid.scrollTop) grid.scrollTop = top;
  else if (top + rowHeight > grid.scrollTop + roomFor(grid)) grid.scrollTop = top + rowHeight - roomFor(grid);
  const head = grid.querySelector<HTMLElement>(`[role=columnheader][data-column=${columns[column]}]`);
  if (!head || column === 0) return;
  if (head.offsetLeft - lockedWidth < grid.scrollLeft) grid.scrollLeft = head.offsetLeft - lockedWidth;
  else if (head.offsetLeft + head.offsetWidth > grid.scrollLeft + grid.clientWidth)
    grid.scrollLeft = head.offsetLeft + head.offsetWidth - grid.clientWidth;
}

/** One function for as long as the component lives that calls the latest given. */
function useStable<Args extends unknown[]>(latest: (...args: Args) => void): (...args: Args) => void {
  const held = useRef(latest);
  useImperativeHandle(held, () => latest);
  return useCallback((...args) => held.current(...args), []);
}
