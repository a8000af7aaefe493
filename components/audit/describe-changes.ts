import { describeEntry, type MemberNames } from "@/lib/audit/describe-entry";
import type { AuditEntry, EntryChange } from "@/lib/contracts/ours/audit";
import { describeSupplierEntry } from "@/lib/suppliers/describe-entry";
import type { Names } from "@/lib/surveys/changes";
import { describeSurveyEntry } from "@/lib/surveys/describe-entry";

export type EntryNames = MemberNames & Names;

export const describeChangesOf = (entry: AuditEntry, names: EntryNames): EntryChange[] =>
  describeEntry(entry, names, { surveys: describeSurveyEntry, suppliers: describeSupplierEntry });
