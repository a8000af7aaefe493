import type { JsonObject } from "@/lib/contracts/lenient";
import type { AuditEntry, EntryChange } from "@/lib/contracts/ours/audit";

/** Names that stand for the ids in entries. */
export type MemberNames = {
  /** People by the id that a project names its manager with. */
  people: ReadonlyMap<string, string>;
  accounts: ReadonlyMap<string, string>;
};

type Described = Pick<AuditEntry, "thing" | "thing_id" | "before" | "after">;

/** By an entry's `thing`: how what it changed is described in the words of that thing's own form. */
export type Describers<Names> = Readonly<Record<string, (entry: Described, names: Names) => EntryChange[]>>;

/**
 * What an entry changed, field by field, in words. Audit knows no other noun: whoever shows entries hands over the
 * `describers` of those whose changes have words of their own. Everything else is described member by member.
 */
export function describeEntry<Names extends MemberNames>(
  entry: Described,
  names: Names,
  describers: Describers<Names>,
): EntryChange[] {
  const describe = Object.hasOwn(describers, entry.thing) ? describers[entry.thing] : undefined;
  return describe ? describe(entry, names) : describeMembers(entry, names);
}

const labels: Record<string, string> = {
  project_name: "Project name",
  project_number: "Project number",
  project_manager_id: "Project manager",
  account_id: "Account",
  session_exclusions: "Session exclusions",
  business_unit: "Business unit",
  reconciliation_status: "Reconciliation",
  email: "E-mail",
};
const HIDDEN = new Set(["id", "rdud", "survey_id", "survey_sums"]);

function describeMembers({ before, after }: Described, names: MemberNames): EntryChange[] {
  const members = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return members
    .filter((member) => !HIDDEN.has(member))
    .map((member) => ({
      key: member,
      label: labels[member] ?? inWords(member),
      before: valueIn(before, member, names),
      after: valueIn(after, member, names),
    }))
    .filter((row) => row.before !== row.after);
}

const inWords = (member: string) => {
  const words = member.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function valueIn(state: JsonObject | null, member: string, { people, accounts }: MemberNames): string | null {
  if (!state || !(member in state)) return null;
  const value = state[member];
  if (value === null || value === "") return "empty";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ") || "none";
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  if (member === "project_manager_id") return people.get(text) ?? text;
  return member === "account_id" ? (accounts.get(text) ?? text) : text;
}
