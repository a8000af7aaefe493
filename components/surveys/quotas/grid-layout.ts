import { type GridColumn, gridColumns } from "@/lib/surveys/quotas/grid-columns";

/** How the grid is laid out: known sizes, so that a row's place is worked out and never measured. */
export type GridLayout = {
  columns: readonly GridColumn[];
  /** Widths of the row numbers and the columns; `fill` takes what is left over. */
  template: string;
  minWidth: number;
  rowHeight: number;
  /** Row numbers and names, which stay while the rest scrolls sideways. */
  lockedWidth: number;
  isNarrow: boolean;
};

export const HEADER_HEIGHT = 34;
export const SUMS_HEIGHT = 44;

const numbers = 56;
const widths: Record<GridColumn, number> = {
  quota_name: 190,
  qualifications: 300,
  /** Room for what a soft launch collects for now beside it. */
  quota: 128,
  starts: 66,
  completes: 86,
  remaining: 88,
  percent: 116,
};

export const wideLayout: GridLayout = {
  columns: gridColumns,
  template: `${numbers}px ${gridColumns.map((column) => (column === "qualifications" ? `minmax(${widths[column]}px, 1fr)` : `${widths[column]}px`)).join(" ")}`,
  minWidth: numbers + gridColumns.reduce((sum, column) => sum + widths[column], 0),
  rowHeight: 34,
  lockedWidth: numbers + widths.quota_name,
  isNarrow: false,
};

/** On a phone: who belongs to a quota stands under its name, so that the target is there without scrolling. */
export const narrowLayout: GridLayout = {
  columns: ["quota_name", "quota", "percent", "completes", "starts", "remaining"],
  template: "40px minmax(130px, 1fr) 84px 84px 84px 76px 84px",
  minWidth: 40 + 130 + 84 + 84 + 84 + 76 + 84,
  rowHeight: 54,
  lockedWidth: 40 + 130,
  isNarrow: true,
};

export const columnTitles: Record<GridColumn, string> = {
  quota_name: "Name",
  qualifications: "Qualifications",
  quota: "Target",
  starts: "Starts",
  completes: "Completes",
  remaining: "Remaining",
  percent: "Filled",
};

/** Where the cell of a row and column is found in the page. */
export const cellId = (grid: string, row: number, column: number) => `${grid}-${row}-${column}`;
