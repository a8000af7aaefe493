import * as z from "zod";
import { createSupplier, type Supplier, updateSupplier } from "@/lib/contracts/interfaces/fielding";
import type { BodyOf } from "@/lib/contracts/operation";
import { type HashAlgorithm, hashAlgorithms, type Outcome, outcomes } from "@/lib/contracts/terms/fielding";
import type { FieldProblems } from "@/lib/http/problem";

/** A supplier as its form holds it: "" is no link, and no other key than the one that is kept. */
export type SupplierValues = {
  account_id: string;
  code: string;
  name: string;
  end_links: Record<Outcome, string>;
  isSigned: boolean;
  hash: { algorithm: HashAlgorithm; parameter: string; key: string };
};

const noLinks = Object.fromEntries(outcomes.map((outcome) => [outcome, ""])) as Record<Outcome, string>;

/** What the form starts with: the supplier, or a new one of the only account. */
export const supplierValues = (before: Supplier | null, accounts: readonly { id: string }[]): SupplierValues => ({
  account_id: before?.account.id ?? (accounts.length === 1 ? (accounts[0]?.id ?? "") : ""),
  code: before?.code ?? "",
  name: before?.name ?? "",
  end_links: { ...noLinks, ...before?.end_links },
  isSigned: before?.hash != null,
  hash: {
    algorithm: before?.hash?.algorithm ?? hashAlgorithms[0],
    parameter: before?.hash?.parameter ?? "hash",
    key: "",
  },
});

function membersOf({ name, end_links, isSigned, hash }: SupplierValues) {
  const { key, ...signing } = hash;
  return { name, end_links, hash: isSigned ? { ...signing, ...(key !== "" && { key }) } : null };
}

const values = z.custom<SupplierValues>();

/** The form's values as the body of a new supplier; problems are at the form's own fields. */
export const newSupplierSchema = values
  .transform((form): unknown => ({
    ...membersOf(form),
    code: form.code,
    ...(form.account_id !== "" && { account_id: form.account_id }),
  }))
  .pipe(createSupplier.body);

/** The same as the change of a supplier that exists. */
export const supplierChangeSchema = (id: string) =>
  values.transform((form): unknown => ({ id, ...membersOf(form) })).pipe(updateSupplier.body);

export type NewSupplier = BodyOf<typeof createSupplier>;
export type SupplierChange = BodyOf<typeof updateSupplier>;

const fieldNames = [
  "account_id",
  "code",
  "name",
  "hash.algorithm",
  "hash.parameter",
  "hash.key",
  ...outcomes.map((outcome) => `end_links.${outcome}` as const),
] as const;
type FieldName = (typeof fieldNames)[number];

/** A refusal's sentences at the fields they are about; `rest` for the form as a whole. */
export function placeSupplierProblems({
  message,
  fields = {},
}: {
  message: string;
  fields?: FieldProblems | undefined;
}): { placed: { name: FieldName; message: string }[]; rest: string | null } {
  const placed = fieldNames.flatMap((name) => {
    const sentence = fields[name];
    return sentence ? [{ name, message: sentence }] : [];
  });
  return { placed, rest: placed.length === 0 ? message : null };
}
