"use client";

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { LoadError } from "@/components/ui/load-error";
import { Nothing } from "@/components/ui/nothing";
import { TableFile } from "@/components/ui/table-file";
import { useFormat } from "@/components/ui/use-format";
import { checksParsers, lastDays } from "@/lib/checks/address";
import { reasonsQuery } from "@/lib/checks/queries";
import { NO_SUPPLIER, reasonsInWords, reasonsTable, type SupplierDay, supplierDays } from "@/lib/checks/reasons-table";
import type { Format } from "@/lib/tables/format";
import classes from "./checks.module.css";

/** Who failed and why, by supplier and day. */
export function ReasonsView({ account }: { account: string | undefined }) {
  const [{ from, to }, setState] = useQueryStates(checksParsers, { history: "replace" });
  const [usual] = useState(() => lastDays(new Date()));
  const days = { from: from ?? usual.from, to: to ?? usual.to };
  const format = useFormat();
  const { data, error, refetch } = useQuery({ ...reasonsQuery(account, days), retry: false });
  const rows = useMemo(() => data && supplierDays(data), [data]);
  const columns = useMemo(() => columnsOf(format), [format]);
  return (
    <div className={classes.result}>
      <div className={classes.buttons}>
        <TextInput
          type="date"
          label="From"
          value={days.from}
          onChange={({ currentTarget: { value } }) => void setState({ from: value || null })}
        />
        <TextInput
          type="date"
          label="To"
          value={days.to}
          onChange={({ currentTarget: { value } }) => void setState({ to: value || null })}
        />
        {rows && rows.length > 0 && <TableFile name="failures by supplier" columns={reasonsTable} rows={() => rows} />}
      </div>
      <p className={classes.note}>
        Sessions that the fraud checks were asked about. Days are counted by UTC; a session counts on the day of its
        first check.
      </p>
      {error && <LoadError what="The reasons" error={error} onRetry={() => void refetch()} />}
      {data === null && <Nothing says="This service does not tell how often respondents fail." />}
      {!error && data !== null && (
        <DataTable
          label="Failures by supplier and day"
          columns={columns}
          rows={rows ?? undefined}
          rowId={({ id }) => id}
          empty={<Nothing says="No respondent was checked on these days. Choose other days, or check a respondent." />}
        />
      )}
    </div>
  );
}

const columnsOf = (format: Format): Column<SupplierDay>[] => [
  { id: "day", header: "Day (UTC)", width: 130, cell: ({ day }) => day },
  { id: "supplier", header: "Supplier", card: "title", cell: ({ supplier }) => supplier ?? NO_SUPPLIER },
  { id: "checked", header: "Checked", figures: true, cell: ({ checked }) => format.count(checked) },
  { id: "failed", header: "Failed", figures: true, cell: ({ failed }) => format.count(failed) },
  {
    id: "reasons",
    header: "Reasons",
    wraps: true,
    cell: (row) => reasonsInWords(row, (value) => format.count(value)),
  },
];
