import { formerQuotas, type QuotaDraft } from "../draft";
import { type EditableColumn, editableColumns } from "./grid-columns";

/**
 * What was refused about quotas: of the list as a whole, and at single cells. They are kept by quota, not by place, so
 * that they move with their row and go when it is edited.
 */
export type QuotaProblems = {
  list: string | null;
  of: ReadonlyMap<QuotaDraft, Partial<Record<EditableColumn, string>>>;
};

export const noProblems: QuotaProblems = { list: null, of: new Map() };

/** What a form's validation found at `respondent_attributes`, in the shape of its errors. */
export function problemsOfForm(found: unknown, quotas: readonly QuotaDraft[]): QuotaProblems {
  const of = new Map<QuotaDraft, Partial<Record<EditableColumn, string>>>();
  quotas.forEach((quota, row) => {
    const error = memberOf(found, row);
    const cells = editableColumns.flatMap((column) => {
      const message = firstMessage(memberOf(error, column));
      return message === null ? [] : [[column, message] as const];
    });
    if (cells.length > 0) of.set(quota, Object.fromEntries(cells));
  });
  const own = firstMessage(memberOf(found, "root")) ?? textAt(found, "message");
  // What qualifications lack is said for the list too, for where a cell cannot show it.
  return { list: of.size > 0 && isSaid(own, of) ? null : own, of };
}

const isSaid = (message: string | null, of: QuotaProblems["of"]) =>
  message !== null &&
  [...of.values()].some((cells) => Object.values(cells).some((sentence) => message.endsWith(sentence)));

/**
 * What a service refused, by the names of its fields ("respondent_attributes.3.quota"). `sent` is the list that was
 * sent, whose quotas are found again among `present` ones.
 */
export function problemsOfService(
  fields: Readonly<Record<string, string>>,
  sent: readonly QuotaDraft[],
  present: readonly QuotaDraft[],
): QuotaProblems {
  const mine = formerQuotas([...present], [...sent]);
  const of = new Map<QuotaDraft, Partial<Record<EditableColumn, string>>>();
  let list: string | null = null;
  for (const [field, message] of Object.entries(fields)) {
    if (!field.startsWith("respondent_attributes")) continue;
    const [, row, member] = /^respondent_attributes\.(\d+)(?:\.(\w+))?/.exec(field) ?? [];
    const quota = row === undefined ? undefined : sent[Number(row)];
    const shown = quota && mine.get(quota);
    const column = editableColumns.find((name) => name === member) ?? (shown && "quota_name");
    if (shown && column) of.set(shown, { ...of.get(shown), [column]: message });
    else list ??= message;
  }
  return { list, of };
}

const memberOf = (value: unknown, name: string | number): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string | number, unknown>)[name] : undefined;

function textAt(value: unknown, name: string): string | null {
  const found = memberOf(value, name);
  return typeof found === "string" ? found : null;
}

function firstMessage(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const own = textAt(error, "message");
  if (own !== null) return own;
  for (const member of Object.values(error)) {
    const message = firstMessage(member);
    if (message !== null) return message;
  }
  return null;
}
