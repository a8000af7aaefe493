import type { PivotRequest, PivotTable } from "../interfaces/pivot";

/** What further tables of one that is put together of several are asked for, beside what is the same in all. */
type FurtherRequest = Pick<PivotRequest, "rows" | "columns" | "measures">;

type Requests = { asked: PivotRequest; others: readonly FurtherRequest[] };

/** All that is asked for a table that is recorded, in the order of its tables. */
export const recordedRequests = ({ asked, others }: Requests): PivotRequest[] => [
  asked,
  ...others.map(({ rows, columns, measures }) => ({ ...asked, rows, columns, measures })),
];

/** Requests as they are recorded: those of one table differ in their questions and measures alone. */
export function asRecorded([asked, ...rest]: readonly PivotRequest[]): {
  asked: PivotRequest;
  others: FurtherRequest[];
} {
  if (!asked) throw new Error("A table has no requests.");
  return { asked, others: rest.map(({ rows, columns, measures }) => ({ rows, columns, measures })) };
}

/** All tables that one is put together of. */
export const recordedTables = ({
  table,
  others,
}: {
  table: PivotTable;
  others: readonly { table: PivotTable }[];
}): PivotTable[] => [table, ...others.map((other) => other.table)];
