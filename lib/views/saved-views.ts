import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/views";
import type { ViewList } from "@/lib/contracts/terms/views";
import type { SignedInContext } from "@/lib/gateway/call";
import { withOwnAccounts } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import type { Connection } from "@/lib/stores/postgres/client";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/saved-views";
import { builtInView } from "./built-in";
import { usualView } from "./default-view";

export type Context = SignedInContext<SessionViewer>;

const MOST_VIEWS = 200;
export const GONE = "This view does not exist any more, or is not shared with you.";

export const readerOf = ({ connection, personId, accounts }: SessionViewer): store.ViewReader => ({
  connection,
  personId,
  accountIds: accounts.map(({ id }) => id),
});

const mayChange = (view: store.SavedView, viewer: SessionViewer) =>
  view.personId === viewer.personId || (view.accountId !== null && viewer.role === "admin");

const shown = (view: store.SavedView, viewer: SessionViewer): contract.View => ({
  id: view.id,
  list: view.list as ViewList,
  name: view.name,
  query: view.query,
  account_id: view.accountId,
  owner: view.owner,
  is_mine: view.personId === viewer.personId,
  may_change: mayChange(view, viewer),
});

export async function listViews(asked: Context, list: ViewList): Promise<contract.Views> {
  const context = await withOwnAccounts(asked);
  const { viewer } = context;
  const [views, chosen] = await Promise.all([
    store.listViews(db(), readerOf(viewer), list),
    store.findDefaultView(db(), viewer.personId, list),
  ]);
  const opens = (id: string) => builtInView(list, id) !== undefined || views.some((view) => view.id === id);
  const usual = chosen !== null && opens(chosen) ? chosen : await usualView(context, list);
  return { views: views.map((view) => shown(view, viewer)), default_view: usual };
}

/**
 * The view that an address opens, and the one that the list's plain address opens: all that a page shows before
 * somebody chooses among them. `opened`: null for a plain address, as good as a view that comes with the product.
 */
export async function openedView(asked: Context, list: ViewList, opened: string | null): Promise<contract.Views> {
  const chosen = await store.findDefaultView(db(), asked.viewer.personId, list);
  const isBuiltIn = chosen !== null && builtInView(list, chosen) !== undefined;
  // Both may have to wait for the service: at the same time.
  const [{ viewer }, unchosen] = await Promise.all([
    withOwnAccounts(asked),
    chosen === null ? usualView(asked, list) : null,
  ]);
  const find = (id: string) => store.findView(db(), readerOf(viewer), { list, id });
  const saved = chosen === null || isBuiltIn ? null : await find(chosen);
  const usual = isBuiltIn || saved ? (chosen as string) : (unchosen ?? (await usualView(asked, list)));
  const isRead = opened === null || opened === saved?.id || builtInView(list, opened) !== undefined;
  const view = isRead ? saved : await find(opened);
  return { views: view ? [shown(view, viewer)] : [], default_view: usual };
}

export async function createView(
  asked: Context,
  { list, name, query, account_id }: BodyOf<typeof contract.createView>,
): Promise<contract.View> {
  const context = await withOwnAccounts(asked);
  const { viewer } = context;
  const accountId = ownAccount(viewer, account_id);
  return db().transaction(async (transaction) => {
    if ((await store.countOwnViews(transaction, viewer.personId, list)) >= MOST_VIEWS) {
      throw new AppError("invalid", `You have ${MOST_VIEWS} views of this list. Delete one that you do not need.`);
    }
    const { connection, personId } = viewer;
    const row = await keepingLimits(transaction, { connection, accountId, personId, list }, () =>
      store.insertView(transaction, { connection, accountId, personId, list, name, query }),
    );
    const view = { ...row, owner: viewer.name };
    await trace(transaction, context, "createView", { after: view });
    return shown(view, viewer);
  });
}

