"use client";

import type { Selection } from "@/components/ui/data-table";
import { VirtualTable } from "@/components/ui/virtual-table";
import type { ColumnRow } from "@/lib/answers/columns/prepare-columns";
import { ColumnCells } from "./column-cells";
import classes from "./column-list.module.css";

type Props = {
  rows: ColumnRow[];
  selection: Selection;
  onOpen: (name: string) => void;
};

const USUAL_HEIGHT = 64;
const heads = ["Column", "Detected as", "Text of the question", "First values as read", "Edit"].map((cell) => ({
  key: cell,
  cell,
}));

/** Columns of a file, those in sight: a file may have thousands. */
export const ColumnList = ({ rows, selection, onOpen }: Props) => (
  <VirtualTable
    label="Columns of the file"
    heads={heads}
    rows={rows}
    idOf={({ name }) => name}
    cells={(row, select) => (
      <ColumnCells
        row={row}
        isTicked={selection.ids.has(row.name)}
        onTick={(isTicked, isRange) => select(row.name, isTicked, isRange)}
        onOpen={() => onOpen(row.name)}
      />
    )}
    selection={selection}
    isMarked={({ look }) => look !== null}
    height={USUAL_HEIGHT}
    isMeasured
    className={classes.columns}
  />
);
