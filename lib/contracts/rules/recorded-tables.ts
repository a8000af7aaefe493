import type { PivotRequest, PivotTable } from "../interfaces/pivot";
import { canonicalJson } from "./canonical-json";

/** What further tables of one that is put together of several are asked for, beside what is the same in all. */
type FurtherRequest = Pick<PivotRequest, "rows" | "columns" | "measures"> & {
  filter?: PivotRequest["filter"] | undefined;
};

type Requests = { asked: PivotRequest; others: readonly FurtherRequest[] };

/** All that is asked for a table that is recorded, in the order of its tables. */
export const recordedRequests = ({ asked, others }: Requests): PivotRequest[] => [
  asked,
  ...others.map(({ rows, columns, measures, filter = asked.filter }) => ({
    ...asked,
    rows,
    columns,
    measures,
    filter,
  })),
];

/**
 * Those whose figures a table shows. One with a filter of its own counts respondents of the table: a service may refuse
 * it, and earlier releases did not ask for it.
 */
export const requestsOfFigures = (requests: readonly PivotRequest[]): PivotRequest[] =>
  requests.filter(({ filter }) => isSameFilter(filter, requests[0]?.filter ?? []));

// Most are one list, which may have thousands of values.
const isSameFilter = (one: PivotRequest["filter"], other: PivotRequest["filter"]): boolean =>
  one === other || canonicalJson(one) === canonicalJson(other);

/** Whether two lists of requests are for the same figures. */
export const areForSameFigures = (one: readonly PivotRequest[], other: readonly PivotRequest[]): boolean =>
  canonicalJson(requestsOfFigures(one)) === canonicalJson(requestsOfFigures(other));

/** Requests as they are recorded: those of one table differ in their questions, measures and filter alone. */
export function asRecorded([asked, ...rest]: readonly PivotRequest[]): {
  asked: PivotRequest;
  others: FurtherRequest[];
} {
  if (!asked) throw new Error("A table has no requests.");
  const others = rest.map(({ rows, columns, measures, filter }) => ({
    ...{ rows, columns, measures },
    ...(!isSameFilter(filter, asked.filter) && { filter }),
  }));
  return { asked, others };
}

/** All tables that one is put together of. */
export const recordedTables = ({
  table,
  others,
}: {
  table: PivotTable;
  others: readonly { table: PivotTable }[];
}): PivotTable[] => [table, ...others.map((other) => other.table)];
