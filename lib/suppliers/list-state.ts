import { parseAsString } from "nuqs/server";
import type { Supplier } from "@/lib/contracts/interfaces/fielding";

/** The suppliers as their address says: part of a name or code, and the form that is open. */
export const supplierParsers = {
  search: parseAsString.withDefault(""),
  /** `new`, or a supplier's id. */
  supplier: parseAsString,
};

export const NEW_SUPPLIER = "new";

/** Those whose name or code has the text. */
export function matchingSuppliers(suppliers: readonly Supplier[], search: string): Supplier[] {
  const text = search.trim().toLowerCase();
  return suppliers.filter(({ name, code }) => `${name}\n${code}`.toLowerCase().includes(text));
}
