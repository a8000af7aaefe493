import { parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { may, type Role } from "@/lib/contracts/rules/permissions";

const views = ["switch", "look-up", "history"] as const;
export type DuplicatesView = (typeof views)[number];

/** What may stand in an address: identifiers that say nothing of a person. */
export const addressableKinds = ["Session_Id", "Panel_Id"] as const;

/** The page as its address says it. What was typed into the form, and personal values, never stand in it. */
export const duplicatesParsers = {
  show: parseAsStringLiteral(views),
  /** Whose records, for who has several accounts. */
  account: parseAsString,
  /** The work whose progress is shown. */
  job: parseAsString,
  /** Of the history. */
  page: parseAsInteger.withDefault(1),
  /** Who is looked up, where that may be said. */
  by: parseAsStringLiteral(addressableKinds),
  value: parseAsString,
};

/** What opens where the address does not say. */
export const usualView = (role: Role): DuplicatesView => (may(role, "duplicates:act") ? "switch" : "look-up");

type Accounts = readonly { id: string }[];

/** The account that an address means: one of the viewer's, else his first. Undefined: he has none. */
export const chosenAccount = (accounts: Accounts, asked: string | null): string | undefined =>
  accounts.find(({ id }) => id === asked)?.id ?? accounts[0]?.id;

/** The address of a view, of the account that the present one names. */
export const duplicatesHref = (show: DuplicatesView, account: string | null, job?: string) =>
  `/duplicates?${new URLSearchParams({ show, ...(account && { account }), ...(job && { job }) })}`;
