import { decodeSurvey } from "@/lib/contracts/interfaces/survey-codec";
import type { AuditEntry, EntryChange } from "@/lib/contracts/ours/audit";
import type { FraudCheckMode } from "@/lib/contracts/terms/fielding";
import { type Changes, describeChanges, describeQuota, type Names } from "./changes";
import { draftOf } from "./draft";

type Described = Pick<AuditEntry, "thing_id" | "before" | "after">;

/** What an audit entry changed in a survey, in the words of the survey's form. */
export function describeSurveyEntry({ thing_id, before, after }: Described, names: Names): EntryChange[] {
  const id = thing_id ?? "new";
  const was = decodeSurvey({ ...before, id });
  const is = decodeSurvey({ ...before, ...after, id });
  if (!was || !is || !after) return [];
  const beside = describeBeside({ before, after });
  if (beside.length > 0) return beside;
  const rows = rowsOf(describeChanges(was, draftOf(is), names), names);
  return before ? rows : rows.map((row) => ({ ...row, before: null }));
}

const fraudCheckNames: Partial<Record<string, string>> = {
  off: "off",
  record: "verdict recorded",
  require: "required",
} satisfies Record<FraudCheckMode, string>;

/** What is kept beside a survey and is no field of its interface. */
function describeBeside({ before, after }: Pick<AuditEntry, "before" | "after">): EntryChange[] {
  const onOrOff = (value: unknown) => (value === true ? "on" : value === false ? "off" : null);
  const checks = [before, after].map((state) => onOrOff(state?.checks_duplicates));
  const removed = after?.removed;
  const changeOf = (key: string, label: string, words: (value: unknown) => string | null): EntryChange[] => {
    const [was, is] = [before, after].map((state) => words(state?.[key]));
    return is && is !== was ? [{ key, label, before: was ?? null, after: is }] : [];
  };
  return [
    ...(checks[1]
      ? [{ key: "checks_duplicates", label: "Duplicate check at entry", before: checks[0] ?? null, after: checks[1] }]
      : []),
    ...changeOf("fraud_check", "Fraud check at entry", (value) => fraudCheckNames[String(value)] ?? null),
    ...changeOf("fraud_threshold", "Threshold of the fraud check", (value) =>
      value === null ? "the account's" : typeof value === "number" ? String(value) : null,
    ),
    ...(typeof removed === "number"
      ? [{ key: "removed", label: "Test sessions removed", before: null, after: String(removed) }]
      : []),
  ];
}

function rowsOf({ fields, changed, added, removed, reordered }: Changes, { questions }: Names): EntryChange[] {
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
