// biome-ignore-all lint/a11y/useSemanticElements: cells of a table that is none, see virtual-table
// biome-ignore-all lint/a11y/useFocusableInteractive: what has the focus are the fields in the cells
"use client";

import { useMediaQuery } from "@mantine/hooks";
import type { MouseEvent } from "react";
import type { Selection } from "@/components/ui/data-table";
import { useFormat } from "@/components/ui/use-format";
import { type Head, type Select, SelectAll, VirtualTable } from "@/components/ui/virtual-table";
import { type SetupRow, type SetupSort, setupHeads } from "@/lib/answers/questions/setup-rows";
import { KindIcon } from "./kind-icon";
import classes from "./setup-table.module.css";

type Props = {
  rows: SetupRow[];
  /** Whether there are counts: of a file there are none before its import. */
  isCounted: boolean;
  selection: Selection;
  sort: { by: SetupSort; isDescending: boolean };
  onSort: (by: SetupSort) => void;
  onOpen: (id: string) => void;
};

const HEIGHT = 44;
const CARD_HEIGHT = 84;
const heads = Object.keys(setupHeads) as (keyof typeof setupHeads)[];

/** Questions with their set-up, those in sight. */
export function SetupTable({ rows, isCounted, selection, sort, onSort, onOpen }: Props) {
  const isNarrow = useMediaQuery("(max-width: 48em)");
  const shown = heads.filter((by) => isCounted || by !== "answered");
  const ids = rows.map(({ question }) => question.id);
  return (
    <VirtualTable
      label="Set-up of all questions"
      heads={[
        { key: "select", cell: <SelectAll ids={ids} selection={selection} /> },
        ...shown.map(
          (by): Head => ({
            key: by,
            sort: sortOf(sort, by),
            isFigure: by === "answered",
            cell: (
              <button type="button" onClick={() => onSort(by)}>
                {setupHeads[by]}
                {sort.by === by && (sort.isDescending ? " ↓" : " ↑")}
              </button>
            ),
          }),
        ),
      ]}
      rows={rows}
      idOf={({ question }) => question.id}
      cells={(row, select) => (
        <Cells {...{ row, isCounted, onOpen }} isChosen={selection.ids.has(row.question.id)} onChoose={select} />
      )}
      selection={selection}
      height={isNarrow ? CARD_HEIGHT : HEIGHT}
      className={classes.setup}
    />
  );
}

const sortOf = (sort: Props["sort"], by: SetupSort) =>
  sort.by !== by ? undefined : sort.isDescending ? ("descending" as const) : ("ascending" as const);

type CellsProps = Pick<Props, "isCounted" | "onOpen"> & { row: SetupRow; isChosen: boolean; onChoose: Select };

function Cells({ row, isCounted, isChosen, onChoose, onOpen }: CellsProps) {
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
      {isCounted && (
        <div role="cell" className={classes.figures}>
          {row.answered === null ? "…" : `n ${format.count(row.answered)}`}
        </div>
      )}
    </>
  );
}
