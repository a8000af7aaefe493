import type { ReactNode } from "react";
import { cellText, isFigureKind, type TableColumn } from "@/lib/tables/column";
import type { Format } from "@/lib/tables/format";
import { UNKNOWN } from "@/lib/tables/format";
import type { Column } from "./data-table";

/** How the screen shows a column of a list; absent members are those of a plain text or figure. */
type Drawn<Row> = Partial<Omit<Column<Row>, "id" | "cell">> & {
  /** Beside the column as data, whose text it may use. */
  cell?: (row: Row, text: string) => ReactNode;
};

/**
 * A list's columns on the screen, from the same declaration as its files: what a cell of the screen holds beside its
 * own value has no column of its own here. `own`: columns for hands, which no file has.
 */
export function screenColumns<Row>(
  table: readonly TableColumn<Row>[],
  format: Format,
  drawn: Record<string, Drawn<Row>>,
  own: readonly Column<Row>[] = [],
): Column<Row>[] {
  const shown = table.filter(({ of }) => of === undefined);
  return [
    ...shown.map((column): Column<Row> => {
      const { cell, ...more } = drawn[column.id] ?? {};
      const textOf = (row: Row) => cellText(column, row, format) || UNKNOWN;
      return {
        id: column.id,
        header: column.header,
        ...(isFigureKind(column.kind) && { figures: true }),
        cell: cell ? (row) => cell(row, textOf(row)) : textOf,
        ...more,
      };
    }),
    ...own,
  ];
}
