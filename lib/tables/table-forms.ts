import type { ExportFormat } from "@/lib/contracts/ours/exports";

/** The files that a table can become, as a person chooses them. */
export const tableForms: readonly { form: ExportFormat; label: string }[] = [
  { form: "csv", label: "CSV as shown" },
  { form: "csv-full", label: "CSV with full values" },
  { form: "xlsx", label: "XLSX" },
];
