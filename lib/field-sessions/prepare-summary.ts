import type { SessionSummary } from "@/lib/contracts/interfaces/fielding";
import type { ReasonChoice } from "./list-state";
import { reasonChoiceName, statusName } from "./words";

type Group = SessionSummary["groups"][number];
/** `code`: the supplier that the column is of; null: all of them, those without, or the rest. */
export type SummaryColumn = { key: string; label: string; code: string | null };
export type SummaryRow = {
  key: string;
  label: string;
  /** What the list is narrowed to by it; null: it is no reason. */
  reason: ReasonChoice | null;
  /** A `part` is counted in the reason above it. */
  kind: "total" | "reason" | "part" | "cost";
  /** One for each column; the first is of all suppliers. */
  figures: number[];
};

/** Suppliers with a column of their own: those that sent most. */
export const MOST_SUPPLIERS = 5;

const sumOf = (groups: readonly Group[], of: (group: Group) => number) =>
  groups.reduce((sum, group) => sum + of(group), 0);

const sessionsOf = ({ sessions }: Group) => sessions;

/** What a survey's sessions add up to: reasons as rows, most frequent first, suppliers as columns. */
export function prepareSummary(
  { groups }: Pick<SessionSummary, "groups">,
  supplierName: (code: string) => string,
): { columns: SummaryColumn[]; rows: SummaryRow[] } {
  const parts = bySupplier(groups, supplierName);
  const columns = parts.map(({ column }) => column);
  const row = (of: (group: Group) => number) => parts.map((part) => sumOf(part.groups, of));
  const reasons = [...new Map(groups.map((group) => [reasonKey(group), group])).entries()]
    .map(([key, { reason, status }]): SummaryRow => {
      const choice = reason ?? (status === "in progress" ? "open" : null);
      return {
        key,
        label: choice ? reasonChoiceName(choice) : `${statusName(status)}, reason not recorded`,
        reason: choice,
        kind: "reason",
        figures: row((group) => (reasonKey(group) === key ? group.sessions : 0)),
      };
    })
    .sort((a, b) => placeOf(a) - placeOf(b) || (b.figures[0] ?? 0) - (a.figures[0] ?? 0));
  return {
    columns,
    rows: [
      { key: "entered", label: "Entered", reason: null, kind: "total", figures: row(sessionsOf) },
      { key: "starts", label: "Starts", reason: null, kind: "total", figures: row(({ starts }) => starts) },
      ...reasons.flatMap((each) => (each.reason === "client" ? [each, ...outcomesOfClient(groups, row)] : [each])),
      { key: "cost", label: "Cost", reason: null, kind: "cost", figures: row(({ cost }) => cost) },
    ],
  };
}

type RowOf = (of: (group: Group) => number) => number[];

/** The outcomes with which a client's survey sent respondents back, where there are several. */
function outcomesOfClient(groups: readonly Group[], row: RowOf): SummaryRow[] {
  const statuses = [...new Set(groups.filter(({ reason }) => reason === "client").map(({ status }) => status))];
  if (statuses.length < 2) return [];
  return statuses
    .map(
      (status): SummaryRow => ({
        key: `client ${status}`,
        label: statusName(status),
        reason: null,
        kind: "part",
        figures: row((group) => (group.reason === "client" && group.status === status ? group.sessions : 0)),
      }),
    )
    .sort((a, b) => (b.figures[0] ?? 0) - (a.figures[0] ?? 0));
}

/** Completes stand first and sessions under way last. */
const placeOf = ({ reason }: SummaryRow) => (reason === "complete" ? 0 : reason === "open" ? 2 : 1);

const reasonKey = ({ reason, status }: Group) => reason ?? `none ${status}`;

function bySupplier(groups: readonly Group[], supplierName: (code: string) => string) {
  const codes = [...new Set(groups.map(({ supplier }) => supplier))]
    .map((code) => ({ code, own: groups.filter(({ supplier }) => supplier === code) }))
    .sort((a, b) => sumOf(b.own, sessionsOf) - sumOf(a.own, sessionsOf));
  const all = { column: { key: "all", label: "All", code: null }, groups };
  if (codes.length < 2) return [all];
  const shown = codes.length <= MOST_SUPPLIERS + 1 ? codes : codes.slice(0, MOST_SUPPLIERS);
  const rest = codes.slice(shown.length);
  return [
    all,
    ...shown.map(({ code, own }) => ({
      column: {
        key: code === null ? "none" : `of ${code}`,
        label: code === null ? "Not recorded" : supplierName(code),
        code,
      },
      groups: own,
    })),
    ...(rest.length > 0
      ? [
          {
            column: { key: "rest", label: `${rest.length} others`, code: null },
            groups: rest.flatMap(({ own }) => own),
          },
        ]
      : []),
  ];
}
