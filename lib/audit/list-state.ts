import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { isDay } from "@/lib/contracts/calendar/days";
import type { QueryOf } from "@/lib/contracts/operation";
import type { listAudit } from "@/lib/contracts/ours/audit";
import { auditOutcomes } from "@/lib/contracts/terms/audit";

/** The audit as its address says it: a pasted link shows the same entries, also after others were added. */
export const auditListParsers = {
  search: parseAsString.withDefault(""),
  who: parseAsString.withDefault(""),
  action: parseAsString,
  outcome: parseAsStringLiteral(auditOutcomes),
  /** Days, as a whole in UTC. */
  from: parseAsString,
  to: parseAsString,
  /** One thing's own history. */
  thing: parseAsString,
  id: parseAsString,
  before: parseAsInteger,
  after: parseAsInteger,
  /** The entry whose details are open. */
  entry: parseAsInteger,
  /** Columns in their order; null: all of them. */
  columns: parseAsArrayOf(parseAsString),
};

export const loadAuditListState = createLoader(auditListParsers);
export type AuditListState = Awaited<ReturnType<typeof loadAuditListState>>;

const MAX_TEXT = 200;

/** The call that answers a list's state; open details change nothing about it. */
export function auditListQuery(state: AuditListState): QueryOf<typeof listAudit> {
  const search = state.search.trim().slice(0, MAX_TEXT);
  const who = state.who.trim().slice(0, MAX_TEXT);
  return {
    ...(search && { search }),
    ...(who && { who }),
    ...(state.action && { action: state.action }),
    ...(state.outcome && { outcome: state.outcome }),
    ...(state.from !== null && isDay(state.from) && { from: state.from }),
    ...(state.to !== null && isDay(state.to) && { to: state.to }),
    ...(state.thing && { thing: state.thing }),
    ...(state.id && { id: state.id }),
    ...(state.before !== null && state.before >= 0 && { before: state.before }),
    ...(state.after !== null && state.after >= 0 && state.before === null && { after: state.after }),
  };
}

/** The address of one thing's own history. */
export const historyHref = (thing: string, id: string) => `/audit?${new URLSearchParams({ thing, id })}`;
