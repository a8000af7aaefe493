import type { ReasonCount } from "@/lib/contracts/ours/checks";
import { failureNames, NO_FAILURE } from "@/lib/contracts/terms/fraud";
import type { TableColumn } from "@/lib/tables/column";

/** The sessions of one supplier on one day: how many were checked, how many failed, and for what, the most first. */
export type SupplierDay = {
  id: string;
  day: string;
  supplier: string | null;
  checked: number;
  failed: number;
  reasons: { name: string; sessions: number }[];
};

export const NO_SUPPLIER = "No supplier";

/** Counts as rows, the newest day first; of a day who failed most first. */
export function supplierDays(counts: readonly ReasonCount[]): SupplierDay[] {
  const rows = new Map<string, SupplierDay>();
  for (const { day, supplier, reason, sessions } of counts) {
    const id = JSON.stringify([day, supplier]);
    const row = rows.get(id) ?? { id, day, supplier, checked: 0, failed: 0, reasons: [] };
    row.checked += sessions;
    if (reason !== NO_FAILURE) {
      row.failed += sessions;
      row.reasons.push({ name: failureNames[reason], sessions });
    }
    rows.set(id, row);
  }
  for (const row of rows.values()) row.reasons.sort((one, other) => other.sessions - one.sessions);
  return [...rows.values()].sort((one, other) => other.day.localeCompare(one.day) || other.failed - one.failed);
}

/** "Duplicate in the survey 9, Crawler 3". */
export const reasonsInWords = ({ reasons }: SupplierDay, count: (value: number) => string): string =>
  reasons.map(({ name, sessions }) => `${name} ${count(sessions)}`).join(", ");

/** Failures by supplier and day, as data. */
export const reasonsTable: TableColumn<SupplierDay>[] = [
  { id: "day", header: "Day (UTC)", kind: "day", value: ({ day }) => day },
  { id: "supplier", header: "Supplier", kind: "text", value: ({ supplier }) => supplier ?? NO_SUPPLIER },
  { id: "checked", header: "Checked", kind: "count", value: ({ checked }) => checked },
  { id: "failed", header: "Failed", kind: "count", value: ({ failed }) => failed },
  {
    id: "reasons",
    header: "Reasons",
    kind: "text",
    value: (row) => reasonsInWords(row, String),
    text: (row, { count }) => reasonsInWords(row, count),
  },
];