export async function updateView(
  asked: Context,
  { id, name, query, account_id }: BodyOf<typeof contract.updateView>,
): Promise<contract.View> {
  const context = await withOwnAccounts(asked);
  const { viewer } = context;
  return db().transaction(async (transaction) => {
    const before = await lockOwn(transaction, viewer, id);
    if (account_id !== undefined && account_id !== before.accountId && before.personId !== viewer.personId) {
      throw new AppError("forbidden", "Only the maker of a view decides with whom it is shared.");
    }
    const accountId = account_id === undefined ? before.accountId : ownAccount(viewer, account_id);
    const change = { ...(name !== undefined && { name }), ...(query !== undefined && { query }), accountId };
    const grows = accountId !== before.accountId || (query ?? "").length > before.query.length;
    const update = () => store.updateView(transaction, id, change);
    const row = grows ? await keepingLimits(transaction, { ...before, accountId }, update) : await update();
    const after = { ...row, owner: before.owner };
    await trace(transaction, context, "updateView", { before, after });
    return shown(after, viewer);
  });
}

export async function deleteView(asked: Context, id: string): Promise<contract.View> {
  const context = await withOwnAccounts(asked);
  return db().transaction(async (transaction) => {
    const before = await lockOwn(transaction, context.viewer, id);
    await store.deleteView(transaction, id);
    await trace(transaction, context, "deleteView", { before });
    return shown(before, context.viewer);
  });
}

export async function setDefaultView(context: Context, { list, view }: BodyOf<typeof contract.setDefaultView>) {
  const { viewer } = await withOwnAccounts(context);
  const { personId } = viewer;
  if (!builtInView(list, view)) {
    if (!(await store.findView(db(), readerOf(viewer), { list, id: view }))) throw new AppError("not_found", GONE);
  }
  await store.setDefaultView(db(), { personId, list, viewId: view });
  return { list, view };
}

type Shared = Pick<store.SavedView, "connection" | "accountId" | "personId" | "list">;

/** Carries out a change that adds to what is shared with an account; refused when that is more than others are shown. */
async function keepingLimits<T>(transaction: Connection, shared: Shared, change: () => Promise<T>): Promise<T> {
  const { accountId, personId } = shared;
  if (accountId === null) return change();
  await store.lockSharedViews(transaction, { ...shared, accountId });
  const row = await change();
  const measures = await store.measureSharedViews(transaction, { ...shared, accountId }, personId);
  const whose = { person: "you share with this account", account: "this account shares" } as const;
  for (const holder of ["person", "account"] as const) {
    const { views, characters } = store.SHARED_LIMITS[holder];
    if (measures[holder].views <= views && measures[holder].characters <= characters) continue;
    throw new AppError(
      "invalid",
      `The views of this list that ${whose[holder]} can be at most ${views}, with ${characters.toLocaleString("en")} characters of filters. Delete one, or keep this one to yourself.`,
      { fields: { account_id: "No more views can be shared here." } },
    );
  }
  return row;
}

/** A view that the viewer may change, kept as it is until the transaction ends. */
export async function lockOwn(transaction: Connection, viewer: SessionViewer, id: string): Promise<store.SavedView> {
  const view = await store.lockView(transaction, readerOf(viewer), id);
  if (!view) throw new AppError("not_found", GONE);
  if (mayChange(view, viewer)) return view;
  throw new AppError("forbidden", "Only its maker or an admin can change this view. Save a copy of your own instead.");
}

function ownAccount({ accounts }: SessionViewer, accountId: string | null): string | null {
  if (accountId === null || accounts.some(({ id }) => id === accountId)) return accountId;
  throw new AppError("invalid", "Share a view with an account of yours.", {
    fields: { account_id: "This is no account of yours." },
  });
}

type Traced = { before?: store.SavedView; after?: store.SavedView };

async function trace(transaction: Connection, context: Context, action: AuditAction, { before, after }: Traced) {
  const kept = ({ list, name, query, accountId }: store.SavedView) => ({ list, name, query, account_id: accountId });
  await addAudit(transaction, context, {
    accountId: (after ?? before)?.accountId ?? null,
    action,
    thing: "views",
    thingId: (after ?? before)?.id ?? null,
    ...(before && { before: kept(before) }),
    ...(after && { after: kept(after) }),
    outcome: "done",
  });
}
