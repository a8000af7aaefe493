import type { Supplier } from "@/lib/contracts/interfaces/fielding";
import { outcomeNames, outcomes } from "@/lib/contracts/terms/fielding";
import type { TableColumn } from "@/lib/tables/column";

/** The outcomes that have an end link, in words. */
export function linksText({ end_links }: Pick<Supplier, "end_links">): string {
  const set = outcomes.filter((outcome) => end_links[outcome]);
  if (set.length === 0) return "None: respondents see our own page";
  return set.length === outcomes.length ? "All outcomes" : set.map((outcome) => outcomeNames[outcome]).join(", ");
}

/** How links are signed: "SHA-256 in hash". */
export const signingText = ({ hash }: Pick<Supplier, "hash">): string =>
  hash ? `${hash.algorithm} in ${hash.parameter}` : "Not signed";

/** Columns of suppliers. A file has each link by itself. */
export const supplierTable = (hasSeveralAccounts: boolean): TableColumn<Supplier>[] => [
  { id: "name", header: "Name", kind: "text", value: ({ name }) => name },
  { id: "code", header: "Code", kind: "text", value: ({ code }) => code },
  ...(hasSeveralAccounts
    ? [{ id: "account", header: "Account", kind: "text" as const, value: ({ account }: Supplier) => account.name }]
    : []),
  { id: "links", header: "End links", kind: "text", value: linksText, forms: [] },
  ...outcomes.map(
    (outcome): TableColumn<Supplier> => ({
      id: outcome,
      of: "links",
      header: `${outcomeNames[outcome]} link`,
      kind: "text",
      value: ({ end_links }) => end_links[outcome],
    }),
  ),
  { id: "signed", header: "Signed", kind: "text", value: signingText },
  { id: "sessions", header: "Sessions", kind: "count", value: ({ sessions }) => sessions },
];
