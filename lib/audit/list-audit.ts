import "server-only";
import { LAST_MOMENT } from "@/lib/contracts/calendar/days";
import type { QueryOf } from "@/lib/contracts/operation";
import type { AuditEntry, AuditPage, listAudit as operation } from "@/lib/contracts/ours/audit";
import { AUDIT_PAGE_SIZE } from "@/lib/contracts/ours/audit";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { orFormer, withOwnAccounts } from "@/lib/gateway/own-account";
import * as store from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { entryStates } from "./entry-states";
import { auditScope } from "./scope";

type Query = QueryOf<typeof operation>;

/** A page of the entries that the viewer may read. */
export async function listAudit(asked: SignedInContext, query: Query): Promise<AuditPage> {
  const context = await withOwnAccounts(asked);
  const { scope, isRemote } = await scopeOf(context, query);
  const limit = query.limit ?? AUDIT_PAGE_SIZE;
  const rows = await store.listAudit(db(), scope, { ...filterOf(query), limit });
  const forward = query.after !== undefined;
  const shown = rows.slice(0, limit);
  if (forward) shown.reverse();
  const [first, last, more] = [shown.at(0)?.id ?? null, shown.at(-1)?.id ?? null, rows.length > limit];
  const entries = shown.map(viewEntry);
  return {
    entries: isRemote ? entries : await withNames(context, entries),
    older: forward || more ? last : null,
    newer: forward ? (more ? first : null) : query.before === undefined ? null : first,
  };
}

/** How many entries the viewer may read in all, and the id of every `every`-th, beginning with the newest. */
export async function markAudit(context: SignedInContext, query: Query, every: number) {
  const { scope } = await scopeOf(await withOwnAccounts(context), query);
  return store.auditMarks(db(), scope, filterOf(query), every);
}

async function scopeOf(context: SignedInContext, query: Query) {
  const isRemote = connectionOf(context.viewer).demand.url !== null;
  const seen = isRemote ? await seenThing(context, query) : null;
  return { scope: auditScope(context.viewer, { isRemote, seen }), isRemote };
}

const filterOf = ({ from, to, limit: _, ...filter }: Query) => ({
  ...filter,
  from: from === undefined ? undefined : new Date(from),
  until: to === undefined ? undefined : endOf(to),
});

/** A day ends when the next begins; an instant is included itself. Nothing is later than the calendar's end. */
const endOf = (to: string) => new Date(Math.min(Date.parse(to) + (to.includes("T") ? 1 : 86_400_000), LAST_MOMENT));

/**
 * Of a remote survey's own history the viewer reads all when the service shows the survey to him. While it is away he
 * reads what is his without it, which is when a write whose reply was lost is looked for.
 */
async function seenThing(context: SignedInContext, { thing, id }: Query): Promise<store.AuditScope["seen"]> {
  if (thing !== "surveys" || !id) return null;
  const shown = await orFormer(listSurveys(context, { ids: [id], fields: ["name"] }), null);
  return shown?.items.some((survey) => survey.id === id) ? { thing, id } : null;
}

function viewEntry(row: store.AuditRow): AuditEntry {
  const { name, before, after } = entryStates(row);
  return {
    id: row.id,
    at: row.at.toISOString(),
    who: row.who,
    origin: row.origin,
    action: row.action,
    thing: row.thing,
    thing_id: row.thingId,
    thing_name: name,
    outcome: row.outcome,
    detail: row.detail,
    request_id: row.requestId,
    before,
    after,
  };
}

/** The names of surveys and accounts whose entries hold none, as they are now. */
async function withNames({ viewer }: SignedInContext, entries: AuditEntry[]): Promise<AuditEntry[]> {
  const nameless = entries.filter((entry) => entry.thing === "surveys" && entry.thing_name === null);
  const ids = nameless.flatMap(({ thing_id }) => thing_id ?? []);
  const accountIds = viewer.accounts.map(({ id }) => id);
  const names = await store.surveyNames(db(), accountIds, ids);
  const accounts = new Map(viewer.accounts.map(({ id, name }) => [id, name]));
  return entries.map((entry) => {
    const known = entry.thing === "accounts" ? accounts : names;
    return { ...entry, thing_name: entry.thing_name ?? known.get(entry.thing_id ?? "") ?? null };
  });
}
