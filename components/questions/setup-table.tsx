// biome-ignore-all lint/a11y/useSemanticElements: a table of thousands of rows, of which the page holds those in sight, cannot be a table element
// biome-ignore-all lint/a11y/useFocusableInteractive: what has the focus are the fields in the cells
"use client";

import { useMediaQuery } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import type { Selection } from "@/components/ui/data-table";
import { useFormat } from "@/components/ui/use-format";
import { idsBetween, type SetupRow, type SetupSort, setupHeads } from "@/lib/answers/questions/setup-rows";
import { KindIcon } from "./kind-icon";
import classes from "./setup-table.module.css";

type Props = {
  rows: SetupRow[];
  selection: Selection;
  sort: { by: SetupSort; isDescending: boolean };
  onSort: (by: SetupSort) => void;
  onOpen: (id: string) => void;
};

const HEIGHT = 44;
const CARD_HEIGHT = 84;
const heads = Object.keys(setupHeads) as (keyof typeof setupHeads)[];

/** Questions with their set-up, those in sight. Shift selects from the last one chosen; arrows go from row to row. */
export function SetupTable({ rows, selection, sort, onSort, onOpen }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const last = useRef<string | null>(null);
  const isNarrow = useMediaQuery("(max-width: 48em)");
  const height = isNarrow ? CARD_HEIGHT : HEIGHT;
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element.current,
    estimateSize: () => height,
    getItemKey: (at) => rows[at]?.question.id ?? at,
    overscan: 10,
    initialRect: { width: 1000, height: 640 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height on another width
  useEffect(() => list.measure(), [height]);
  const choose = (id: string, isChosen: boolean, isRange: boolean) => {
    selection.set(isRange && last.current !== null ? idsBetween(rows, last.current, id) : [id], isChosen);
    last.current = id;
  };
  const ids = rows.map(({ question }) => question.id);
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "a") {
      event.preventDefault();
      selection.set(ids, true);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = Number((event.target as HTMLElement).closest("[data-index]")?.getAttribute("data-index") ?? Number.NaN);
    const next = rows[at + (step ?? 0)]?.question.id;
    if (step === undefined || next === undefined) return;
    event.preventDefault();
    if (event.shiftKey) choose(next, true, true);
    list.scrollToIndex(at + step);
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>(`[data-index="${at + step}"] input`)?.focus(),
    );
  };
  return (
    <div
      ref={element}
      role="table"
      aria-label="Set-up of all questions"
      aria-rowcount={rows.length + 1}
      className={classes.frame}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" className={classes.row}>
          <div role="columnheader">
            <input
              type="checkbox"
              aria-label={`Select all ${rows.length}`}
              checked={chosen === rows.length && chosen > 0}
              ref={(box) => {
                if (box) box.indeterminate = chosen > 0 && chosen < rows.length;
              }}
              onChange={({ currentTarget }) => selection.set(ids, currentTarget.checked)}
            />
          </div>
          {heads.map((by) => (
            <div
              key={by}
              role="columnheader"
              aria-sort={sortOf(sort, by)}
              className={by === "answered" ? classes.figures : undefined}
            >
              <button type="button" onClick={() => onSort(by)}>
                {setupHeads[by]}
                {sort.by === by && (sort.isDescending ? " ↓" : " ↑")}
              </button>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ height: list.getTotalSize(), position: "relative" }}>
        {list.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (!row) return null;
          const { id } = row.question;
          return (
            <div
              key={key}
              role="row"
              data-index={index}
              aria-rowindex={index + 2}
              className={`${classes.row} ${classes.item}`}
              data-chosen={selection.ids.has(id) || undefined}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Cells row={row} isChosen={selection.ids.has(id)} onChoose={choose} onOpen={onOpen} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const sortOf = (sort: Props["sort"], by: SetupSort) =>
  sort.by !== by ? undefined : sort.isDescending ? ("descending" as const) : ("ascending" as const);

type CellsProps = {
  row: SetupRow;
  isChosen: boolean;
  onChoose: (id: string, isChosen: boolean, isRange: boolean) => void;
  onOpen: (id: string) => void;
};

function Cells({ row, isChosen, onChoose, onOpen }: CellsProps) {
  const format = useFormat();
  const { question, title } = row;
  const { id } = question;
  return (
    <>
      <div role="cell">
        <input
          type="checkbox"
          aria-label={`Select ${id}`}
          checked={isChosen}
          onChange={() => {}}
          onClick={(event: MouseEvent<HTMLInputElement>) => onChoose(id, event.currentTarget.checked, event.shiftKey)}
        />
      </div>
      <div role="cell" title={title}>
        <button type="button" className={classes.question} onClick={() => onOpen(id)}>
          {title}
        </button>
        {title !== id && <small>{id}</small>}
      </div>
      <div role="cell">
        <span style={{ display: "inline-flex", gap: 6, alignItems: "center" }}>
          <KindIcon {...question} /> {row.kind}
        </span>
      </div>
      <div role="cell" title={row.options}>
        {row.options}
      </div>
      <div role="cell" title={row.missing}>
        {row.missing === "" ? "" : <span>{row.missing}</span>}
      </div>
      <div role="cell">{row.values}</div>
      <div role="cell" className={classes.figures}>
        {row.answered === null ? "…" : `n ${format.count(row.answered)}`}
      </div>
    </>
  );
}
