import type { AuditEntry } from "@/lib/contracts/audit";
import type { JsonObject } from "@/lib/contracts/lenient";
import { decodeSurvey } from "@/lib/contracts/survey-codec";
import { type Changes, describeChanges, describeQuota, type Names } from "@/lib/surveys/changes";
import { draftOf } from "@/lib/surveys/draft";

/** One thing that an entry changed; null: it did not exist. */
export type Change = { key: string; label: string; before: string | null; after: string | null };

export type EntryNames = Names & {
  /** People by the id that a project names its manager with. */
  people: ReadonlyMap<string, string>;
  accounts: ReadonlyMap<string, string>;
};

type Described = Pick<AuditEntry, "thing" | "thing_id" | "before" | "after">;

/** What an entry changed, field by field, in words. */
export function describeEntry(entry: Described, names: EntryNames): Change[] {
  return entry.thing === "surveys" ? describeSurvey(entry, names) : describeMembers(entry, names);
}

function describeSurvey({ thing_id, before, after }: Described, names: Names): Change[] {
  const id = thing_id ?? "new";
  const was = decodeSurvey({ ...before, id });
  const is = decodeSurvey({ ...before, ...after, id });
  if (!was || !is || !after) return [];
  const rows = rowsOf(describeChanges(was, draftOf(is), names), names);
  return before ? rows : rows.map((row) => ({ ...row, before: null }));
}

function rowsOf({ fields, changed, added, removed, reordered }: Changes, { questions }: Names): Change[] {
  return [
    ...fields.map(({ field, ...row }) => ({ key: field, ...row })),
    ...changed.flatMap(({ key, name, details }) =>
      details.map(({ label, ...row }) => ({ key: `${key} ${label}`, label: `Quota ${name}: ${label}`, ...row })),
    ),
    ...added.map((quota, index) => ({
      key: `added ${index}`,
      label: `Quota ${quota.quota_name.trim() || "without a name"}`,
      before: null,
      after: `${quota.quota === "" ? "" : `${quota.quota}, `}${describeQuota(quota, questions)}`,
    })),
    ...removed.map(({ key, name, quota, completes }) => ({
      key: `removed ${key}`,
      label: `Quota ${name}`,
      before: [quota === null ? "" : `target ${quota}`, completes === null ? "" : `${completes} completes`]
        .filter(Boolean)
        .join(", "),
      after: "removed",
    })),
    ...(reordered ? [{ key: "order", label: "Order of quotas", before: null, after: "changed" }] : []),
  ];
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

function describeMembers({ before, after }: Described, names: EntryNames): Change[] {
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

function valueIn(state: JsonObject | null, member: string, { people, accounts }: EntryNames): string | null {
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
