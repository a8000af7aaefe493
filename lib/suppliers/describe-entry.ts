import type { JsonObject } from "@/lib/contracts/lenient";
import { readText } from "@/lib/contracts/lenient";
import type { AuditEntry, EntryChange } from "@/lib/contracts/ours/audit";
import { outcomeNames, outcomes } from "@/lib/contracts/terms/fielding";

type Described = Pick<AuditEntry, "before" | "after">;
type State = JsonObject | null;

const memberOf = (state: State, member: string): unknown => state?.[member];
const objectIn = (state: State, member: string): JsonObject => {
  const value = memberOf(state, member);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
};

/** What an audit entry changed in a supplier, in the words of the supplier's form. A key is never among it. */
export function describeSupplierEntry({ before, after }: Described): EntryChange[] {
  const rows = [
    row("name", "Name", (state) => readText(state.name)),
    row("code", "Code", (state) => readText(state.code)),
    ...outcomes.map((outcome) =>
      row(
        outcome,
        `${outcomeNames[outcome]} link`,
        (state) => readText(objectIn(state, "end_links")[outcome]) || "none",
      ),
    ),
    row("hash", "Signed", (state) => signing(objectIn(state, "hash"))),
    row("hash_key", "Key of links", (state) => readText(state.hash_key)),
  ];
  return rows
    .map(({ key, label, read }) => ({
      key,
      label,
      before: before && (read(before) ?? null),
      after: after && (read(after) ?? null),
    }))
    .filter((each) => each.before !== each.after);
}

const row = (key: string, label: string, read: (state: JsonObject) => string | undefined) => ({ key, label, read });

const signing = (hash: JsonObject): string => {
  const [algorithm, parameter] = [readText(hash.algorithm), readText(hash.parameter)];
  return algorithm && parameter ? `${algorithm} in ${parameter}` : "not signed";
};
