import { describeEntry, type MemberNames } from "@/lib/audit/describe-entry";
import { readText } from "@/lib/contracts/lenient";
import type { AuditEntry, EntryChange } from "@/lib/contracts/ours/audit";
import { describeSupplierEntry } from "@/lib/suppliers/describe-entry";
import type { Names } from "@/lib/surveys/changes";
import { describeSurveyEntry } from "@/lib/surveys/describe-entry";

export type EntryNames = MemberNames & Names;

/** What an entry changed, on the screen as in a file; it stands here because nouns don't import each other. */
export const describeChangesOf = (entry: AuditEntry, names: EntryNames): EntryChange[] =>
  describeEntry(entry, names, { surveys: describeSurveyEntry, suppliers: describeSupplierEntry });

/** The country whose questions the quotas of an entry name. */
export const countryOf = ({ after }: AuditEntry): string => readText(after?.country_code) ?? "";
export const hasQuotas = ({ before, after }: AuditEntry): boolean =>
  before?.respondent_attributes !== undefined || after?.respondent_attributes !== undefined;
