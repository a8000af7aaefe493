// biome-ignore-all lint/a11y/useSemanticElements: a table of thousands of rows, of which the page holds those in sight, cannot be a table element
// biome-ignore-all lint/a11y/useFocusableInteractive: what has the focus are the fields in the cells
"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { ColumnRow } from "@/lib/answers/columns/prepare-columns";
import { ColumnCells } from "./column-cells";
import classes from "./column-list.module.css";

type Props = {
  rows: ColumnRow[];
  ticked: ReadonlySet<string>;
  /** `isRange`: with all columns from the last ticked one on. */
  onTick: (name: string, isTicked: boolean, isRange: boolean) => void;
  onTickAll: () => void;
  onOpen: (name: string) => void;
};

const USUAL_HEIGHT = 64;
const HEADERS = ["Column", "Detected as", "Text of the question", "First values as read", "Edit"];

/** Columns of a file, those in sight: a file may have thousands. */
export function ColumnList({ rows, ticked, onTick, onTickAll, onOpen }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (at) => rows[at]?.name ?? at,
    overscan: 8,
    initialRect: { width: 1000, height: 640 },
  });
  return (
    <div
      ref={element}
      role="table"
      aria-label="Columns of the file"
      aria-rowcount={rows.length + 1}
      className={classes.frame}
      onKeyDown={(event) => {
        const isTick = event.target instanceof HTMLInputElement && event.target.type === "checkbox";
        if (!isTick || event.key !== "a" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onTickAll();
      }}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" className={classes.row}>
          {HEADERS.map((header) => (
            <div key={header} role="columnheader">
              {header}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ height: list.getTotalSize(), position: "relative" }}>
        {list.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              className={`${classes.row} ${classes.item}`}
              data-look={row.look !== null || undefined}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ColumnCells
                row={row}
                isTicked={ticked.has(row.name)}
                onTick={(isTicked, isRange) => onTick(row.name, isTicked, isRange)}
                onOpen={() => onOpen(row.name)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
